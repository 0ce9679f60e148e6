/* Runs the test cases of the view ring.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/app/view/view_test.h"

#include <stdlib.h>

int main(void)
{
    Suite *suite = suite_create("app_view");
    suite_add_tcase(suite, grid_cases());
    suite_add_tcase(suite, field_cases());
    suite_add_tcase(suite, keymap_cases());
    suite_add_tcase(suite, sheet_cases());
    suite_add_tcase(suite, ui_cases());
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
