/* A student's way through the screens: what was shown is there again on the way back and at the
 * next start, what is counted belongs to its deal, and nothing costs more than was said. Real
 * program, real terminal.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <check.h>

#include "tests/golden/stage.h"

static struct stage stage;

static void set_up(void)
{
    stage_make(&stage, 24, 80);
}

static void tear_down(void)
{
    stage_free(&stage);
}

/* At the question of the problem, text typed and its draft saved. */
static void type_draft(const char *text)
{
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    stage_type(&stage, text);
    stage_wait(&stage, "draft saved");
}

static void answer(const char *text)
{
    stage_key(&stage, "Enter Ctrl-U");
    stage_type(&stage, text);
    stage_key(&stage, "Enter Enter");
}

START_TEST(says_so_where_a_second_instance_can_only_read)
{
    struct stage second = {.rows = 24, .columns = 80};
    type_draft("1");
    second.folder = stage.folder;
    stage_run(&second, NULL);
    stage_wait(&second, "read-only, nothing is saved: open in");
    stage_key(&second, "Q");
    stage_expect_end(&second, 0, VT_DEADLINE_MS);
    vt_end(&second.vt);
}
END_TEST

START_TEST(keeps_what_a_read_only_instance_typed_until_it_is_left)
{
    struct stage second = {.rows = 24, .columns = 80};
    type_draft("1");
    second.folder = stage.folder;
    stage_run(&second, "open", "W1", NULL);
    stage_wait(&second, "nothing is saved");
    stage_key(&second, "Enter Ctrl-U");
    stage_type(&second, "77");
    stage_key(&second, "Enter Enter");
    stage_wait(&second, "end that one and start again"); /* not cut: on two rows */
    stage_key(&second, "Esc q");
    stage_wait(&second, "Resume W1");
    stage_key(&second, "Enter");
    stage_wait(&second, "[77 ");
    stage_key(&second, "Q");
    stage_wait(&second, "could not be saved");
    stage_key(&second, "Q");
    stage_expect_end(&second, 0, VT_DEADLINE_MS);
    vt_end(&second.vt);
}
END_TEST

START_TEST(comes_back_to_the_result_and_not_to_another_text)
{
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    answer("50");
    stage_wait(&stage, "Try again");
    stage_key(&stage, "w");
    stage_wait(&stage, "w again tells all"); /* it would make the deal an assisted one */
    ck_assert(vt_shows(&stage.vt, "Try again"));
    stage_key(&stage, "w");
    stage_wait(&stage, "Verdict");
    stage_key(&stage, "q");
    stage_wait(&stage, "Try again");
    stage_key(&stage, "S");
    stage_wait(&stage, "A lap moves");
    stage_key(&stage, "q q");
    stage_wait(&stage, "How much does rank");
}
END_TEST

START_TEST(counts_attempts_and_assistance_in_this_deal_only)
{
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    answer("50");
    stage_wait(&stage, "Try again");
    stage_key(&stage, "S S q q");
    stage_wait(&stage, "Attempts in this deal: 1");
    ck_assert(vt_shows(&stage.vt, "Assisted"));
    stage_key(&stage, "d");
    stage_wait(&stage, "instance 3");
    ck_assert(!vt_shows(&stage.vt, "Attempts"));
    ck_assert(!vt_shows(&stage.vt, "Assisted"));
}
END_TEST

START_TEST(shows_the_hints_given_so_far_at_the_next_start_and_in_the_walk)
{
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    stage_key(&stage, "H");
    stage_wait(&stage, "Hint 1.");
    stage_key(&stage, "Q");
    stage_expect_end(&stage, 0, VT_DEADLINE_MS);
    stage_run(&stage, NULL);
    stage_wait(&stage, "Hint 1.");
    stage_key(&stage, "W F3");
    stage_wait(&stage, "Hint 2.");
    ck_assert(vt_shows(&stage.vt, "____"));
}
END_TEST

START_TEST(fills_no_blank_of_a_fresh_walk_with_an_old_text)
{
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    stage_key(&stage, "W");
    stage_wait(&stage, "step 1");
    stage_type(&stage, "4000");
    stage_wait(&stage, "draft saved");
    stage_key(&stage, "Esc q");
    stage_wait(&stage, "How much does rank");
    stage_key(&stage, "d");
    stage_wait(&stage, "instance 3");
    stage_key(&stage, "W");
    stage_wait(&stage, "step 1");
    ck_assert(!vt_shows(&stage.vt, "4000"));
}
END_TEST

START_TEST(says_why_there_is_no_question)
{
    stage.more[0] = "WALLCLOCK_KN=/nonexistent/kn";
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "Not dealt yet: WALLCLOCK_KN names /nonexistent/kn");
}
END_TEST

START_TEST(opens_where_one_left_off)
{
    stage_run(&stage, "open", "basics.1", NULL);
    stage_wait(&stage, "two laps");
    stage_key(&stage, "Q");
    stage_expect_end(&stage, 0, VT_DEADLINE_MS);
    stage_run(&stage, NULL);
    stage_wait(&stage, "two laps");
    stage_key(&stage, "q");
    stage_wait(&stage, "Resume basics.1");
}
END_TEST

START_TEST(goes_back_to_where_a_page_was_read)
{
    stage.rows = 12;
    stage_run(&stage, "open", "basics.1", NULL);
    stage_wait(&stage, "two laps");
    stage_key(&stage, "Space");
    stage_wait(&stage, "reduce-scatter");
    stage_key(&stage, "Q");
    stage_expect_end(&stage, 0, VT_DEADLINE_MS);
    stage_run(&stage, NULL);
    stage_wait(&stage, "reduce-scatter");
    ck_assert(!vt_shows(&stage.vt, "two laps"));
}
END_TEST

/* A kernel that answers only after seconds, or never. */
START_TEST(stops_a_run_at_once_and_counts_nothing)
{
    static const char *const keys[] = {"Esc", "Ctrl-C", "q"};
    char slow[STAGE_PATH];
    const char *bin = getenv("WALLCLOCK_BUILD");
    ck_assert_ptr_nonnull(bin);
    (void)snprintf(slow, sizeof slow, "WALLCLOCK_KN=%s/tests-bin/silent_kn", bin);
    stage.more[0] = slow;
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "Esc or Ctrl-C stops it");
    stage_key(&stage, keys[_i]);
    ck_assert(vt_wait(&stage.vt, "Nothing was counted", 1000));
    stage_key(&stage, "Q");
    stage_expect_end(&stage, 0, VT_DEADLINE_MS);
}
END_TEST

/* Whoever reads the keys while a kernel runs stays there when it ends: Esc must close the help, not
 * leave the question. */
START_TEST(keeps_the_help_open_when_a_run_ends)
{
    char gate[STAGE_PATH], silent[STAGE_PATH], gate_is[STAGE_PATH + 16], then[STAGE_PATH];
    (void)snprintf(gate, sizeof gate, "%s/gate", stage.folder.path);
    ck_assert_int_eq(mkfifo(gate, 0600), 0);
    (void)snprintf(gate_is, sizeof gate_is, "SILENT_KN_GATE=%s", gate);
    (void)snprintf(silent, sizeof silent, "WALLCLOCK_KN=%s/tests-bin/silent_kn",
                   getenv("WALLCLOCK_BUILD"));
    (void)snprintf(then, sizeof then, "SILENT_KN_THEN=%s/kn", getenv("WALLCLOCK_BIN"));
    stage.more[0] = silent;
    stage.more[1] = gate_is;
    stage.more[2] = then;
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "Esc or Ctrl-C stops it");
    stage_key(&stage, "?");
    stage_wait(&stage, "Keys on this screen");
    int fd = open(gate, O_WRONLY | O_CLOEXEC); /* the helper waits for it */
    ck_assert_int_ge(fd, 0);
    stage_wait(&stage, "instance 2");
    ck_assert(vt_shows(&stage.vt, "Keys on this screen"));
    ck_assert(vt_shows(&stage.vt, "walk through it")); /* those of the question now */
    stage_key(&stage, "Esc");
    stage_wait(&stage, "How much does rank");
    (void)close(fd);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("student");
    TCase *way = tcase_create("way");
    tcase_add_checked_fixture(way, set_up, tear_down);
    tcase_set_timeout(way, 60);
    tcase_add_test(way, says_so_where_a_second_instance_can_only_read);
    tcase_add_test(way, keeps_what_a_read_only_instance_typed_until_it_is_left);
    tcase_add_test(way, comes_back_to_the_result_and_not_to_another_text);
    tcase_add_test(way, counts_attempts_and_assistance_in_this_deal_only);
    tcase_add_test(way, shows_the_hints_given_so_far_at_the_next_start_and_in_the_walk);
    tcase_add_test(way, fills_no_blank_of_a_fresh_walk_with_an_old_text);
    tcase_add_test(way, says_why_there_is_no_question);
    tcase_add_test(way, opens_where_one_left_off);
    tcase_add_test(way, goes_back_to_where_a_page_was_read);
    tcase_add_loop_test(way, stops_a_run_at_once_and_counts_nothing, 0, 3);
    tcase_add_test(way, keeps_the_help_open_when_a_run_ends);
    suite_add_tcase(suite, way);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
