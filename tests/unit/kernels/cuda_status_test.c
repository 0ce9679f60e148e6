/* What CUDA's error codes stand for; needs no GPU.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cuda_device.h"

#include <check.h>
#include <stdlib.h>

struct code {
    int code;
    enum kn_status status;
};

static const struct code codes[] = {
    {0, KN_OK},
    {3, KN_ABSENT},
    {34, KN_ABSENT},
    {35, KN_ABSENT},
    {46, KN_ABSENT},
    {100, KN_ABSENT},
    {101, KN_ABSENT},
    {802, KN_ABSENT},
    {803, KN_ABSENT},
    {999, KN_ABSENT},
    {2, KN_NO_MEMORY},
    {209, KN_UNSUPPORTED},
    {222, KN_UNSUPPORTED},
    {700, KN_FAILED},
    {1, KN_FAILED},
    {12345, KN_FAILED},
};

START_TEST(codes_that_mean_no_gpu_are_absent_and_others_are_shown)
{
    ck_assert_int_eq(kn_cuda_status(codes[_i].code), codes[_i].status);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("CUDA codes");
    TCase *tcase = tcase_create("CUDA codes");
    tcase_add_loop_test(tcase, codes_that_mean_no_gpu_are_absent_and_others_are_shown, 0,
                        (int)(sizeof codes / sizeof codes[0]));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
