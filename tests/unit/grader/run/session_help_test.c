/* Hints, solutions, the walk and `why`: what shows how to get there, and what that costs.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/journal/wall_time.h"
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

/* ---- hints, solutions, assistance ------------------------------------------------------------ */

START_TEST(gives_one_hint_after_another_and_counts_them)
{
    struct gr_session *session = scratch_session(&scratch, true, "good");
    const struct gr_deal *deal = deal_now(session, "W1", GR_WISH_CURRENT, 0);
    static const uint32_t numbers[] = {1, 2, 0, 0};
    char text[64], right[64];
    for (size_t i = 0; i < 4; i++) {
        struct gr_buf hint;
        struct gr_err err = {0};
        uint32_t number = 9;
        gr_buf_start(&hint, 4096);
        ck_good(gr_session_hint(session, deal, &hint, &number, &err), err);
        ck_assert_uint_eq(number, numbers[i]);
        ck_assert(said(&hint, i == 1 ? "Add " : "Multiply."));
        ck_assert(i < 1 || said(&hint, value_text(number_of(deal, "b"), text)));
        gr_buf_free(&hint);
    }
    struct gr_result result =
        answer_text(session, "W1", false, right_text(session, "W1", false, right));
    ck_assert(result.is_solved && !result.is_assisted);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").hints, 2);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").points, 3);
    gr_session_close(session);
}
END_TEST

static void take_hint(struct gr_session *session)
{
    struct gr_buf hint;
    struct gr_err err = {0};
    uint32_t number = 0;
    gr_buf_start(&hint, 4096);
    ck_good(
        gr_session_hint(session, deal_now(session, "W1", GR_WISH_CURRENT, 0), &hint, &number, &err),
        err);
    gr_buf_free(&hint);
}

START_TEST(counts_no_hint_that_came_after_the_solving)
{
    char right[64];
    struct gr_session *session = scratch_session(&scratch, true, "good");
    (void)deal_now(session, "W1", GR_WISH_CURRENT, 0);
    take_hint(session);
    (void)answer_text(session, "W1", false, right_text(session, "W1", false, right));
    take_hint(session);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").hints, 1);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").deal_hints, 2);
    (void)deal_now(session, "W1", GR_WISH_FRESH, 0);
    take_hint(session);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").hints, 1);
    gr_session_close(session);
    session = scratch_session(&scratch, true, "good");
    ck_assert_uint_eq(standing_of(session, "T.1.W1").hints, 1);
    gr_session_close(session);
}
END_TEST

START_TEST(counts_hints_on_the_way_to_solving_alone)
{
    char right[64];
    struct gr_session *session = scratch_session(&scratch, false, "good");
    (void)deal_now(session, "W1", GR_WISH_CURRENT, 0);
    see_solution(session, "W1");
    (void)answer_text(session, "W1", false, right_text(session, "W1", false, right));
    (void)deal_now(session, "W1", GR_WISH_FRESH, 0);
    take_hint(session);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").hints, 1);
    gr_session_close(session);
}
END_TEST

static void see_kernel(struct gr_session *session, const char *name)
{
    struct gr_err err = {0};
    (void)name;
    ck_good(gr_session_assist(session, "tiled", &err), err);
}

static void see_walk(struct gr_session *session, const char *name)
{
    struct gr_err err = {0};
    struct gr_unit unit;
    struct gr_buf text;
    gr_buf_start(&text, 4096);
    (void)gr_session_walk_text(session, deal_now(session, name, GR_WISH_CURRENT, 0), 1, &text,
                               &unit, &err);
    gr_buf_free(&text);
}

START_TEST(calls_an_answer_assisted_when_its_reference_was_seen_first)
{
    static const struct {
        const char *name, *id;
        void (*see)(struct gr_session *session, const char *name);
    } rows[] = {
        {"W1", "T.1.W1", see_solution}, {"E1", "T.1.E1", see_kernel}, {"W1", "T.1.W1", see_walk}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[64];
        struct gr_session *session = scratch_session(&scratch, false, "good");
        (void)deal_now(session, rows[i].name, GR_WISH_CURRENT, 0);
        rows[i].see(session, rows[i].name);
        struct gr_result result = answer_text(session, rows[i].name, false,
                                              right_text(session, rows[i].name, false, text));
        struct gr_standing standing = standing_of(session, rows[i].id);
        ck_assert_msg(result.is_assisted && standing.is_assisted, "row %zu", i);
        ck_assert(standing.is_solved && standing.points == 0);

        (void)deal_now(session, rows[i].name, GR_WISH_FRESH, 0);
        result = answer_text(session, rows[i].name, false,
                             right_text(session, rows[i].name, false, text));
        standing = standing_of(session, rows[i].id);
        ck_assert(!result.is_assisted && !standing.is_assisted && standing.points > 0);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(keeps_credit_when_the_solution_is_read_afterwards)
{
    char text[64];
    struct gr_session *session = scratch_session(&scratch, true, "good");
    (void)answer_text(session, "W1", false, right_text(session, "W1", false, text));
    see_solution(session, "W1");
    struct gr_standing standing = standing_of(session, "T.1.W1");
    ck_assert(standing.is_solved && !standing.is_assisted && standing.solution_seen);
    ck_assert_uint_eq(standing.points, 3);
    gr_session_close(session);
}
END_TEST

START_TEST(leaves_deals_of_other_kernels_alone)
{
    char text[64];
    struct gr_session *session = scratch_session(&scratch, false, "good");
    struct gr_err err = {0};
    (void)deal_now(session, "E1", GR_WISH_CURRENT, 0);
    ck_good(gr_session_assist(session, "roof", &err), err);
    ck_assert(
        !answer_text(session, "E1", false, right_text(session, "E1", false, text)).is_assisted);
    gr_session_close(session);
}
END_TEST

/* ---- the walk -------------------------------------------------------------------------------- */

START_TEST(walks_through_the_blanks_of_the_solution)
{
    struct gr_session *session = scratch_session(&scratch, true, "good");
    const struct gr_deal *deal = deal_now(session, "W1", GR_WISH_CURRENT, 0);
    double a = number_of(deal, "a"), b = number_of(deal, "b");
    const double values[] = {2 * b, a * b};
    struct gr_unit unit;
    struct gr_result result;
    struct gr_buf text;
    char typed[64], shown[64];
    gr_buf_start(&text, 4096);
    for (uint32_t step = 0; step < 2; step++) {
        struct gr_err err = {0};
        gr_buf_clear(&text);
        ck_good(gr_session_walk_text(session, deal, step, &text, &unit, &err), err);
        ck_assert(step == 0 ? said(&text, "Twice") : said(&text, "One more"));
        ck_good(gr_session_walk_fill(session, deal, step, gr_str("7"), &result, &err), err);
        ck_assert_int_ne(result.judgement.verdict, GR_VERDICT_CORRECT);
        ck_good(gr_session_walk_fill(session, deal, step, gr_str(value_text(values[step], typed)),
                                     &result, &err),
                err);
        ck_assert_int_eq(result.judgement.verdict, GR_VERDICT_CORRECT);
    }
    struct gr_err err = {0};
    gr_buf_clear(&text);
    ck_assert(!gr_session_walk_text(session, deal, 2, &text, &unit, &err));
    ck_assert_int_eq(err.code, GR_OK);
    (void)value_text(a * b, shown);
    ck_assert(text.len > 0 && text.ptr[0] == shown[0]);
    ck_assert(!gr_session_walk_fill(session, deal, 2, gr_str("1"), &result, &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    ck_assert_uint_eq(standing_of(session, "T.1.W1").attempts, 0);
    gr_buf_free(&text);
    gr_session_close(session);
}
END_TEST

START_TEST(takes_a_timed_blank_within_one_percent)
{
    struct gr_session *session = scratch_session(&scratch, true, "good");
    const struct gr_deal *deal = deal_now(session, "W2", GR_WISH_CURRENT, 0);
    static const struct {
        double share;
        bool is_right;
    } rows[] = {{1.009, true}, {0.991, true}, {1.02, false}};
    double bytes_ms = 8 * 16777216.0 / 48.03e9 * 1e3;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_result result;
        struct gr_err err = {0};
        char text[64];
        ck_good(gr_session_walk_fill(session, deal, 0,
                                     gr_str(value_text(rows[i].share * bytes_ms, text)), &result,
                                     &err),
                err);
        ck_assert((result.judgement.verdict == GR_VERDICT_CORRECT) == rows[i].is_right);
    }
    gr_session_close(session);
}
END_TEST

/* ---- why ------------------------------------------------------------------------------------- */

START_TEST(says_everything_behind_the_last_verdict)
{
    static const char *const words[] = {
        "T.1.W2, instance ", "rev 1",        "`10 ms`",  "Reference: ",
        "212 samples",       "that is 12 %", "Why",      "2 to 6 % outside",
        "The model says",    "kernel roof",  "stub box", "above the reference"};
    for (int with_store = 0; with_store < 2; with_store++) {
        struct gr_session *session = scratch_session(&scratch, with_store == 1, "good");
        struct gr_err err = {0};
        struct gr_buf text;
        gr_buf_start(&text, 1 << 16);
        ck_assert(!gr_session_why(session, problem_called(session, "W2"), &text, &err));
        ck_assert_int_eq(err.code, GR_E_USAGE);
        err = (struct gr_err){0};
        (void)answer_text(session, "W2", false, "10 ms");
        if (with_store == 1) {
            gr_session_close(session);
            session = scratch_session(&scratch, true, "crash");
        }
        ck_good(gr_session_why(session, problem_called(session, "W2"), &text, &err), err);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            ck_assert_msg(said(&text, words[i]), "no \"%s\" in:\n%s", words[i], text.ptr);
        char day[GR_WALL_TEXT];
        ck_assert(said(&text, gr_wall_day(gr_wall_now_ms(), day)));
        ck_assert(said(&text, "assisted") && standing_of(session, "T.1.W2").is_assisted);
        gr_buf_free(&text);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(says_that_an_exact_reference_is_exact)
{
    struct gr_session *session = scratch_session(&scratch, false, "good");
    struct gr_err err = {0};
    struct gr_buf text;
    char right[64];
    gr_buf_start(&text, 1 << 16);
    (void)answer_text(session, "W1", false, right_text(session, "W1", false, right));
    ck_good(gr_session_why(session, problem_called(session, "W1"), &text, &err), err);
    ck_assert_msg(said(&text, "exact in what was given") && said(&text, "exactly the reference") &&
                      said(&text, "equal to the reference") && !said(&text, "assisted"),
                  "%s", text.ptr);
    gr_buf_free(&text);
    gr_session_close(session);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session help");
    TCase *tests = tcase_create("session help");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, gives_one_hint_after_another_and_counts_them);
    tcase_add_test(tests, counts_no_hint_that_came_after_the_solving);
    tcase_add_test(tests, counts_hints_on_the_way_to_solving_alone);
    tcase_add_test(tests, calls_an_answer_assisted_when_its_reference_was_seen_first);
    tcase_add_test(tests, keeps_credit_when_the_solution_is_read_afterwards);
    tcase_add_test(tests, leaves_deals_of_other_kernels_alone);
    tcase_add_test(tests, walks_through_the_blanks_of_the_solution);
    tcase_add_test(tests, takes_a_timed_blank_within_one_percent);
    tcase_add_test(tests, says_everything_behind_the_last_verdict);
    tcase_add_test(tests, says_that_an_exact_reference_is_exact);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
