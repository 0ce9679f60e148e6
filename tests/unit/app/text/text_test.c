/* Runs the test cases of the text ring.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/app/text/text_test.h"

#include <stdlib.h>

int main(void)
{
    Suite *suite = suite_create("app_text");
    suite_add_tcase(suite, width_cases());
    suite_add_tcase(suite, maths_cases());
    suite_add_tcase(suite, doc_cases());
    suite_add_tcase(suite, doc_check_cases());
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
