/* What is remembered: pages, drafts, tallies, resets, and the state derived from the journal.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/run/trial.h"
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

static void check_same_standing(struct gr_session *a, struct gr_session *b)
{
    static const char *const ids[] = {"T.1.W1", "T.1.W2", "T.1.E1", "T.1.basics.1", "T.1.none"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct gr_standing x = standing_of(a, ids[i]), y = standing_of(b, ids[i]);
        ck_assert_msg(x.is_started == y.is_started && x.is_solved == y.is_solved &&
                          x.is_assisted == y.is_assisted && x.by_twin == y.by_twin &&
                          x.is_changed == y.is_changed && x.solution_seen == y.solution_seen &&
                          x.attempts == y.attempts && x.hints == y.hints && x.deals == y.deals &&
                          x.points == y.points && x.instance == y.instance && x.last == y.last &&
                          x.is_read == y.is_read && x.check_right == y.check_right,
                      "%s differs", ids[i]);
    }
}

/* ---- pages, notes, tallies ------------------------------------------------------------------- */

static const struct gr_page *only_page(struct gr_session *session)
{
    const struct gr_course *course = gr_session_course(session);
    ck_assert_uint_eq(course->page_count, 1);
    return course->pages[0];
}

START_TEST(marks_pages_as_read_and_checked)
{
    struct gr_session *session = scratch_session(&scratch, true, "good");
    const struct gr_page *page = only_page(session);
    struct gr_err err = {0};
    bool right = true;
    ck_good(gr_session_page_read(session, page, &err), err);
    ck_good(gr_session_page_read(session, page, &err), err);
    ck_good(gr_session_page_check(session, page, 0, &right, &err), err);
    ck_assert(!right && !standing_of(session, page->id).check_right);
    ck_good(gr_session_page_check(session, page, 1, &right, &err), err);
    ck_assert(right && standing_of(session, page->id).check_right);
    ck_assert(standing_of(session, page->id).is_read);
    ck_assert(!gr_session_page_check(session, page, 3, &right, &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    gr_session_close(session);
}
END_TEST

START_TEST(adds_up_what_is_done_in_a_chapter)
{
    char text[64];
    struct gr_session *session = scratch_session(&scratch, true, "good");
    struct gr_err err = {0};
    const struct gr_chapter *chapter = &gr_session_course(session)->chapters[0];
    struct gr_tally tally = gr_session_tally(session, chapter);
    ck_assert(tally.problems == 2 && tally.exercises == 1 && tally.pages == 1);
    ck_assert(tally.points_possible == 5 && tally.points == 0 && tally.problems_solved == 0);
    (void)answer_text(session, "W1", false, right_text(session, "W1", false, text));
    (void)deal_now(session, "E1", GR_WISH_CURRENT, 0);
    see_solution(session, "E1");
    (void)answer_text(session, "E1", false, right_text(session, "E1", false, text));
    ck_good(gr_session_page_read(session, only_page(session), &err), err);
    tally = gr_session_tally(session, chapter);
    ck_assert(tally.problems_solved == 1 && tally.exercises_solved == 0 && tally.pages_read == 1);
    ck_assert_uint_eq(tally.points, 3);
    gr_session_close(session);
}
END_TEST

START_TEST(keeps_drafts_and_the_place_where_one_is)
{
    for (int with_store = 0; with_store < 2; with_store++) {
        struct gr_session *session = scratch_session(&scratch, with_store == 1, "good");
        struct gr_err err = {0};
        struct gr_buf text;
        uint32_t line = 9;
        gr_buf_start(&text, 4096);
        ck_good(gr_session_last_visit(session, &text, &line, &err), err);
        ck_assert(text.len == 0 && line == 0);
        ck_good(gr_session_draft_put(session, "T.1.W1", gr_str("3.1 GB"), &err), err);
        ck_good(gr_session_draft_put(session, "T.1.W2", gr_str("other"), &err), err);
        ck_good(gr_session_draft_put(session, "T.1.W1", gr_str("3.12 GB"), &err), err);
        ck_good(gr_session_visit(session, "T.1.basics.1", 37, &err), err);
        if (with_store == 1) {
            gr_session_close(session);
            session = scratch_session(&scratch, true, "good");
        }
        ck_good(gr_session_draft_get(session, "T.1.W1", &text, &err), err);
        ck_assert_str_eq(text.ptr, "3.12 GB");
        gr_buf_clear(&text);
        ck_good(gr_session_draft_get(session, "T.1.E1", &text, &err), err);
        ck_assert_uint_eq(text.len, 0);
        ck_good(gr_session_last_visit(session, &text, &line, &err), err);
        ck_assert_str_eq(text.ptr, "T.1.basics.1");
        ck_assert_uint_eq(line, 37);
        gr_buf_free(&text);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(forgets_the_marks_of_an_item_on_reset)
{
    char text[64];
    struct gr_session *session = scratch_session(&scratch, true, "good");
    struct gr_err err = {0};
    (void)answer_text(session, "W1", false, right_text(session, "W1", false, text));
    uint32_t instance = standing_of(session, "T.1.W1").instance;
    ck_good(gr_session_reset(session, "w1", &err), err);
    struct gr_standing standing = standing_of(session, "T.1.W1");
    ck_assert(!standing.is_started && !standing.is_solved && standing.attempts == 0);
    ck_assert_ptr_null(gr_session_current(session, problem_called(session, "W1"), &err));
    ck_assert_uint_eq(deal_now(session, "W1", GR_WISH_CURRENT, 0)->instance, (instance + 1) % 24);
    ck_assert(!gr_session_reset(session, "W9", &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    err = (struct gr_err){0};
    ck_assert(!gr_session_reset(session, "T.1", &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    gr_session_close(session);
}
END_TEST

/* ---- the derived state ----------------------------------------------------------------------- */

/* A pseudo-random day of work; `turn` picks what is done next. */
static void work(struct gr_session *session, uint32_t turn)
{
    static const char *const names[] = {"W1", "E1", "W2"};
    const char *name = names[turn % 3];
    struct gr_err err = {0};
    struct gr_buf text;
    char typed[64];
    uint32_t number;
    gr_buf_start(&text, 1 << 16);
    const struct gr_deal *deal =
        deal_now(session, name, turn % 5 == 0 ? GR_WISH_FRESH : GR_WISH_CURRENT, 0);
    switch (turn / 3 % 7) {
    case 0:
        ck_good(gr_session_hint(session, deal, &text, &number, &err), err);
        break;
    case 1:
        (void)answer_text(session, name, false, value_text(turn, typed));
        break;
    case 2:
        (void)answer_text(session, name, false, right_text(session, name, false, typed));
        break;
    case 3:
        see_solution(session, name);
        break;
    case 4:
        ck_good(gr_session_assist(session, "roof", &err), err);
        break;
    case 5:
        ck_good(gr_session_page_read(session, only_page(session), &err), err);
        break;
    default:
        ck_good(turn % 11 != 0 || gr_session_reset(session, name, &err), err);
    }
    gr_buf_free(&text);
}

START_TEST(rebuilds_from_the_journal_what_was_kept_in_step)
{
    struct gr_session *worker = scratch_session(&scratch, true, "good");
    for (uint32_t turn = 0; turn < 120; turn++) {
        work(worker, turn * 7 + turn / 13);
        if (turn % 20 != 19)
            continue;
        struct gr_session *reader = scratch_session(&scratch, true, "good");
        ck_assert(gr_journal_is_read_only(gr_session_journal(reader)));
        check_same_standing(worker, reader);
        gr_session_close(reader);
    }
    gr_session_close(worker);
}
END_TEST

START_TEST(lets_a_second_instance_look_and_try_but_not_record)
{
    struct gr_session *first = scratch_session(&scratch, true, "good");
    uint32_t instance = deal_now(first, "E1", GR_WISH_CURRENT, 0)->instance;
    struct gr_session *second = scratch_session(&scratch, true, "good");
    struct gr_err err = {0};
    struct gr_result result;
    char text[64];
    const struct gr_deal *deal = deal_now(second, "E1", GR_WISH_CURRENT, 0);
    ck_assert_uint_eq(deal->instance, instance);
    (void)right_text(second, "E1", false, text);
    ck_good(gr_session_answer(second, deal, false, gr_str(text), true, &result, &err), err);
    ck_assert_int_eq(result.judgement.verdict, GR_VERDICT_CORRECT);
    ck_assert(!gr_session_answer(second, deal, false, gr_str(text), false, &result, &err));
    ck_assert_int_eq(err.code, GR_E_STORE);
    ck_assert_uint_eq(standing_of(second, "T.1.E1").attempts, 0);
    /* A deal of its own stays in its memory. */
    deal = deal_now(second, "W1", GR_WISH_CURRENT, 0);
    ck_assert(deal->is_gradable);
    gr_session_close(second);
    ck_assert_uint_eq(standing_of(first, "T.1.W1").deals, 0);
    gr_session_close(first);
}
END_TEST

/* Whoever sees a reference is recorded as assisted; where that cannot be, it stays hidden. */
START_TEST(shows_no_reference_where_that_cannot_be_recorded)
{
    struct gr_session *first = scratch_session(&scratch, true, "good");
    (void)deal_now(first, "W1", GR_WISH_CURRENT, 0);
    (void)answer_text(first, "W1", false, "7");
    struct gr_session *second = scratch_session(&scratch, true, "good");
    const struct gr_problem *problem = problem_called(second, "W1");
    const struct gr_deal *deal = deal_now(second, "W1", GR_WISH_CURRENT, 0);
    struct gr_trial_options trial = {.times = 1, .answer = "reference"};
    struct gr_trial_counts counts;
    struct gr_unit unit;
    struct gr_buf text;
    gr_buf_start(&text, 1 << 16);
    for (int way = 0; way < 5; way++) {
        struct gr_err err = {0};
        uint32_t number;
        bool good = way == 0   ? gr_session_solution(second, deal, &text, &err)
                    : way == 1 ? gr_session_why(second, problem, &text, &err)
                    : way == 2 ? gr_session_walk_text(second, deal, 1, &text, &unit, &err)
                    : way == 3 ? gr_session_hint(second, deal, &text, &number, &err)
                               : gr_trial(second, problem, &trial, NULL, &counts, &err);
        ck_assert_msg(!good && err.code == GR_E_STORE, "way %d: %s", way, err.text);
        ck_assert_msg(way == 3 || text.len == 0, "way %d: %s", way, gr_buf_cstr(&text));
        gr_buf_clear(&text);
    }
    gr_buf_free(&text);
    gr_session_close(second);
    gr_session_close(first);
}
END_TEST

START_TEST(says_why_it_cannot_open)
{
    struct gr_session *session = NULL;
    struct gr_err err = {0};
    struct gr_session_options options = {.course_root = scratch.folder.path, .student = "ada"};
    ck_assert(!gr_session_open(&options, &session, NULL, &err));
    ck_assert_int_eq(err.code, GR_E_COURSE);
    err = (struct gr_err){0};
    options.course_root = scratch.course;
    options.journal_path = scratch.course; /* a folder */
    ck_assert(!gr_session_open(&options, &session, NULL, &err));
    ck_assert_int_eq(err.code, GR_E_STORE);
}
END_TEST

START_TEST(says_why_a_problem_cannot_run_without_its_helper)
{
    struct gr_session *session = NULL;
    struct gr_err err = {0};
    const struct gr_deal *deal;
    struct gr_session_options options = {
        .course_root = scratch.course, .kn_path = "/nowhere/kn", .student = "ada"};
    ck_good(gr_session_open(&options, &session, NULL, &err), err);
    ck_assert(!gr_session_deal(session, problem_called(session, "E1"), GR_WISH_CURRENT, 0, NULL,
                               &deal, &err));
    ck_assert_int_eq(err.code, GR_E_MACHINE);
    err = (struct gr_err){0};
    ck_good(gr_session_deal(session, problem_called(session, "W1"), GR_WISH_CURRENT, 0, NULL, &deal,
                            &err),
            err);
    gr_session_close(session);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session marks");
    TCase *tests = tcase_create("session marks");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, marks_pages_as_read_and_checked);
    tcase_add_test(tests, adds_up_what_is_done_in_a_chapter);
    tcase_add_test(tests, keeps_drafts_and_the_place_where_one_is);
    tcase_add_test(tests, forgets_the_marks_of_an_item_on_reset);
    tcase_add_test(tests, rebuilds_from_the_journal_what_was_kept_in_step);
    tcase_add_test(tests, lets_a_second_instance_look_and_try_but_not_record);
    tcase_add_test(tests, shows_no_reference_where_that_cannot_be_recorded);
    tcase_add_test(tests, says_why_it_cannot_open);
    tcase_add_test(tests, says_why_a_problem_cannot_run_without_its_helper);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
