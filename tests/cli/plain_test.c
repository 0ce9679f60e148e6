/* Plain mode through a pipe: a complete course in lines, no escapes, answers in two steps, nothing
 * lost, and Ctrl-C that stops a run but not the program.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/cli/world.h"

static struct world world;

static void set_up(void)
{
    world_make(&world);
}

static void tear_down(void)
{
    world_free(&world);
}

/* Feeds the script to `wallclock --plain`; the transcript is world_out. */
static void play(const char *script)
{
    ck_assert_int_eq(world_feed(&world, gr_str(script), "--plain", NULL), 0);
    for (const char *c = world_out(&world); *c != '\0'; c++)
        ck_assert_msg(*c == '\n' || (unsigned char)*c >= 0x20, "byte %d in the transcript", *c);
}

START_TEST(every_command_of_the_line_mode_answers)
{
    static const char *const lines[][2] = {
        {"h", "open ITEM: go to a page or problem"},
        {"home", "T.1 Test Chapter   S1 Small   draft"},
        {"list", "[ ] W1 "},
        {"progress", "0 of 1 solved"},
        {"open basics.1", "a) six"},
        {"b", "Right. A byte has eight bits."},
        {"next", "A word of this chapter is four bytes long."},
        {"back", "A byte has eight bits, so n bytes have"},
        {"open W1", "Two ranks all-reduce"},
        {"hint", "Hint 1 of 2. Each rank sends half"},
        {"twin", "How many laps are there?"},
        {"back", "Around the ring"},
        {"walk", "Step 1: what stands here?"},
        {"solution", "Each lap moves half of the vector"},
        {"deal again", "Around the ring"},
        {"why", "no verdict"},
        {"lits", "Did you mean list?"},
        {"open W7", "W1"},
        {"read", "Around the ring"},
    };
    set_up();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct gr_buf script;
        gr_buf_start(&script, 4096);
        for (size_t before = 0; before <= i; before++)
            gr_buf_printf(&script, "%s\n", lines[before][0]);
        if (strcmp(lines[i][0], "lits") != 0)
            play(gr_buf_cstr(&script));
        else
            play("lits\n");
        world_says(world_out(&world), lines[i][1]);
        gr_buf_free(&script);
        tear_down();
        set_up();
    }
    tear_down();
}
END_TEST

START_TEST(an_answer_counts_only_after_a_yes)
{
    set_up();
    play("open E1\n7\nn\n8\n\n9\nwhat\n10\n");
    world_says(world_out(&world), "E1> 7\nRead as 7. Submit? y or n: n\nNot submitted.\n");
    world_says(world_out(&world), "Neither y nor n, so it was not submitted.");
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Bits (started)");
    play("open E1\ny\n7\ny\n");
    world_says(world_out(&world), "You had typed 10, not submitted.");
    world_says(world_out(&world), "Read as 7. Submit? y or n: y\nNot accepted.\n");
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Bits (1 attempt)");
    tear_down();
}
END_TEST

START_TEST(a_solved_problem_leads_to_the_next)
{
    set_up();
    play("open W1\ntwin\n2\ny\nnext\n");
    world_says(world_out(&world), "Correct.\nRead as 2.");
    world_says(world_out(&world), "Next: E1, Bits. Type next.");
    world_says(world_out(&world), "E1: Bits");
    tear_down();
}
END_TEST

START_TEST(the_walk_goes_step_by_step_to_the_end)
{
    set_up();
    play("open W1\nwalk\n1\n");
    world_says(world_out(&world), "W1 step 1> 1\nRead as 1. ");
    static const char *const halves[] = {"500", "1000", "1500", "2000"};
    bool ended = false;
    for (size_t i = 0; i < 4; i++) {
        char script[64];
        (void)snprintf(script, sizeof script, "open W1\nwalk\n%s\n", halves[i]);
        play(script);
        ended = ended || strstr(world_out(&world), "That is the whole walk.") != NULL;
    }
    ck_assert(ended);
    tear_down();
}
END_TEST

START_TEST(hints_are_never_repeated_by_themselves)
{
    set_up();
    play("open W1\nread\nread\n1 kB\nn\n2 kB\nn\n");
    ck_assert_ptr_null(strstr(world_out(&world), "Hint"));
    const char *commands = strstr(world_out(&world), "Type h for commands");
    ck_assert_ptr_nonnull(commands);
    ck_assert_ptr_null(strstr(commands + 1, "Type h for commands"));
    tear_down();
}
END_TEST

START_TEST(why_an_answer_cannot_be_read_is_a_sentence)
{
    set_up();
    play("open W1\n3,5\n");
    world_says(world_out(&world), "use a point: 3.5 - or 35 without separators (character 2). This "
                                  "costs no attempt.\n");
    tear_down();
}
END_TEST

START_TEST(commands_of_the_shell_are_never_taken_for_answers)
{
    static const char *const lines[][2] = {
        {"reset", "wallclock reset ITEM.\n"},
        {"reset W1", "wallclock reset ITEM.\n"},
        {"export", "wallclock export [FILE].\n"},
        {"backup", "wallclock backup [FILE].\n"},
        {"doctor", "leave with q and type wallclock doctor.\n"},
        {"skip", "E1: Bits\n"},
        {"previous", "basics.2> \n"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char script[64];
        set_up();
        (void)snprintf(script, sizeof script, "open W1\n%s\n", lines[i][0]);
        play(script);
        world_says(world_out(&world), lines[i][1]);
        ck_assert_ptr_null(strstr(world_out(&world), "This costs no attempt"));
        tear_down();
    }
}
END_TEST

START_TEST(what_looks_like_a_mistyped_command_is_said_to_be_one)
{
    set_up();
    play("open W1\nhitn\n");
    world_says(world_out(&world), "This costs no attempt.\nIf you meant the command, type hint.");
    tear_down();
}
END_TEST

START_TEST(the_end_of_input_leaves_with_everything_saved)
{
    set_up();
    play("open E1\n77");
    world_says(world_out(&world), "Read as 77. Submit? y or n: \n");
    play("open E1\n");
    world_says(world_out(&world), "You had typed 77, not submitted.");
    play("");
    world_says(world_out(&world), "Where you are: E1, Bits");
    tear_down();
}
END_TEST

START_TEST(an_item_on_the_command_line_is_opened_first)
{
    set_up();
    ck_assert_int_eq(world_feed(&world, gr_str("q\n"), "open", "basics.2", "--plain", NULL), 0);
    world_says(world_out(&world), "A word of this chapter is four bytes long.");
    ck_assert_int_eq(world_feed(&world, gr_str("q\n"), "open", "nope", "--plain", NULL), 0);
    world_says(world_out(&world), "nope");
    tear_down();
}
END_TEST

START_TEST(ctrl_c_stops_a_run_and_not_the_program)
{
    char script[WORLD_PATH] = "FAKE_KN=progress";
    set_up();
    (void)snprintf(world.kn, sizeof world.kn, "WALLCLOCK_KN=%s/tests-bin/fake_kn",
                   getenv("WALLCLOCK_BUILD"));
    ck_assert_int_eq(access(strchr(world.kn, '=') + 1, X_OK), 0);
    world.more_env[0] = script;
    world_start(&world, "--plain", NULL);
    ck_assert(proc_write(&world.ran, gr_str("open W1\n")));
    ck_assert(proc_wait_text(&world.ran, "measuring"));
    proc_kill(&world.ran, SIGINT);
    ck_assert(proc_wait_text(&world.ran, "Stopped. Nothing was recorded."));
    proc_kill(&world.ran, SIGINT);
    ck_assert(proc_wait_text(&world.ran, "Nothing is running. q leaves."));
    ck_assert(proc_write(&world.ran, gr_str("list\nq\n")));
    proc_wait(&world.ran);
    ck_assert_int_eq(world.ran.status, 0);
    world_says(world_out(&world), "Around the ring (new)");
    tear_down();
}
END_TEST

START_TEST(ctrl_c_ends_a_command_that_runs_with_its_status)
{
    char script[WORLD_PATH] = "FAKE_KN=hang", ready[WORLD_PATH + 32];
    char args[WORLD_PATH];
    set_up();
    (void)temp_folder_name(&world.folder, "args", args, sizeof args);
    (void)snprintf(ready, sizeof ready, "FAKE_KN_ARGS=%s", args);
    (void)snprintf(world.kn, sizeof world.kn, "WALLCLOCK_KN=%s/tests-bin/fake_kn",
                   getenv("WALLCLOCK_BUILD"));
    world.more_env[0] = script;
    world.more_env[1] = ready;
    world_start(&world, "read", "W1", NULL);
    for (int i = 0; i < 2000 && access(args, F_OK) != 0; i++)
        proc_take(&world.ran, 5); /* until the helper has started */
    proc_kill(&world.ran, SIGINT);
    proc_wait(&world.ran);
    ck_assert_int_eq(world.ran.status, 130);
    tear_down();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        every_command_of_the_line_mode_answers,
        an_answer_counts_only_after_a_yes,
        a_solved_problem_leads_to_the_next,
        the_walk_goes_step_by_step_to_the_end,
        hints_are_never_repeated_by_themselves,
        why_an_answer_cannot_be_read_is_a_sentence,
        commands_of_the_shell_are_never_taken_for_answers,
        what_looks_like_a_mistyped_command_is_said_to_be_one,
        the_end_of_input_leaves_with_everything_saved,
        an_item_on_the_command_line_is_opened_first,
        ctrl_c_stops_a_run_and_not_the_program,
        ctrl_c_ends_a_command_that_runs_with_its_status,
    };
    return world_tests("plain", 40, tests, sizeof tests / sizeof tests[0]);
}
