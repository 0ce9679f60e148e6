/* A student at work: verdicts, what is counted, and which deal is open.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- verdicts -------------------------------------------------------------------------------- */

START_TEST(gives_each_kind_of_verdict_and_counts_the_graded_ones)
{
    static const struct {
        const char *text; /* "=": the reference; "+": the sum of a and b */
        enum gr_verdict verdict;
        bool is_counted;
    } rows[] = {{"", GR_VERDICT_UNREADABLE, false},    {"3,5", GR_VERDICT_UNREADABLE, false},
                {"5 s", GR_VERDICT_WRONG_UNIT, false}, {"-5", GR_VERDICT_OUT_OF_DOMAIN, false},
                {"+", GR_VERDICT_MISTAKE, true},       {"1", GR_VERDICT_WRONG, true},
                {"1.0", GR_VERDICT_WRONG, false},      {"=", GR_VERDICT_CORRECT, true}};
    struct gr_session *session = scratch_session(&scratch, true, "good");
    uint32_t counted = 0;
    const struct gr_deal *deal = deal_now(session, "W1", GR_WISH_INSTANCE, 5);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[64];
        const char *typed = rows[i].text;
        if (strcmp(typed, "=") == 0)
            typed = right_text(session, "W1", false, text);
        if (strcmp(typed, "+") == 0)
            typed = value_text(number_of(deal, "a") + number_of(deal, "b"), text);
        struct gr_result result = answer_text(session, "W1", false, typed);
        counted += rows[i].is_counted ? 1 : 0;
        ck_assert_msg(result.judgement.verdict == rows[i].verdict, "%s: %s", rows[i].text,
                      gr_verdict_word(result.judgement.verdict));
        ck_assert_msg(result.is_counted == rows[i].is_counted, "%s", rows[i].text);
        ck_assert_uint_eq(result.attempts, counted);
        ck_assert(result.is_solved == (rows[i].verdict == GR_VERDICT_CORRECT));
    }
    struct gr_standing standing = standing_of(session, "T.1.W1");
    ck_assert(standing.is_solved && !standing.is_assisted && !standing.by_twin);
    ck_assert_uint_eq(standing.attempts, 3);
    ck_assert_uint_eq(standing.points, 3);
    gr_session_close(session);
}
END_TEST

START_TEST(fills_the_words_of_a_mistake_with_the_deals_values)
{
    struct gr_session *session = scratch_session(&scratch, false, "good");
    const struct gr_deal *deal = deal_now(session, "W1", GR_WISH_INSTANCE, 5);
    double a = number_of(deal, "a"), b = number_of(deal, "b");
    char text[64], a_text[64], b_text[64], want[160];
    struct gr_result result = answer_text(session, "W1", false, value_text(a + b, text));
    (void)snprintf(want, sizeof want, "You added %s and %s.", value_text(a, a_text),
                   value_text(b, b_text));
    ck_assert_str_eq(result.judgement.mistake, "added");
    ck_assert_str_eq(result.judgement.say, want);
    gr_session_close(session);
}
END_TEST

START_TEST(counts_nothing_on_a_dry_run)
{
    struct gr_session *session = scratch_session(&scratch, true, "good");
    const struct gr_deal *deal = deal_now(session, "W1", GR_WISH_CURRENT, 0);
    struct gr_result result;
    struct gr_err err = {0};
    char text[64];
    ck_good(gr_session_answer(session, deal, false, gr_str(right_text(session, "W1", false, text)),
                              true, &result, &err),
            err);
    ck_assert_int_eq(result.judgement.verdict, GR_VERDICT_CORRECT);
    ck_assert(!result.is_counted && !result.is_solved);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").attempts, 0);
    gr_session_close(session);
}
END_TEST

START_TEST(counts_the_same_value_once_in_a_deal)
{
    struct gr_session *session = scratch_session(&scratch, true, "good");
    (void)deal_now(session, "E1", GR_WISH_CURRENT, 0);
    ck_assert(answer_text(session, "E1", false, "12").is_counted);
    struct gr_result again = answer_text(session, "E1", false, "12.0 words");
    ck_assert(again.is_repeat && !again.is_counted);
    ck_assert_uint_eq(again.attempts, 1);
    (void)deal_now(session, "E1", GR_WISH_FRESH, 0);
    ck_assert(answer_text(session, "E1", false, "12").is_counted);
    ck_assert_uint_eq(standing_of(session, "T.1.E1").attempts, 2);
    gr_session_close(session);
}
END_TEST

START_TEST(grades_a_timed_answer_within_its_tolerance)
{
    static const struct {
        double share;
        enum gr_verdict verdict;
    } rows[] = {{1.00, GR_VERDICT_CORRECT},
                {1.11, GR_VERDICT_CORRECT},
                {0.89, GR_VERDICT_CORRECT},
                {0.80, GR_VERDICT_NEAR}};
    struct gr_session *session = scratch_session(&scratch, true, "good");
    const struct gr_deal *deal = deal_now(session, "W2", GR_WISH_CURRENT, 0);
    double reference = deal->answer.rule.reference;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[64];
        struct gr_result result =
            answer_text(session, "W2", false, value_text(rows[i].share * reference, text));
        ck_assert_msg(result.judgement.verdict == rows[i].verdict, "%s: %s", text,
                      gr_verdict_word(result.judgement.verdict));
    }
    gr_session_close(session);
}
END_TEST

/* ---- no verdict and the twin ----------------------------------------------------------------- */

START_TEST(withholds_the_verdict_of_a_poor_deal_and_takes_the_twin)
{
    struct gr_session *session = scratch_session(&scratch, true, "poor");
    char text[64];
    struct gr_result result = answer_text(session, "W2", false, "5 ms");
    ck_assert_int_eq(result.judgement.verdict, GR_VERDICT_NO_VERDICT);
    ck_assert(!result.is_counted && result.attempts == 0);
    ck_assert_msg(strstr(result.judgement.say, "drifted") != NULL &&
                      strstr(result.judgement.say, "twin") != NULL,
                  "%s", result.judgement.say);
    ck_assert_int_eq(answer_text(session, "W2", false, "5 B").judgement.verdict,
                     GR_VERDICT_WRONG_UNIT);
    result = answer_text(session, "W2", true, right_text(session, "W2", true, text));
    ck_assert_int_eq(result.judgement.verdict, GR_VERDICT_CORRECT);
    ck_assert(result.is_counted && result.is_solved && result.on_twin);
    struct gr_standing standing = standing_of(session, "T.1.W2");
    ck_assert(standing.is_solved && standing.by_twin && standing.points == 1);
    gr_session_close(session);
}
END_TEST

START_TEST(says_why_there_was_no_verdict)
{
    struct gr_session *session = scratch_session(&scratch, true, "poor");
    struct gr_err err = {0};
    struct gr_buf text;
    gr_buf_start(&text, 1 << 16);
    (void)answer_text(session, "W2", false, "5 ms");
    ck_good(gr_session_why(session, problem_called(session, "W2"), &text, &err), err);
    ck_assert_msg(said(&text, "drifted") && said(&text, "nothing was counted"), "%s", text.ptr);
    gr_buf_free(&text);
    gr_session_close(session);
}
END_TEST

START_TEST(refuses_a_twin_where_there_is_none)
{
    struct gr_session *session = scratch_session(&scratch, false, "good");
    const struct gr_deal *deal = deal_now(session, "W1", GR_WISH_CURRENT, 0);
    struct gr_result result;
    struct gr_err err = {0};
    struct gr_buf text;
    gr_buf_start(&text, 4096);
    ck_assert(!gr_session_answer(session, deal, true, gr_str("1"), false, &result, &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    err = (struct gr_err){0};
    ck_assert(!gr_deal_statement(deal, true, &text, &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    gr_buf_free(&text);
    gr_session_close(session);
}
END_TEST

/* ---- which instance, which deal -------------------------------------------------------------- */

START_TEST(deals_the_next_instance_on_a_fresh_deal)
{
    struct gr_session *session = scratch_session(&scratch, true, "good");
    uint32_t first = deal_now(session, "W1", GR_WISH_CURRENT, 0)->instance;
    ck_assert_uint_eq(deal_now(session, "W1", GR_WISH_CURRENT, 0)->instance, first);
    ck_assert_uint_eq(deal_now(session, "W1", GR_WISH_FRESH, 0)->instance, (first + 1) % 24);
    ck_assert_uint_eq(deal_now(session, "W1", GR_WISH_INSTANCE, 23)->instance, 23);
    ck_assert_uint_eq(deal_now(session, "W1", GR_WISH_FRESH, 0)->instance, 0);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").deals, 4);
    /* Asking for the instance that lies open deals nothing. */
    (void)deal_now(session, "W1", GR_WISH_INSTANCE, 0);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").deals, 4);
    gr_session_close(session);
}
END_TEST

START_TEST(gives_two_students_their_own_instances_unless_the_chapter_says_same)
{
    uint32_t seen[2][8] = {{0}};
    for (int same = 0; same < 2; same++) {
        if (same == 1)
            scratch_edit(&scratch, "content/T.1/chapter.yaml",
                         "status:", "instances: same\nstatus:");
        for (size_t i = 0; i < 8; i++) {
            char student[2] = {(char)('a' + i), '\0'};
            struct gr_session_options options = {.course_root = scratch.course, .student = student};
            struct gr_session *session = NULL;
            struct gr_err err = {0};
            ck_good(gr_session_open(&options, &session, NULL, &err), err);
            seen[same][i] = deal_now(session, "W1", GR_WISH_CURRENT, 0)->instance;
            gr_session_close(session);
        }
    }
    size_t differ[2] = {0};
    for (size_t same = 0; same < 2; same++) {
        for (size_t i = 1; i < 8; i++)
            differ[same] += seen[same][i] != seen[same][0] ? 1 : 0;
    }
    ck_assert_uint_gt(differ[0], 0);
    ck_assert_uint_eq(differ[1], 0);
}
END_TEST

START_TEST(refuses_an_answer_to_a_deal_that_is_gone)
{
    struct gr_session *session = scratch_session(&scratch, false, "good");
    struct gr_deal stale = *deal_now(session, "W1", GR_WISH_CURRENT, 0);
    struct gr_result result;
    struct gr_err err = {0};
    (void)deal_now(session, "W1", GR_WISH_FRESH, 0);
    stale.arena = (struct gr_arena){0};
    stale.answer.rule.wrong_count = 0;
    ck_assert(!gr_session_answer(session, &stale, false, gr_str("1"), false, &result, &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    gr_session_close(session);
}
END_TEST

START_TEST(goes_on_with_the_open_deal_in_a_new_session)
{
    struct gr_session *first = scratch_session(&scratch, true, "good");
    const struct gr_deal *deal = deal_now(first, "W2", GR_WISH_CURRENT, 0);
    double reference = deal->answer.rule.reference, low = deal->answer.low;
    uint32_t instance = deal->instance;
    int64_t seq = deal->seq;
    ck_assert(answer_text(first, "W2", false, "1 ms").is_counted);
    gr_session_close(first);

    /* The helper would crash: nothing may be measured again. */
    struct gr_session *second = scratch_session(&scratch, true, "crash");
    deal = deal_now(second, "W2", GR_WISH_CURRENT, 0);
    ck_assert(deal->answer.rule.reference == reference && deal->answer.low == low);
    ck_assert(deal->instance == instance && deal->seq == seq);
    ck_assert(answer_text(second, "W2", false, "1 ms").is_repeat);
    char text[64];
    struct gr_result result =
        answer_text(second, "W2", false, right_text(second, "W2", false, text));
    ck_assert_uint_eq(result.attempts, 2);
    ck_assert(result.is_solved);
    gr_session_close(second);
}
END_TEST

START_TEST(ends_the_open_deal_when_the_problem_has_a_new_rev)
{
    char text[64];
    struct gr_session *session = scratch_session(&scratch, true, "good");
    (void)answer_text(session, "W1", false, right_text(session, "W1", false, text));
    uint32_t instance = standing_of(session, "T.1.W1").instance;
    ck_assert(!standing_of(session, "T.1.W1").is_changed);
    gr_session_close(session);

    scratch_edit(&scratch, "problems/T.1/W1.yaml", "rev: 1", "rev: 2");
    session = scratch_session(&scratch, true, "good");
    struct gr_err err = {0};
    ck_assert_ptr_null(gr_session_current(session, problem_called(session, "W1"), &err));
    ck_assert_int_eq(err.code, GR_OK);
    struct gr_standing standing = standing_of(session, "T.1.W1");
    ck_assert(standing.is_solved && standing.is_changed);
    ck_assert_uint_eq(deal_now(session, "W1", GR_WISH_CURRENT, 0)->instance, (instance + 1) % 24);
    (void)answer_text(session, "W1", false, right_text(session, "W1", false, text));
    ck_assert(!standing_of(session, "T.1.W1").is_changed);
    gr_session_close(session);
}
END_TEST

START_TEST(deals_again_when_the_file_no_longer_fits_the_open_deal)
{
    struct gr_session *session = scratch_session(&scratch, true, "good");
    (void)deal_now(session, "W1", GR_WISH_CURRENT, 0);
    gr_session_close(session);
    scratch_edit(&scratch, "problems/T.1/W1.yaml", "params:", "params:\n  c: {choose: [7]}");
    session = scratch_session(&scratch, true, "good");
    ck_assert(number_of(deal_now(session, "W1", GR_WISH_CURRENT, 0), "c") == 7);
    gr_session_close(session);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session");
    TCase *tests = tcase_create("session");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, gives_each_kind_of_verdict_and_counts_the_graded_ones);
    tcase_add_test(tests, fills_the_words_of_a_mistake_with_the_deals_values);
    tcase_add_test(tests, counts_nothing_on_a_dry_run);
    tcase_add_test(tests, counts_the_same_value_once_in_a_deal);
    tcase_add_test(tests, grades_a_timed_answer_within_its_tolerance);
    tcase_add_test(tests, withholds_the_verdict_of_a_poor_deal_and_takes_the_twin);
    tcase_add_test(tests, says_why_there_was_no_verdict);
    tcase_add_test(tests, refuses_a_twin_where_there_is_none);
    tcase_add_test(tests, deals_the_next_instance_on_a_fresh_deal);
    tcase_add_test(tests, gives_two_students_their_own_instances_unless_the_chapter_says_same);
    tcase_add_test(tests, refuses_an_answer_to_a_deal_that_is_gone);
    tcase_add_test(tests, goes_on_with_the_open_deal_in_a_new_session);
    tcase_add_test(tests, ends_the_open_deal_when_the_problem_has_a_new_rev);
    tcase_add_test(tests, deals_again_when_the_file_no_longer_fits_the_open_deal);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
