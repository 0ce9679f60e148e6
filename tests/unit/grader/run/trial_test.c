/* Trials and the deep check, with a helper whose numbers are known.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/trial.h"

#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/unit/grader/run/run_support.h"

static struct scratch scratch;

static void setup(void)
{
    scratch_start(&scratch);
}

static void teardown(void)
{
    scratch_end(&scratch);
}

/* ---- trials ---------------------------------------------------------------------------------- */

static bool try_answer(const char *stub, const char *name, const char *answer,
                       struct gr_trial_counts *counts, struct gr_err *err)
{
    struct gr_session *session = scratch_session(&scratch, false, stub);
    struct gr_trial_options options = {.times = 20, .answer = answer};
    bool good = gr_trial(session, problem_called(session, name), &options, NULL, counts, err);
    gr_session_close(session);
    return good;
}

START_TEST(counts_the_verdicts_of_an_answer)
{
    static const struct {
        const char *stub, *name, *answer;
        enum gr_verdict verdict;
        const char *mistake;
    } rows[] = {{"good", "W1", "reference", GR_VERDICT_CORRECT, ""},
                {"good", "W1", "a * b", GR_VERDICT_CORRECT, ""},
                {"good", "W1", "a + b", GR_VERDICT_MISTAKE, "added"},
                {"good", "W1", "-1", GR_VERDICT_OUT_OF_DOMAIN, ""},
                {"good", "E1", "reference", GR_VERDICT_CORRECT, ""},
                {"good", "E1", "2*n^3 + n^2", GR_VERDICT_MISTAKE, "untiled"},
                {"good", "W2", "model", GR_VERDICT_CORRECT, ""},
                {"good", "W2", "reference", GR_VERDICT_CORRECT, ""},
                {"good", "W2", "8 B*n/beta + 2 FLOP*K*n/pi", GR_VERDICT_MISTAKE, "added-pipes"},
                {"poor", "W2", "reference", GR_VERDICT_NO_VERDICT, ""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_trial_counts counts;
        struct gr_err err = {0};
        ck_good(try_answer(rows[i].stub, rows[i].name, rows[i].answer, &counts, &err), err);
        ck_assert_msg(counts.verdicts[rows[i].verdict] == 20, "%s %s: %u", rows[i].name,
                      rows[i].answer, (unsigned)counts.verdicts[rows[i].verdict]);
        ck_assert_uint_eq(counts.times, 20);
        ck_assert_str_eq(counts.mistake, rows[i].mistake);
    }
}
END_TEST

START_TEST(never_calls_twice_the_model_correct)
{
    struct gr_trial_counts counts;
    struct gr_err err = {0};
    ck_good(try_answer("good", "W2", "2*model", &counts, &err), err);
    ck_assert_uint_eq(counts.verdicts[GR_VERDICT_CORRECT], 0);
    ck_assert(counts.off_low > 0.9 && counts.off_high < 1.0);
}
END_TEST

START_TEST(measures_how_far_answers_are_off)
{
    struct gr_trial_counts counts;
    struct gr_err err = {0};
    ck_good(try_answer("good", "W2", "0.95 * reference", &counts, &err), err);
    ck_assert_double_eq_tol(counts.off_low, -0.05, 1e-9);
    ck_assert_double_eq_tol(counts.off_high, -0.05, 1e-9);
    ck_assert(counts.longest_deal_ms > 0);
    ck_good(try_answer("poor", "W2", "reference", &counts, &err), err);
    ck_assert(counts.off_low == 0 && counts.off_high == 0 && counts.wrong_share_most == 1);
}
END_TEST

START_TEST(bounds_the_share_of_wrong_verdicts)
{
    /* 1 - 0.05^(1/50), and the published tables of Clopper and Pearson for the others. */
    static const struct {
        uint32_t hits, times;
        double most;
    } rows[] = {{0, 50, 0.058155}, {1, 50, 0.091397}, {0, 1, 0.95},
                {3, 10, 0.606624}, {10, 10, 1.0},     {0, 0, 1.0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_double_eq_tol(gr_share_most(rows[i].hits, rows[i].times), rows[i].most, 2e-6);
}
END_TEST

START_TEST(refuses_an_answer_that_is_no_expression_or_of_another_dimension)
{
    static const struct {
        const char *answer;
        enum gr_err_code code;
    } rows[] = {{"2 *", GR_E_USAGE},
                {"((((", GR_E_USAGE},
                {"nothing", GR_E_USAGE},
                {"1/0", GR_E_USAGE},
                {"beta", GR_E_USAGE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_trial_counts counts;
        struct gr_err err = {0};
        ck_assert(!try_answer("good", "W2", rows[i].answer, &counts, &err));
        ck_assert_msg(err.code == rows[i].code, "%s: %d %s", rows[i].answer, (int)err.code,
                      err.text);
    }
}
END_TEST

START_TEST(lets_a_failing_machine_pass_and_stops_when_it_lasts)
{
    struct gr_trial_counts counts;
    struct gr_err err = {0};
    ck_assert(!try_answer("crash", "E1", "reference", &counts, &err));
    ck_assert_int_eq(err.code, GR_E_MACHINE);
    ck_assert_uint_eq(counts.errors, 3);
    ck_assert_uint_eq(counts.times, 0);
}
END_TEST

START_TEST(says_why_when_not_one_deal_succeeds)
{
    struct gr_session *session = scratch_session(&scratch, false, "crash");
    struct gr_trial_options options = {.times = 1, .answer = "reference"};
    struct gr_trial_counts counts;
    struct gr_err err = {0};
    ck_assert(!gr_trial(session, problem_called(session, "E1"), &options, NULL, &counts, &err));
    ck_assert_int_eq(err.code, GR_E_MACHINE);
    ck_assert_uint_eq(counts.errors, 1);
    ck_assert(err.text[0] != '\0');
    gr_session_close(session);
}
END_TEST

START_TEST(leaves_no_busy_process_behind)
{
    struct gr_session *session = scratch_session(&scratch, false, "good");
    struct gr_trial_options options = {.times = 2, .answer = "reference", .load = 2};
    struct gr_trial_counts counts;
    struct gr_err err = {0};
    ck_good(gr_trial(session, problem_called(session, "W1"), &options, NULL, &counts, &err), err);
    ck_assert_uint_eq(counts.verdicts[GR_VERDICT_CORRECT], 2);
    options.load = 1000;
    ck_assert(!gr_trial(session, problem_called(session, "W1"), &options, NULL, &counts, &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    gr_session_close(session);
    errno = 0;
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
}
END_TEST

START_TEST(makes_the_open_deal_assisted)
{
    struct gr_session *session = scratch_session(&scratch, true, "good");
    struct gr_trial_options options = {.times = 1, .answer = "reference"};
    struct gr_trial_counts counts;
    struct gr_err err = {0};
    (void)deal_now(session, "W1", GR_WISH_CURRENT, 0);
    ck_good(gr_trial(session, problem_called(session, "W1"), &options, NULL, &counts, &err), err);
    ck_assert(gr_session_standing(session, "T.1.W1").is_assisted);
    gr_session_close(session);
}
END_TEST

/* ---- the deep check -------------------------------------------------------------------------- */

static const unsigned all_classes = 1u << KN_EXACT | 1u << KN_SEEDED | 1u << KN_TIMED;

static void deep(const char *stub, const struct gr_deep_options *options,
                 struct gr_deep_counts *counts, struct gr_diags *diags)
{
    struct gr_session *session = scratch_session(&scratch, false, stub);
    struct gr_err err = {0};
    ck_good(gr_check_deep(session, options, NULL, counts, diags, &err), err);
    for (size_t i = 0; i < diags->count; i++) /* `file` belongs to the course */
        diags->items[i].at.file = "";
    gr_session_close(session);
}

static bool has_code(const struct gr_diags *diags, const char *code)
{
    for (size_t i = 0; i < diags->count; i++) {
        if (strcmp(diags->items[i].code, code) == 0)
            return true;
    }
    return false;
}

START_TEST(finds_nothing_in_a_sound_course)
{
    struct gr_deep_options options = {.classes = all_classes};
    struct gr_deep_counts counts;
    struct gr_diags diags = {0};
    deep("good", &options, &counts, &diags);
    for (size_t i = 0; i < diags.count; i++)
        ck_assert_msg(false, "%s %s", diags.items[i].code, diags.items[i].text);
    ck_assert_uint_ge(counts.instances, 24 + 30 + 1);
    ck_assert_uint_gt(counts.tests, 4 * 24 + 30);
    ck_assert_uint_gt(counts.mistakes, 24 + 30);
    ck_assert_uint_eq(counts.no_verdicts, 0);
    gr_diags_free(&diags);
}
END_TEST

START_TEST(looks_at_the_classes_and_as_many_timed_instances_as_asked)
{
    static const struct {
        unsigned classes;
        uint32_t timed, instances;
    } rows[] = {{1u << KN_EXACT, 0, 54},
                {1u << KN_TIMED, 1, 1},
                {1u << KN_TIMED, 2, 2},
                {1u << KN_SEEDED, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_deep_options options = {.classes = rows[i].classes,
                                          .timed_instances = rows[i].timed};
        struct gr_deep_counts counts;
        struct gr_diags diags = {0};
        deep("good", &options, &counts, &diags);
        ck_assert_uint_eq(counts.instances, rows[i].instances);
        ck_assert_uint_eq(diags.count, 0);
        gr_diags_free(&diags);
    }
}
END_TEST

START_TEST(counts_a_deal_without_verdict_and_finds_nothing_in_it)
{
    struct gr_deep_options options = {.classes = 1u << KN_TIMED, .timed_instances = 1};
    struct gr_deep_counts counts;
    struct gr_diags diags = {0};
    deep("poor", &options, &counts, &diags);
    ck_assert(counts.no_verdicts == 1 && counts.instances == 1 && counts.tests == 0);
    ck_assert_uint_eq(diags.count, 0);
    gr_diags_free(&diags);
}
END_TEST

START_TEST(finds_what_is_wrong_with_a_problem)
{
    static const struct {
        const char *file, *from, *to, *code;
    } rows[] = {
        {"solutions/T.1/W1.md", "{? a * b}", "{? a * b + 1}", "D002"},
        {"solutions/T.1/W1.md", "{? a * b}", "{? reference}", "D002"},
        {"solutions/T.1/E1.md", "2*ceil(n/b) + 1", "2*n/b + 1", "D002"},
        {"problems/T.1/W1.yaml", "value: a + b", "value: a * b + 0 * a", "D005"},
        {"problems/T.1/W1.yaml", "value: a + b", "value: -1 * a", "D003"},
        {"problems/T.1/W1.yaml", "value: a + b", "value: twice", "D003"},
        {"problems/T.1/W1.yaml", "\"-1\", expect: out-of-domain", "\"-1\", expect: wrong", "D004"},
        {"problems/T.1/W1.yaml", "expect: mistake added", "expect: mistake doubled", "D004"},
        {"problems/T.1/W1.yaml", "let: {twice: 2 * b}", "let: {twice: 2 * b / (a - 3)}", "D006"},
        {"solutions/T.1/W1.md", "{= 3 * b}", "{= 3 * b / (a - 3)}", "D001"},
        {"problems/T.1/W1.yaml", "reference: a * b", "reference: a * b\n  model: a + b", "D007"},
        {"problems/T.1/W2.yaml", "reference: t\n", "reference: 2 * t\n", "D007"},
        {"problems/T.1/W2.yaml", "reference: t\n", "reference: 2 * t\n", "D002"},
        {"problems/T.1/W2.yaml", "reference: Kstar", "reference: Kstar\n  domain: [100, none]",
         "D002"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_deep_options options = {.classes = all_classes, .timed_instances = 1};
        struct gr_deep_counts counts;
        struct gr_diags diags = {0};
        scratch_edit(&scratch, rows[i].file, rows[i].from, rows[i].to);
        deep("good", &options, &counts, &diags);
        ck_assert_msg(has_code(&diags, rows[i].code), "row %zu: no %s among %zu, first %s", i,
                      rows[i].code, diags.count, diags.count > 0 ? diags.items[0].text : "-");
        scratch_edit(&scratch, rows[i].file, rows[i].to, rows[i].from);
        gr_diags_free(&diags);
    }
}
END_TEST

START_TEST(tells_a_fault_once_with_its_place_and_its_instances)
{
    static const struct {
        const char *file, *from, *to, *code;
        uint32_t line, column;
        const char *text;
    } rows[] = {
        {"solutions/T.1/W1.md", "{? a * b}", "{? a * b + 1}", "D002", 1, 66,
         "the solution's last number is not graded correct in 24 of 24 instances (0, 1, 2, ...); "
         "in instance 0 it is "},
        {"problems/T.1/W1.yaml", "reference: a * b", "reference: a * b\n  model: a + b", "D007", 23,
         10, "the model is not graded correct in 24 of 24 instances (0, 1, 2, ...)"},
        {"problems/T.1/W1.yaml", "\"3,5\", expect: unreadable", "\"3,5\", expect: mistake added",
         "D004", 35, 5,
         "this test, which expects mistake added, fails in 24 of 24 instances (0, 1, 2, ...); in "
         "instance 0 \"3,5\" is graded unreadable"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_deep_options options = {.classes = 1u << KN_EXACT};
        struct gr_deep_counts counts;
        struct gr_diags diags = {0};
        scratch_edit(&scratch, rows[i].file, rows[i].from, rows[i].to);
        deep("good", &options, &counts, &diags);
        ck_assert_uint_eq(diags.count, 1);
        const struct gr_diag *told = &diags.items[0];
        ck_assert_str_eq(told->code, rows[i].code);
        ck_assert_msg(strncmp(told->text, rows[i].text, strlen(rows[i].text)) == 0, "%s",
                      told->text);
        ck_assert_msg(told->at.line == rows[i].line && told->at.column == rows[i].column,
                      "%s: %u:%u", told->code, (unsigned)told->at.line, (unsigned)told->at.column);
        scratch_edit(&scratch, rows[i].file, rows[i].to, rows[i].from);
        gr_diags_free(&diags);
    }
}
END_TEST

START_TEST(looks_only_at_the_problems_it_is_given)
{
    struct gr_session *session = scratch_session(&scratch, false, "good");
    const struct gr_problem *given[] = {problem_called(session, "W1")};
    for (size_t count = 0; count < 2; count++) {
        struct gr_deep_options options = {
            .classes = all_classes, .problems = given, .problem_count = count};
        struct gr_deep_counts counts;
        struct gr_diags diags = {0};
        struct gr_err err = {0};
        ck_good(gr_check_deep(session, &options, NULL, &counts, &diags, &err), err);
        ck_assert_uint_eq(counts.instances, count == 0 ? 0 : 24);
        gr_diags_free(&diags);
    }
    gr_session_close(session);
}
END_TEST

START_TEST(ends_with_an_error_when_the_helper_fails)
{
    struct gr_session *session = scratch_session(&scratch, false, "crash");
    struct gr_deep_options options = {.classes = all_classes};
    struct gr_deep_counts counts;
    struct gr_diags diags = {0};
    struct gr_err err = {0};
    ck_assert(!gr_check_deep(session, &options, NULL, &counts, &diags, &err));
    ck_assert_int_eq(err.code, GR_E_MACHINE);
    gr_diags_free(&diags);
    gr_session_close(session);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trial");
    TCase *tests = tcase_create("trial and deep check");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, counts_the_verdicts_of_an_answer);
    tcase_add_test(tests, never_calls_twice_the_model_correct);
    tcase_add_test(tests, measures_how_far_answers_are_off);
    tcase_add_test(tests, bounds_the_share_of_wrong_verdicts);
    tcase_add_test(tests, refuses_an_answer_that_is_no_expression_or_of_another_dimension);
    tcase_add_test(tests, lets_a_failing_machine_pass_and_stops_when_it_lasts);
    tcase_add_test(tests, says_why_when_not_one_deal_succeeds);
    tcase_add_test(tests, leaves_no_busy_process_behind);
    tcase_add_test(tests, makes_the_open_deal_assisted);
    tcase_add_test(tests, finds_nothing_in_a_sound_course);
    tcase_add_test(tests, looks_at_the_classes_and_as_many_timed_instances_as_asked);
    tcase_add_test(tests, counts_a_deal_without_verdict_and_finds_nothing_in_it);
    tcase_add_test(tests, finds_what_is_wrong_with_a_problem);
    tcase_add_test(tests, tells_a_fault_once_with_its_place_and_its_instances);
    tcase_add_test(tests, looks_only_at_the_problems_it_is_given);
    tcase_add_test(tests, ends_with_an_error_when_the_helper_fails);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
