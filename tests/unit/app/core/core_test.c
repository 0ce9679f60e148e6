/* Runs the cases of app/core.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/app/core/core_cases.h"

int main(void)
{
    Suite *suite = suite_create("app/core");
    suite_add_tcase(suite, outline_case());
    suite_add_tcase(suite, paths_case());
    suite_add_tcase(suite, result_text_case());
    suite_add_tcase(suite, walk_text_case());
    suite_add_tcase(suite, words_case());
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
