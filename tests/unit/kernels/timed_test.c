/* The timed kernels' replies: shape and consistency, never speed. A busy machine may make a reply
 * poor; it may not make it wrong in itself.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "kernels_test.h"

static void check_reply(const char *kernel, const struct kn_reply *reply)
{
    const struct kn_kernel *row = kn_catalogue_find(kernel);
    bool has_failed_gate = false;
    ck_assert_int_eq(reply->status, KN_OK);
    ck_assert_str_eq(reply->message, "");
    for (size_t i = 0; i < row->output_count; i++) {
        const struct kn_result *result = &reply->outputs[i];
        ck_assert(isfinite(result->value) && result->value > 0);
        ck_assert(result->low <= result->value && result->value <= result->high);
        ck_assert_uint_ge(result->samples, 1);
        if (row->outputs[i].output_class == KN_EXACT) {
            ck_assert(result->low == result->value && result->high == result->value);
        }
    }
    ck_assert_uint_gt(reply->gate_count, 0);
    for (size_t i = 0; i < reply->gate_count; i++) {
        has_failed_gate = has_failed_gate || !reply->gates[i].is_passed;
        ck_assert_uint_gt(strlen(reply->gates[i].detail), 0);
    }
    ck_assert_int_eq(reply->is_poor, has_failed_gate);
}

START_TEST(roof_replies_are_consistent_on_every_backend)
{
    struct kn_reply reply;
    run_text("roof k=4", (enum kn_backend)_i, &reply);
    if (reply.status != KN_UNSUPPORTED) {
        check_reply("roof", &reply);
        ck_assert_int_eq(reply.backend, _i);
        ck_assert(output_of("roof", &reply, "elements") >= 4e6);
    }
}
END_TEST

START_TEST(chains_replies_are_consistent_on_every_backend)
{
    const double widths[] = {1, 8, 16};
    struct kn_reply reply;
    run_text("chains k=3", (enum kn_backend)_i, &reply);
    if (reply.status != KN_UNSUPPORTED) {
        check_reply("chains", &reply);
        ck_assert_double_eq(output_of("chains", &reply, "width"), widths[_i]);
    }
}
END_TEST

START_TEST(stream_replies_are_consistent)
{
    struct kn_reply reply;
    run_text("stream", KN_SCALAR, &reply);
    check_reply("stream", &reply);
    double bytes = 12 * output_of("stream", &reply, "elements");
    double seconds = output_of("stream", &reply, "time");
    ck_assert_double_eq_tol(output_of("stream", &reply, "rate") * seconds / bytes, 1, 1e-9);
}
END_TEST

Suite *suite_timed(void)
{
    Suite *suite = suite_create("timed kernels");
    TCase *tcase = tcase_create("timed kernels");
    tcase_add_loop_test(tcase, roof_replies_are_consistent_on_every_backend, 0, 3);
    tcase_add_loop_test(tcase, chains_replies_are_consistent_on_every_backend, 0, 3);
    tcase_add_test(tcase, stream_replies_are_consistent);
    tcase_set_timeout(tcase, 60);
    suite_add_tcase(suite, tcase);
    return suite;
}
