/* The shipped course on this machine, with the real helper: every exact instance is dealt and
 * looked through, each timed problem once, and (by hand or nightly) trials beside a busy core.
 *     shipped_course_test exact | timed | trial
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/run/trial.h"

static struct gr_session *open_shipped(void)
{
    const char *bin = getenv("WALLCLOCK_BIN"), *source = getenv("WALLCLOCK_SOURCE");
    char kn[512];
    struct gr_session *session = NULL;
    struct gr_err err = {0};
    ck_assert_msg(bin != NULL && source != NULL, "WALLCLOCK_BIN and WALLCLOCK_SOURCE are not set");
    (void)snprintf(kn, sizeof kn, "%s/kn", bin);
    struct gr_session_options options = {.course_root = source, .kn_path = kn, .student = "ada"};
    ck_assert_msg(gr_session_open(&options, &session, NULL, &err), "%s", err.text);
    return session;
}

static void check_deep(unsigned classes, uint32_t timed_instances, uint32_t least)
{
    struct gr_session *session = open_shipped();
    struct gr_deep_options options = {.classes = classes, .timed_instances = timed_instances};
    struct gr_deep_counts counts;
    struct gr_diags diags = {0};
    struct gr_err err = {0};
    ck_assert_msg(gr_check_deep(session, &options, NULL, &counts, &diags, &err), "%s", err.text);
    for (size_t i = 0; i < diags.count; i++)
        (void)fprintf(stderr, "%s:%u:%u: %s %s\n", diags.items[i].at.file,
                      (unsigned)diags.items[i].at.line, (unsigned)diags.items[i].at.column,
                      diags.items[i].code, diags.items[i].text);
    (void)fprintf(stderr,
                  "%u instances, %u without verdict, %u tests, %u mistakes, %u passed over\n",
                  (unsigned)counts.instances, (unsigned)counts.no_verdicts, (unsigned)counts.tests,
                  (unsigned)counts.mistakes, (unsigned)counts.mistakes_passed_over);
    ck_assert_uint_eq(diags.count, 0);
    ck_assert_uint_eq(diags.lost, 0);
    ck_assert_uint_ge(counts.instances, least);
    gr_diags_free(&diags);
    gr_session_close(session);
}

static uint32_t problems_of(enum kn_class wanted)
{
    struct gr_session *session = open_shipped();
    const struct gr_course *course = gr_session_course(session);
    uint32_t count = 0;
    for (size_t i = 0; i < course->problem_count; i++)
        count += course->problems[i]->problem_class == wanted ? 1 : 0;
    gr_session_close(session);
    return count;
}

START_TEST(deals_and_grades_every_exact_instance)
{
    uint32_t problems = problems_of(KN_EXACT);
    ck_assert_uint_gt(problems, 0);
    check_deep(1u << KN_EXACT | 1u << KN_SEEDED, 0, problems * 24);
}
END_TEST

START_TEST(deals_and_grades_each_timed_problem_once)
{
    uint32_t problems = problems_of(KN_TIMED);
    ck_assert_uint_gt(problems, 0);
    check_deep(1u << KN_TIMED, 1, problems);
}
END_TEST

static void try_timed(const char *answer, struct gr_trial_counts *sum)
{
    struct gr_session *session = open_shipped();
    const struct gr_course *course = gr_session_course(session);
    struct gr_trial_options options = {.times = 20, .answer = answer, .load = 1};
    for (size_t i = 0; i < course->problem_count; i++) {
        struct gr_trial_counts counts;
        struct gr_err err = {0};
        if (course->problems[i]->problem_class != KN_TIMED)
            continue;
        ck_assert_msg(gr_trial(session, course->problems[i], &options, NULL, &counts, &err),
                      "%s: %s", course->problems[i]->id, err.text);
        for (size_t v = 0; v < GR_VERDICT_COUNT; v++)
            sum->verdicts[v] += counts.verdicts[v];
        sum->times += counts.times;
    }
    gr_session_close(session);
}

START_TEST(never_marks_the_model_wrong_beside_a_busy_core)
{
    struct gr_trial_counts sum = {0};
    try_timed("model", &sum);
    ck_assert_uint_eq(sum.verdicts[GR_VERDICT_WRONG] + sum.verdicts[GR_VERDICT_MISTAKE], 0);
    ck_assert(sum.verdicts[GR_VERDICT_NO_VERDICT] <= sum.times / 10);
}
END_TEST

START_TEST(never_marks_twice_the_model_correct)
{
    struct gr_trial_counts sum = {0};
    try_timed("2*model", &sum);
    ck_assert_uint_eq(sum.verdicts[GR_VERDICT_CORRECT], 0);
}
END_TEST

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "exact";
    Suite *suite = suite_create("shipped course");
    TCase *tests = tcase_create(part);
    tcase_set_timeout(tests, 900);
    if (strcmp(part, "exact") == 0) {
        tcase_add_test(tests, deals_and_grades_every_exact_instance);
    } else if (strcmp(part, "timed") == 0) {
        tcase_add_test(tests, deals_and_grades_each_timed_problem_once);
    } else {
        tcase_add_test(tests, never_marks_the_model_wrong_beside_a_busy_core);
        tcase_add_test(tests, never_marks_twice_the_model_correct);
    }
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
