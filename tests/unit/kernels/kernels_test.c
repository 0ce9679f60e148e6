/* Runs all suites of the kernels.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "kernels_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void run_text(const char *text, enum kn_backend limit, struct kn_reply *reply)
{
    char words[256];
    struct kn_setting settings[KN_ARGS_MAX];
    size_t count = 0;
    const struct kn_host host = {.has_limit = true, .limit = limit};
    ck_assert_uint_lt(strlen(text), sizeof words);
    (void)snprintf(words, sizeof words, "%s", text);
    char *at = strchr(words, ' ');
    while (at != NULL && count < KN_ARGS_MAX) {
        *at++ = '\0';
        settings[count].name = at;
        char *equals = strchr(at, '=');
        ck_assert_ptr_nonnull(equals);
        *equals = '\0';
        settings[count++].value = equals + 1;
        at = strchr(equals + 1, ' ');
    }
    const struct kn_kernel *kernel = kn_catalogue_find(words);
    ck_assert_ptr_nonnull(kernel);
    kn_run(kernel, settings, count, &host, reply);
}

double output_of(const char *kernel, const struct kn_reply *reply, const char *name)
{
    const struct kn_kernel *row = kn_catalogue_find(kernel);
    ck_assert_int_eq(reply->status, KN_OK);
    for (size_t i = 0; i < row->output_count; i++) {
        if (strcmp(row->outputs[i].name, name) == 0) {
            return reply->outputs[i].value;
        }
    }
    ck_abort_msg("%s has no output %s", kernel, name);
    return 0;
}

int main(void)
{
    SRunner *runner = srunner_create(suite_rng());
    srunner_add_suite(runner, suite_catalogue());
    srunner_add_suite(runner, suite_formats());
    srunner_add_suite(runner, suite_numbers());
    srunner_add_suite(runner, suite_machine());
    srunner_add_suite(runner, suite_protocol_m());
    srunner_add_suite(runner, suite_exact());
    srunner_add_suite(runner, suite_timed());
    srunner_add_suite(runner, suite_requests());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
