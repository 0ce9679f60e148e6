/* The catalogue's rows keep the promises that its readers build on.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "kn/catalogue.h"

#include <string.h>

#include "kernels_test.h"
#include "kn/protocol.h"

static bool is_word(const char *text)
{
    return text[0] != '\0' && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(text);
}

START_TEST(every_row_is_complete_and_bounded)
{
    for (size_t i = 0; i < kn_catalogue_count(); i++) {
        const struct kn_kernel *kernel = kn_catalogue_at(i);
        ck_assert(is_word(kernel->name));
        ck_assert_ptr_eq(kn_catalogue_find(kernel->name), kernel);
        ck_assert_uint_le(kernel->arg_count, KN_ARGS_MAX);
        ck_assert_uint_le(kernel->output_count, KN_OUTPUTS_MAX);
        ck_assert_uint_gt(kernel->output_count, 0);
        ck_assert((kernel->backends & 1u << KN_SCALAR) != 0);
        ck_assert(kernel->about[0] != '\0' && kernel->flop[0] != '\0' && kernel->bytes[0] != '\0');
    }
}
END_TEST

START_TEST(every_argument_has_a_range_or_choices_and_a_valid_fallback)
{
    for (size_t i = 0; i < kn_catalogue_count(); i++) {
        const struct kn_kernel *kernel = kn_catalogue_at(i);
        for (size_t j = 0; j < kernel->arg_count; j++) {
            const struct kn_arg *arg = &kernel->args[j];
            ck_assert(is_word(arg->name));
            ck_assert_ptr_eq(kn_kernel_arg(kernel, arg->name), arg);
            ck_assert_int_eq(arg->type == KN_TEXT, arg->choices != NULL);
            ck_assert(arg->type == KN_TEXT || arg->low <= arg->high);
        }
    }
}
END_TEST

START_TEST(every_output_has_a_base_unit)
{
    const char *const units[] = {"", "s", "B", "FLOP", "B/s", "FLOP/s", "1/s"};
    for (size_t i = 0; i < kn_catalogue_count(); i++) {
        const struct kn_kernel *kernel = kn_catalogue_at(i);
        for (size_t j = 0; j < kernel->output_count; j++) {
            const struct kn_output *output = &kernel->outputs[j];
            bool is_known = false;
            for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
                is_known = is_known || strcmp(units[k], output->unit) == 0;
            }
            ck_assert_msg(is_known, "%s.%s: %s", kernel->name, output->name, output->unit);
            ck_assert_ptr_eq(kn_kernel_output(kernel, output->name), output);
        }
    }
}
END_TEST

START_TEST(names_that_problem_files_use_are_there)
{
    static const char *const names[][2] = {
        {"roof", "elements"},   {"roof", "stream_rate"}, {"roof", "peak_rate"},
        {"roof", "time"},       {"chains", "latency"},   {"chains", "issue_rate"},
        {"chains", "width"},    {"chains", "rate"},      {"stream", "elements"},
        {"stream", "rate"},     {"stream", "time"},      {"sum", "result"},
        {"sum", "addend"},      {"sum", "exact"},        {"sum", "fp32_result"},
        {"sum", "stuck_after"}, {"tiled", "words"},      {"tiled", "loads"},
        {"tiled", "stores"},    {"tiled", "untiled"},    {"tiled", "bound"},
        {"tiled", "flop"},      {"ring", "bytes"},       {"ring", "total_bytes"},
        {"ring", "messages"},   {"ring", "steps"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct kn_kernel *kernel = kn_catalogue_find(names[i][0]);
        ck_assert_ptr_nonnull(kernel);
        ck_assert_ptr_nonnull(kn_kernel_output(kernel, names[i][1]));
    }
}
END_TEST

START_TEST(unknown_names_and_rows_past_the_end_are_null)
{
    const struct kn_kernel *roof = kn_catalogue_find("roof");
    ck_assert_ptr_null(kn_catalogue_find("rof"));
    ck_assert_ptr_null(kn_catalogue_find(""));
    ck_assert_ptr_null(kn_catalogue_at(kn_catalogue_count()));
    ck_assert_ptr_null(kn_catalogue_at((size_t)-1));
    ck_assert_ptr_null(kn_kernel_arg(roof, "n"));
    ck_assert_ptr_null(kn_kernel_arg(kn_catalogue_find("stream"), "k"));
    ck_assert_ptr_null(kn_kernel_output(roof, ""));
}
END_TEST

START_TEST(words_of_the_protocol_are_stable)
{
    ck_assert_str_eq(kn_status_word(KN_OK), "ok");
    ck_assert_str_eq(kn_status_word(KN_BAD_ARGUMENT), "bad-argument");
    ck_assert_str_eq(kn_status_word(KN_UNSUPPORTED), "unsupported");
    ck_assert_str_eq(kn_status_word(KN_ABSENT), "absent");
    ck_assert_str_eq(kn_status_word(KN_NO_MEMORY), "no-memory");
    ck_assert_str_eq(kn_status_word(KN_FAILED), "failed");
    ck_assert_str_eq(kn_status_word((enum kn_status)99), "failed");
    ck_assert_str_eq(kn_class_word(KN_EXACT), "exact");
    ck_assert_str_eq(kn_class_word(KN_SEEDED), "seeded");
    ck_assert_str_eq(kn_class_word(KN_TIMED), "timed");
    ck_assert_str_eq(kn_backend_word(KN_SCALAR), "scalar");
    ck_assert_str_eq(kn_backend_word(KN_AVX2), "avx2");
    ck_assert_str_eq(kn_backend_word(KN_AVX512), "avx512");
    ck_assert_str_eq(kn_backend_word(KN_CUDA), "cuda");
    ck_assert_int_eq(KN_LINE_MAX, 4096);
}
END_TEST

Suite *suite_catalogue(void)
{
    Suite *suite = suite_create("catalogue");
    TCase *tcase = tcase_create("catalogue");
    tcase_add_test(tcase, every_row_is_complete_and_bounded);
    tcase_add_test(tcase, every_argument_has_a_range_or_choices_and_a_valid_fallback);
    tcase_add_test(tcase, every_output_has_a_base_unit);
    tcase_add_test(tcase, names_that_problem_files_use_are_there);
    tcase_add_test(tcase, unknown_names_and_rows_past_the_end_are_null);
    tcase_add_test(tcase, words_of_the_protocol_are_stable);
    suite_add_tcase(suite, tcase);
    return suite;
}
