/* Out of memory is an ordinary error: a student's whole round (open, deal, answer, hint, walk, why,
 * solution, notes, a trial) is done again and again, each time with one allocation later failing.
 * Every round must end in success or in GR_E_MEMORY, and in nothing else: an author must not be
 * told that a file is wrong, nor a student that the machine is, when memory gave out.
 *
 * malloc and its kin are defined here over glibc's own, which reaches the libraries too; sanitizers
 * do the same, so this program is not built with them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <errno.h>
#include <stdlib.h>

#include "grader/run/trial.h"
#include "tests/unit/grader/run/run_support.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static struct { /* the one place where allocations are counted */
    bool is_counting;
    size_t seen, failing; /* failing: number of the one that fails, 1-based; 0: none */
} allocations;

static bool fails_now(void)
{
    bool fails = allocations.is_counting && ++allocations.seen == allocations.failing;
    if (fails)
        errno = ENOMEM;
    return fails;
}

void *malloc(size_t size)
{
    return fails_now() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails_now() ? NULL : __libc_realloc(block, size);
}

static bool do_problem(struct gr_session *session, const char *name, struct gr_buf *text,
                       struct gr_err *err)
{
    struct gr_item item = {0};
    const struct gr_deal *deal = NULL;
    struct gr_result result;
    struct gr_unit unit;
    struct gr_trial_counts counts;
    struct gr_trial_options trial = {.times = 1, .answer = "2*reference"};
    uint32_t number;
    return gr_course_find(gr_session_course(session), name, &item, err) &&
           gr_session_deal(session, item.problem, GR_WISH_FRESH, 0, NULL, &deal, err) &&
           gr_session_answer(session, deal, false, gr_str("7"), false, &result, err) &&
           gr_session_hint(session, deal, text, &number, err) &&
           gr_session_walk_text(session, deal, 1, text, &unit, err) &&
           gr_session_walk_fill(session, deal, 0, gr_str("9"), &result, err) &&
           gr_session_why(session, item.problem, text, err) &&
           gr_session_solution(session, deal, text, err) &&
           gr_session_draft_put(session, name, gr_str("3.1"), err) &&
           gr_session_visit(session, name, 3, err) &&
           gr_trial(session, item.problem, &trial, NULL, &counts, err);
}

/* *err says how the round ended. */
static bool do_round(const struct scratch *scratch, struct gr_err *err)
{
    struct gr_session_options options = {
        .course_root = scratch->course, .kn_path = getenv("RUN_STUB_KN"), .student = "ada"};
    struct gr_session *session = NULL;
    struct gr_diags diags = {0};
    struct gr_buf text;
    *err = (struct gr_err){0};
    gr_buf_start(&text, 1 << 16);
    bool good = gr_session_open(&options, &session, &diags, err) &&
                do_problem(session, "W1", &text, err) && do_problem(session, "W2", &text, err);
    allocations.is_counting = false;
    gr_session_close(session);
    gr_diags_free(&diags);
    gr_buf_free(&text);
    return good;
}

static size_t count_round(const struct scratch *scratch)
{
    struct gr_err err;
    allocations.seen = allocations.failing = 0;
    allocations.is_counting = true;
    ck_assert(do_round(scratch, &err) && err.code == GR_OK);
    return allocations.seen;
}

START_TEST(says_that_memory_gave_out_at_every_allocation)
{
    struct scratch scratch;
    size_t failures = 0;
    ck_assert(setenv("RUN_STUB", "good", 1) == 0);
    scratch_start(&scratch);
    size_t total = count_round(&scratch);
    ck_assert_uint_gt(total, 500);
    for (size_t failing = 1; failing <= total; failing++) {
        struct gr_err err;
        allocations.seen = 0;
        allocations.failing = failing;
        allocations.is_counting = true;
        bool good = do_round(&scratch, &err);
        ck_assert_msg(good || err.code == GR_E_MEMORY, "allocation %zu: error %d, %s", failing,
                      (int)err.code, err.text);
        failures += good ? 0 : 1;
    }
    ck_assert_uint_gt(failures, total / 2);
    scratch_end(&scratch);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session memory");
    TCase *tests = tcase_create("out of memory");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, says_that_memory_gave_out_at_every_allocation);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
