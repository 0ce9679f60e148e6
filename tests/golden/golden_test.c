/* Golden screens: scripts drive the real program on a terminal and compare what it shows,
 * attributes and cursor included. See scripts/README.md.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include <check.h>

#include "tests/golden/stage.h"

static const char *const scripts[] = {"course", "narrow", "walk", "plainest"};

START_TEST(shows_the_screens_of_each_script)
{
    stage_script(scripts[_i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("golden");
    TCase *screens = tcase_create("screens");
    tcase_set_timeout(screens, 90);
    tcase_add_loop_test(screens, shows_the_screens_of_each_script, 0,
                        (int)(sizeof scripts / sizeof scripts[0]));
    suite_add_tcase(suite, screens);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
