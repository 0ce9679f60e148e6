/* Taking the course from the shell: reading, answering, hints, twins, solutions, reasons, and every
 * exit status an answer can have.
 * SPDX-License-Identifier: GPL-3.0-or-later */
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

/* Instances as the fixture deals them: k of W1 chooses n, and rank 0 sends 4 n bytes. */
static double sent_kb(const char *instance)
{
    int status = world_run(&world, "answer", "W1", "2 laps", "--twin", "--dry-run", "--instance",
                           instance, NULL);
    ck_assert_int_eq(status, 1); /* "laps" is no unit; it deals all the same */
    static const char *const tries[] = {"4", "8", "12", "16"};
    for (size_t i = 0; i < 4; i++)
        if (world_run(&world, "answer", "W1", tries[i], "--dry-run", "--instance", instance,
                      NULL) == 0)
            return 4.0 * (double)(i + 1);
    ck_abort_msg("no value of the fixture is accepted");
}

START_TEST(a_problem_is_read_with_its_values_and_instance)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "read", "w1", NULL), 0);
    world_says(world_out(&world), "W1: Around the ring");
    world_says(world_out(&world), "instance ");
    world_says(world_out(&world), "Two ranks all-reduce ");
    world_says(world_out(&world), "Answer in kB, within 1 %.");
    ck_assert_ptr_null(strchr(world_out(&world), '\033'));
    tear_down();
}
END_TEST

START_TEST(a_correct_answer_exits_with_zero_and_is_remembered)
{
    set_up();
    char value[32];
    (void)snprintf(value, sizeof value, "%d kB", (int)sent_kb("2"));
    ck_assert_int_eq(world_run(&world, "answer", "W1", value, "--instance", "2", NULL), 0);
    world_says(world_out(&world), "Correct.\n");
    world_says(world_out(&world), "Reference ");
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "[x] W1 ");
    ck_assert_int_eq(world_run(&world, "why", "W1", NULL), 0);
    world_says(world_out(&world), "Verdict: correct");
    tear_down();
}
END_TEST

START_TEST(a_wrong_answer_exits_with_one_and_keeps_the_reference_to_itself)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "W1", "77 kB", NULL), 1);
    world_says(world_out(&world), "Not accepted.");
    ck_assert_ptr_null(strstr(world_out(&world), "Reference "));
    struct gr_arena arena = {0};
    ck_assert_int_eq(world_run(&world, "answer", "W1", "78 kB", "--json", NULL), 1);
    const struct gr_node *json = world_json(&world, &arena);
    ck_assert(gr_str_is(json_text(json, "verdict"), "wrong"));
    ck_assert(gr_str_is(json_text(json, "attempts"), "2"));
    ck_assert_ptr_null(gr_node_get(json, "reference"));
    gr_arena_free(&arena);
    tear_down();
}
END_TEST

static const struct {
    const char *value, *verdict;
    int status;
} free_answers[] = {
    {"3,5", "unreadable", 1}, {"", "unreadable", 1},     {"5 s", "wrong-unit", 1},
    {"--5", "unreadable", 1}, {"-1/0", "unreadable", 1}, {"3 min", "wrong-unit", 1},
};

START_TEST(what_cannot_be_read_costs_nothing)
{
    set_up();
    for (size_t i = 0; i < sizeof free_answers / sizeof free_answers[0]; i++) {
        struct gr_arena arena = {0};
        int status = world_run(&world, "answer", "W1", free_answers[i].value, "--json", NULL);
        const struct gr_node *json = world_json(&world, &arena);
        ck_assert_int_eq(status, free_answers[i].status);
        ck_assert(gr_str_is(json_text(json, "verdict"), free_answers[i].verdict));
        ck_assert(gr_str_is(json_text(json, "attempts"), "0"));
        ck_assert(gr_str_is(json_text(json, "counted"), "false"));
        gr_arena_free(&arena);
    }
    tear_down();
}
END_TEST

START_TEST(a_negative_value_needs_no_quoting)
{
    set_up();
    struct gr_arena arena = {0};
    static const char minus_five[] = "\xE2\x88\x92" /* U+2212 */ "5";
    static const char *const values[] = {"-5", "-.5", "- 5", minus_five, "-2^2"};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        ck_assert_int_eq(world_run(&world, "answer", "E1", values[i], "--json", NULL), 1);
        const struct gr_node *json = world_json(&world, &arena);
        ck_assert_msg(gr_str_starts(json_text(json, "value"), "-"), "%s: %s", values[i],
                      world_out(&world));
    }
    ck_assert_int_eq(world_run(&world, "answer", "--json", "E1", "-5", NULL), 1);
    ck_assert_int_eq(world_run(&world, "answer", "E1", "5", "kB", "--json", NULL), 1);
    ck_assert(gr_str_is(json_text(world_json(&world, &arena), "verdict"), "wrong-unit"));
    gr_arena_free(&arena);
    tear_down();
}
END_TEST

START_TEST(the_same_value_is_not_counted_twice)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7.0", NULL), 1);
    world_says(world_out(&world), "not counted again");
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Bits (1 attempt)");
    tear_down();
}
END_TEST

START_TEST(a_twin_solves_its_problem_and_says_so)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "twin", "W1", NULL), 0);
    world_says(world_out(&world), "How many laps are there?");
    ck_assert_int_eq(world_run(&world, "answer", "W1", "2", "--twin", NULL), 0);
    world_says(world_out(&world), "Solved by its twin");
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "solved by its twin");
    tear_down();
}
END_TEST

START_TEST(a_solution_seen_first_makes_the_answer_assisted)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "solution", "W1", NULL), 0);
    world_says(world_out(&world), "Each lap moves half of the vector");
    world_says(world_err(&world), "assisted");
    ck_assert_int_eq(world_run(&world, "list", "--json", NULL), 0);
    world_says(world_out(&world), "\"assisted\": true");
    tear_down();
}
END_TEST

START_TEST(kernel_run_and_trial_make_open_problems_assisted)
{
    set_up();
    static const char *const ways[][4] = {{"kernel", "run", "ring", "p=2"}, {"trial", "W1"}};
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(world_run(&world, "reset", "W1", "--yes", NULL), 0);
        ck_assert_int_eq(world_run(&world, "read", "W1", NULL), 0);
        ck_assert_int_eq(world_run(&world, "list", NULL), 0);
        world_says(world_out(&world), "Around the ring (started)");
        if (i == 0)
            (void)world_run(&world, "kernel", "run", "ring", "p=2", "n=8", "dtype=fp32", NULL);
        else
            (void)world_run(&world, ways[i][0], ways[i][1], "--times", "2", NULL);
        ck_assert_int_eq(world.ran.status, 0);
        ck_assert_int_eq(world_run(&world, "list", NULL), 0);
        world_says(world_out(&world), "Around the ring (started, assisted)");
    }
    tear_down();
}
END_TEST

START_TEST(hints_come_one_by_one_and_are_counted)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "hint", "W1", NULL), 0);
    world_says(world_out(&world), "Hint 1 of 2\nEach rank sends half");
    ck_assert_int_eq(world_run(&world, "hint", "W1", NULL), 0);
    world_says(world_out(&world), "Hint 2 of 2\nThere are two laps.");
    ck_assert_int_eq(world_run(&world, "hint", "W1", NULL), 0);
    world_says(world_out(&world), "All hints");
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "2 hints");
    tear_down();
}
END_TEST

START_TEST(a_dry_run_grades_and_leaves_no_trace)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "W1", "77", "--dry-run", NULL), 1);
    world_says(world_out(&world), "Nothing was recorded");
    ck_assert_int_eq(world_run(&world, "read", "E1", NULL), 0);
    ck_assert_int_eq(world_run(&world, "answer", "E1", "77", "--dry-run", NULL), 1);
    ck_assert_int_eq(world_run(&world, "answer", "W1", "77", "--dry-run", NULL), 1);
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Bits (started)");
    world_says(world_out(&world), "Around the ring (new)");
    tear_down();
}
END_TEST

START_TEST(the_question_of_a_page_is_answered_by_a_letter)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "read", "basics.1", NULL), 0);
    world_says(world_out(&world), "b) eight");
    ck_assert_int_eq(world_run(&world, "answer", "basics.1", "a", NULL), 1);
    world_says(world_out(&world), "Not that one. A byte has eight bits.");
    ck_assert_int_eq(world_run(&world, "answer", "basics.1", "b", "--json", NULL), 0);
    world_says(world_out(&world), "\"right\": true");
    ck_assert_int_eq(world_run(&world, "answer", "basics.1", "d", NULL), 2);
    ck_assert_int_eq(world_run(&world, "answer", "basics.2", "a", NULL), 2);
    tear_down();
}
END_TEST

START_TEST(an_instance_outside_the_range_is_wrong_use)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "W1", "1", "--instance", "4", NULL), 2);
    world_says(world_err(&world), "from 0 to 3");
    ck_assert_int_eq(world_run(&world, "answer", "W1", "1", "--instance", "-1", NULL), 2);
    tear_down();
}
END_TEST

/* Plays kn from a script that the fake helper understands. */
static void use_fake_kn(const char *script)
{
    (void)snprintf(world.kn, sizeof world.kn, "WALLCLOCK_KN=%s/tests-bin/fake_kn",
                   getenv("WALLCLOCK_BUILD"));
    ck_assert_int_eq(access(strchr(world.kn, '=') + 1, X_OK), 0);
    world.more_env[0] = script;
}

START_TEST(a_run_nobody_may_be_graded_by_exits_with_five)
{
    set_up();
    char script[WORLD_PATH] = "FAKE_KN="
                              "say out\\tlatency\\t1e-9\\ts\\ttimed\\t1e-9\\t1e-9\\t9\\n;"
                              "say out\\tissue_rate\\t1e9\\t1/s\\ttimed\\t1e9\\t1e9\\t9\\n;"
                              "say out\\twidth\\t16\\t\\texact\\t16\\t16\\t1\\n;"
                              "say out\\trate\\t3e10\\tFLOP/s\\ttimed\\t3e10\\t3e10\\t9\\n;"
                              "say gate\\tdrift\\tfail\\tthe clock drifted\\n;"
                              "say end\\tok\\tpoor\\tthe clock drifted\\n";
    use_fake_kn(script);
    ck_assert_int_eq(world_run(&world, "answer", "E2", "30 GFLOP/s", "--json", NULL), 5);
    world_says(world_out(&world), "\"verdict\": \"no-verdict\"");
    ck_assert_int_eq(world_run(&world, "read", "E2", NULL), 0);
    world_says(world_out(&world), "No verdict can be given on this deal");
    ck_assert_int_eq(world_run(&world, "answer", "E2", "32 FLOP", "--twin", NULL), 0);
    world_says(world_out(&world), "Solved by its twin");
    tear_down();
}
END_TEST

START_TEST(a_helper_that_fails_exits_with_three_and_records_nothing)
{
    static const char *const scripts[] = {"FAKE_KN=crash", "FAKE_KN=exit 3",
                                          "FAKE_KN=say what is this\\n"};
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        char script[WORLD_PATH];
        set_up();
        (void)snprintf(script, sizeof script, "%s", scripts[i]);
        use_fake_kn(script);
        int status = world_run(&world, "read", "W1", NULL);
        ck_assert_msg(status == 3, "%s: exit %d: %s", scripts[i], status, world_err(&world));
        ck_assert_int_eq(world_run(&world, "list", NULL), 0);
        world_says(world_out(&world), "Around the ring (new)");
        tear_down();
    }
}
END_TEST

START_TEST(a_missing_helper_exits_with_three_and_names_it)
{
    set_up();
    (void)snprintf(world.kn, sizeof world.kn, "WALLCLOCK_KN=/nowhere/kn");
    ck_assert_int_eq(world_run(&world, "read", "W1", NULL), 3);
    world_says(world_err(&world), "/nowhere/kn");
    ck_assert_int_eq(world_run(&world, "read", "basics.1", NULL), 0);
    ck_assert_int_eq(world_run(&world, "kernel", "list", NULL), 3);
    tear_down();
}
END_TEST

START_TEST(a_trial_with_a_broken_helper_says_so_however_short_it_is)
{
    static const char *const times[] = {"1", "2", "50"};
    set_up();
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        (void)snprintf(world.kn, sizeof world.kn, "WALLCLOCK_KN=/bin/false");
        ck_assert_int_eq(world_run(&world, "trial", "W1", "--times", times[i], NULL), 3);
        world_says(world_err(&world), "kn ended with status 1");
        ck_assert_str_eq(world_out(&world), "");
    }
    tear_down();
}
END_TEST

START_TEST(a_trial_counts_verdicts)
{
    set_up();
    struct gr_arena arena = {0};
    ck_assert_int_eq(world_run(&world, "trial", "W1", "--times", "6", "--json", NULL), 0);
    const struct gr_node *json = world_json(&world, &arena);
    ck_assert(gr_str_is(json_text(json, "schema"), "wallclock.trial/1"));
    ck_assert(gr_str_is(json_text(json, "correct"), "6"));
    ck_assert(gr_str_is(json_text(json, "wrong"), "0"));
    ck_assert_int_eq(
        world_run(&world, "trial", "W1", "--times", "3", "--answer", "2*reference", "--json", NULL),
        1);
    ck_assert(gr_str_is(json_text(world_json(&world, &arena), "correct"), "0"));
    ck_assert_int_ne(world_run(&world, "trial", "W1", "--answer", "nothing", NULL), 0);
    gr_arena_free(&arena);
    tear_down();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_problem_is_read_with_its_values_and_instance,
        a_correct_answer_exits_with_zero_and_is_remembered,
        a_wrong_answer_exits_with_one_and_keeps_the_reference_to_itself,
        what_cannot_be_read_costs_nothing,
        a_negative_value_needs_no_quoting,
        the_same_value_is_not_counted_twice,
        a_twin_solves_its_problem_and_says_so,
        a_solution_seen_first_makes_the_answer_assisted,
        kernel_run_and_trial_make_open_problems_assisted,
        hints_come_one_by_one_and_are_counted,
        a_dry_run_grades_and_leaves_no_trace,
        the_question_of_a_page_is_answered_by_a_letter,
        an_instance_outside_the_range_is_wrong_use,
        a_run_nobody_may_be_graded_by_exits_with_five,
        a_helper_that_fails_exits_with_three_and_records_nothing,
        a_missing_helper_exits_with_three_and_names_it,
        a_trial_with_a_broken_helper_says_so_however_short_it_is,
        a_trial_counts_verdicts,
    };
    return world_tests("answers", 40, tests, sizeof tests / sizeof tests[0]);
}
