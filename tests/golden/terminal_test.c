/* What a terminal can do to a program, and what the program owes then: nothing typed is lost, and
 * the terminal is left as it was found. Real program, real pty, a parent like a shell.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <sys/resource.h>

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

static void expect_draft(const char *text)
{
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, text);
}

static bool wrote(const char *bytes)
{
    return strstr(gr_buf_cstr(&stage.vt.raw), bytes) != NULL;
}

START_TEST(leaves_the_terminal_as_it_was_found)
{
    stage_run(&stage, NULL);
    stage_wait(&stage, "Begin with");
    ck_assert(stage.vt.has_altscreen);
    ck_assert(wrote("\033[?2004h"));
    stage_key(&stage, "q");
    stage_expect_end(&stage, 0, VT_DEADLINE_MS);
    ck_assert(stage.vt.pty.same_termios);
    ck_assert(!stage.vt.has_altscreen);
    ck_assert(stage.vt.has_cursor);
    ck_assert(wrote("\033[?2004l"));
}
END_TEST

START_TEST(suspends_and_comes_back_with_its_modes_and_the_draft)
{
    type_draft("12.5 kB");
    gr_buf_clear(&stage.vt.raw);
    stage_key(&stage, "Ctrl-Z");
    ck_assert_int_eq(vt_wait_news(&stage.vt, VT_DEADLINE_MS), PTY_STOPPED);
    ck_assert(stage.vt.pty.same_termios);
    ck_assert(!stage.vt.has_altscreen);
    gr_buf_clear(&stage.vt.raw);
    vt_resize(&stage.vt, 16, 60); /* while it is stopped, no signal tells it */
    pty_continue(&stage.vt.pty);
    stage_wait(&stage, "12.5 kB");
    ck_assert(stage.vt.has_altscreen);
    ck_assert(wrote("\033[?2004h"));
    ck_assert(vt_shows(&stage.vt, "Esc leave the field"));
    vt_paste(&stage.vt, "7\n8\n9\n");
    stage_wait(&stage, "12.5 kB7");
    ck_assert(!vt_shows(&stage.vt, "accepted: "));
    stage_key(&stage, "Esc Q");
    stage_expect_end(&stage, 0, VT_DEADLINE_MS);
    ck_assert(stage.vt.pty.same_termios);
}
END_TEST

START_TEST(comes_back_after_a_stop_that_cannot_be_caught)
{
    type_draft("3");
    pty_signal(&stage.vt.pty, SIGSTOP);
    ck_assert_int_eq(vt_wait_news(&stage.vt, VT_DEADLINE_MS), PTY_STOPPED);
    gr_buf_clear(&stage.vt.raw);
    pty_continue(&stage.vt.pty);
    vt_settle(&stage.vt, 4 * VT_QUIET_MS);
    ck_assert(wrote("\033[?2004h"));
    stage_type(&stage, "1");
    stage_wait(&stage, "31");
}
END_TEST

START_TEST(saves_the_draft_and_ends_by_the_signal_that_came)
{
    static const struct {
        int signal_number, status;
    } rows[] = {{SIGHUP, 129}, {SIGTERM, 143}, {SIGQUIT, 131}};
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    vt_type(&stage.vt, "77.7"); /* no pause: the draft is not saved yet */
    ck_assert(vt_wait(&stage.vt, "77.7", VT_DEADLINE_MS));
    pty_signal(&stage.vt.pty, rows[_i].signal_number);
    stage_expect_end(&stage, rows[_i].status, 1000);
    ck_assert(stage.vt.pty.same_termios);
    expect_draft("77.7");
}
END_TEST

START_TEST(ends_within_a_second_when_the_terminal_is_closed)
{
    type_draft("88.8");
    vt_type(&stage.vt, "9");
    ck_assert(vt_wait(&stage.vt, "88.89", VT_DEADLINE_MS));
    pty_hang_up(&stage.vt.pty);
    ck_assert_int_eq(pty_news(&stage.vt.pty, 1000), PTY_ENDED);
    ck_assert_int_eq(stage.vt.pty.status, 129);
    expect_draft("88.89");
}
END_TEST

START_TEST(keeps_the_draft_when_killed_after_a_rest)
{
    type_draft("66.6 kB");
    pty_signal(&stage.vt.pty, SIGKILL);
    stage_expect_end(&stage, 128 + SIGKILL, VT_DEADLINE_MS);
    expect_draft("66.6 kB");
}
END_TEST

START_TEST(gives_the_terminal_back_on_a_crash)
{
    type_draft("5");
    pty_signal(&stage.vt.pty, SIGSEGV);
    ck_assert_int_eq(vt_wait_news(&stage.vt, VT_DEADLINE_MS), PTY_ENDED);
    ck_assert_int_ne(stage.vt.pty.status, 0);
    ck_assert(stage.vt.pty.same_termios);
    ck_assert(!stage.vt.has_altscreen);
    ck_assert(stage.vt.has_cursor);
    ck_assert(wrote("stopped by an internal error"));
    expect_draft("5");
}
END_TEST

START_TEST(never_submits_a_paste)
{
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    vt_paste(&stage.vt, "11\n22\n33\n");
    stage_wait(&stage, "pasted: the first line only");
    ck_assert(!vt_shows(&stage.vt, "22"));
    vt_type(&stage.vt, "44\r55\r\r\r"); /* as a terminal without bracketed paste sends it */
    stage_wait(&stage, "came as a paste");
    ck_assert(!vt_shows(&stage.vt, "Attempt 1"));
    ck_assert(vt_shows(&stage.vt, "How much does rank"));
}
END_TEST

START_TEST(runs_no_command_from_a_paste_into_a_list)
{
    stage_run(&stage, NULL);
    stage_wait(&stage, "Begin with");
    vt_paste(&stage.vt, "q\nQ\nrr\n");
    stage_wait(&stage, "a paste goes into an answer field only");
    ck_assert(vt_shows(&stage.vt, "Begin with"));
}
END_TEST

START_TEST(keeps_text_and_focus_through_every_size)
{
    static const int sizes[][2] = {{60, 200}, {24, 80}, {12, 40}, {8, 30},  {6, 20}, {3, 10},
                                   {1, 1},    {2, 200}, {50, 5},  {16, 44}, {24, 80}};
    type_draft("12");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        vt_resize(&stage.vt, sizes[i][0], sizes[i][1]);
        vt_settle(&stage.vt, 20);
        vt_type(&stage.vt, "3");
        vt_settle(&stage.vt, 20);
    }
    stage_wait(&stage, "[1233333333333 ");
}
END_TEST

/* Keys without a use here, sequences that curses does not know, bytes that are no character: typed
 * again and again they neither end the program nor put letters into the field. */
static const char *const strange[] = {"\033[2~",
                                      "\033[17~",
                                      "\033[99~",
                                      "\033[<0;10;10M\033[<0;10;10m",
                                      "\033]11;rgb:1e1e/1e1e/1e1e\033\\",
                                      "\033OZ",
                                      "\351",
                                      "\377\376",
                                      "\303"};

START_TEST(takes_no_harm_from_keys_and_bytes_that_mean_nothing)
{
    type_draft("12");
    for (int times = 0; times < 5; times++) {
        vt_type(&stage.vt, strange[_i]);
        vt_settle(&stage.vt, VT_QUIET_MS);
    }
    stage_type(&stage, "3");
    stage_wait(&stage, "[123 ");
    ck_assert(vt_shows(&stage.vt, "leave the field"));
}
END_TEST

START_TEST(keeps_a_paste_whole_around_bytes_that_are_no_character)
{
    stage_run(&stage, NULL);
    stage_wait(&stage, "Begin with");
    vt_paste(&stage.vt, "\377\351\nQQ\n");
    stage_wait(&stage, "a paste goes into an answer field only");
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    vt_paste(&stage.vt, "\3511\3772 kB\303\n3");
    stage_wait(&stage, "[12 kB ");
}
END_TEST

/* Terminals move their lines about when their size changes: what stands there afterwards is what a
 * full redraw gives. */
START_TEST(draws_everything_anew_after_a_change_of_size)
{
    static const int sizes[][2] = {{12, 40}, {30, 100}, {6, 20}, {24, 80}};
    type_draft("12");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        gr_buf_clear(&stage.vt.raw);
        vt_resize(&stage.vt, sizes[i][0], sizes[i][1]);
        vt_settle(&stage.vt, 2 * VT_QUIET_MS);
        ck_assert(wrote("\033[H\033[2J"));
    }
}
END_TEST

/* What each terminal type shows; NULL: no screen, the program goes on in plain lines. */
static const struct {
    const char *term;
    const char *shows;
    bool has_altscreen;
} types[] = {{"xterm-256color", "Begin with", true},
             {"linux", "Begin with", false},
             {"vt100", "Begin with", false},
             {"screen", "Begin with", true},
             {"tmux-256color", "Begin with", true},
             {"no-such-terminal", "is unknown here", true},
             {"dumb", "Begin", false}};

START_TEST(opens_or_explains_itself_on_every_type_of_terminal)
{
    stage.term = types[_i].term;
    stage_run(&stage, NULL);
    if (strcmp(types[_i].term, "dumb") == 0) {
        vt_settle(&stage.vt, 10 * VT_QUIET_MS);
        ck_assert(!wrote("\033"));
        return;
    }
    stage_wait(&stage, types[_i].shows);
    ck_assert_int_eq(stage.vt.has_altscreen, types[_i].has_altscreen);
    stage_key(&stage, "q");
    stage_expect_end(&stage, 0, VT_DEADLINE_MS);
    ck_assert(stage.vt.pty.same_termios);
}
END_TEST

static const char *const locales[] = {"C.UTF-8", "C", "no_SUCH.UTF-8", "POSIX"};

START_TEST(lines_up_and_reads_numbers_alike_in_every_locale)
{
    stage.locale = locales[_i];
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    stage_type(&stage, "3.12");
    stage_wait(&stage, "reads as 3.12 kB");
    stage_key(&stage, "Ctrl-U");
    stage_type(&stage, "3,12");
    stage_wait(&stage, "3.12");
    ck_assert(vt_shows(&stage.vt, "\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80"));
}
END_TEST

/* SGR with a colour: 30-37, 38, 90-97. */
static bool wrote_color(void)
{
    const char *at = gr_buf_cstr(&stage.vt.raw);
    while ((at = strstr(at, "\033[")) != NULL) {
        at += 2;
        size_t len = strspn(at, "0123456789;");
        for (size_t i = 0; at[len] == 'm' && i < len; i++) {
            bool starts = i == 0 || at[i - 1] == ';';
            bool two = i + 1 < len && at[i + 1] != ';';
            if (starts && two && ((at[i] == '3' && at[i + 1] <= '8') || at[i] == '9'))
                return true;
        }
    }
    return false;
}

START_TEST(sends_no_colour_where_none_is_wanted)
{
    stage.more[0] = _i == 0 ? "NO_COLOR=1" : NULL;
    stage_run(&stage, "open", "W1", NULL);
    stage_wait(&stage, "How much does rank");
    stage_type(&stage, "3,12");
    stage_wait(&stage, "3.12");
    stage_key(&stage, "Ctrl-U");
    stage_type(&stage, "50");
    stage_key(&stage, "Enter");
    stage_key(&stage, "Enter");
    stage_wait(&stage, "Not accepted");
    ck_assert_int_eq(wrote_color(), _i != 0);
}
END_TEST

/* Of every file that the program writes from now on; 0: as before. The signal that comes with it is
 * left at its default: the program itself must bear it. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes == 0 ? limit.rlim_max : bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

START_TEST(says_that_the_disk_is_full_and_keeps_what_is_typed)
{
    enum { ROOM_BYTES = 48 * 1024, MOST_KEYS = 24 };
    type_draft("1");
    stage_key(&stage, "Esc Q");
    stage_expect_end(&stage, 0, VT_DEADLINE_MS);
    limit_files(ROOM_BYTES);
    stage_run(&stage, "open", "W1", NULL);
    limit_files(0);
    stage_wait(&stage, "[1 ");
    stage_key(&stage, "Enter");
    char typed[MOST_KEYS + 3] = "[1";
    for (size_t i = 0; i < MOST_KEYS && !vt_shows(&stage.vt, "is full"); i++) {
        gr_buf_clear(&stage.vt.raw);
        stage_type(&stage, "2");
        typed[i + 2] = '2';
        for (int rest = 0;
             rest < 20 && !vt_shows(&stage.vt, "draft saved") && !vt_shows(&stage.vt, "is full");
             rest++)
            vt_settle(&stage.vt, VT_QUIET_MS);
    }
    stage_wait(&stage, "is full");
    stage_wait(&stage, typed);
    ck_assert(stage.vt.has_altscreen);
    stage_key(&stage, "Enter Enter"); /* it cannot be recorded, so it is no attempt */
    stage_wait(&stage, "is full");
    stage_wait(&stage, typed);
    ck_assert(!vt_shows(&stage.vt, "Attempt 1"));
    pty_signal(&stage.vt.pty, SIGTERM);
    stage_expect_end(&stage, 143, VT_DEADLINE_MS);
    ck_assert(!stage.vt.has_altscreen);
    ck_assert(stage.vt.pty.same_termios);
}
END_TEST

static TCase *sized(const char *name)
{
    TCase *test = tcase_create(name);
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_set_timeout(test, 60);
    return test;
}

int main(void)
{
    Suite *suite = suite_create("terminal");
    TCase *life = sized("life");
    tcase_add_test(life, leaves_the_terminal_as_it_was_found);
    tcase_add_test(life, suspends_and_comes_back_with_its_modes_and_the_draft);
    tcase_add_test(life, comes_back_after_a_stop_that_cannot_be_caught);
    tcase_add_loop_test(life, saves_the_draft_and_ends_by_the_signal_that_came, 0, 3);
    tcase_add_test(life, ends_within_a_second_when_the_terminal_is_closed);
    tcase_add_test(life, keeps_the_draft_when_killed_after_a_rest);
    tcase_add_test(life, gives_the_terminal_back_on_a_crash);
    tcase_add_test(life, says_that_the_disk_is_full_and_keeps_what_is_typed);
    TCase *input = sized("input");
    tcase_add_test(input, never_submits_a_paste);
    tcase_add_test(input, runs_no_command_from_a_paste_into_a_list);
    tcase_add_test(input, keeps_text_and_focus_through_every_size);
    tcase_add_loop_test(input, takes_no_harm_from_keys_and_bytes_that_mean_nothing, 0,
                        (int)(sizeof strange / sizeof strange[0]));
    tcase_add_test(input, keeps_a_paste_whole_around_bytes_that_are_no_character);
    tcase_add_test(input, draws_everything_anew_after_a_change_of_size);
    TCase *kinds = sized("kinds");
    tcase_add_loop_test(kinds, opens_or_explains_itself_on_every_type_of_terminal, 0,
                        (int)(sizeof types / sizeof types[0]));
    tcase_add_loop_test(kinds, lines_up_and_reads_numbers_alike_in_every_locale, 0,
                        (int)(sizeof locales / sizeof locales[0]));
    tcase_add_loop_test(kinds, sends_no_colour_where_none_is_wanted, 0, 2);
    suite_add_tcase(suite, life);
    suite_add_tcase(suite, input);
    suite_add_tcase(suite, kinds);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
