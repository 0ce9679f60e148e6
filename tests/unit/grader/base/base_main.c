/* Runs the tests of grader/base.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "base_tests.h"

int main(void)
{
    Suite *suite = suite_create("grader/base");
    suite_add_tcase(suite, arena_cases());
    suite_add_tcase(suite, str_cases());
    suite_add_tcase(suite, buf_cases());
    suite_add_tcase(suite, diag_cases());
    suite_add_tcase(suite, err_cases());
    suite_add_tcase(suite, json_cases());
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
