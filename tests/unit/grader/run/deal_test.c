/* Dealing: from a problem file and a helper's reply to a frozen question.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/course/template.h"
#include "grader/run/deal_parts.h"
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

static const struct gr_binding *bound(const struct gr_deal *deal, const char *name)
{
    struct gr_scope scope = gr_deal_scope(deal);
    const struct gr_binding *binding = gr_scope_find(&scope, gr_str(name));
    ck_assert_msg(binding != NULL, "%s is not bound", name);
    return binding;
}

/* A fresh deal outside of any session's record; NULL with the error in *err. */
static struct gr_deal *deal_alone(const char *stub, const char *name, uint32_t k,
                                  struct gr_session **session, struct gr_err *err)
{
    struct gr_deal *deal = NULL;
    *session = scratch_session(&scratch, false, stub);
    struct gr_kn *kn = gr_session_kn(*session, err);
    ck_good(kn != NULL, *err);
    if (!gr_deal_now(kn, problem_called(*session, name), k, NULL, &deal, err))
        deal = NULL;
    return deal;
}

/* An instance of W2 that suits the stub's machine as it is. */
static uint32_t fitting_instance(void)
{
    struct gr_session *session;
    struct gr_err err = {0};
    struct gr_deal *deal = deal_alone("good", "W2", 0, &session, &err);
    ck_good(deal != NULL, err);
    uint32_t k = deal->instance;
    gr_deal_free(deal);
    gr_session_close(session);
    return k;
}

START_TEST(deals_an_exact_problem_without_a_run)
{
    struct gr_session *session;
    struct gr_err err = {0};
    for (uint32_t k = 0; k < 24; k++) {
        struct gr_deal *deal = deal_alone("crash", "W1", k, &session, &err);
        ck_good(deal != NULL, err);
        double a = bound(deal, "a")->number.value, b = bound(deal, "b")->number.value;
        ck_assert_uint_eq(deal->instance, k);
        ck_assert(deal->is_gradable);
        ck_assert(deal->answer.rule.reference == a * b);
        ck_assert(deal->answer.low == a * b && deal->answer.high == a * b);
        ck_assert(bound(deal, "twice")->number.value == 2 * b);
        ck_assert(gr_tolerance_width(&deal->answer.rule.tolerance, a * b) == 0);
        ck_assert(deal->answer.rule.wrongs[1].passed_over == !(a > 2));
        gr_deal_free(deal);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(deals_an_exact_problem_through_the_helper)
{
    struct gr_session *session;
    struct gr_err err = {0};
    struct gr_deal *deal = deal_alone("good", "E1", 7, &session, &err);
    ck_good(deal != NULL, err);
    double n = bound(deal, "n")->number.value, b = bound(deal, "b")->number.value;
    ck_assert(deal->answer.rule.reference == n * n * (2 * ceil(n / b) + 1));
    ck_assert_str_eq(deal->kernel, "tiled");
    ck_assert_str_eq(deal->backend, "scalar");
    ck_assert_str_eq(deal->machine, "stub box");
    gr_deal_free(deal);
    gr_session_close(session);
}
END_TEST

START_TEST(computes_with_what_the_statement_shows)
{
    struct gr_session *session;
    struct gr_err err = {0};
    struct gr_deal *deal = deal_alone("good", "W2", fitting_instance(), &session, &err);
    ck_good(deal != NULL, err);
    double beta = bound(deal, "beta")->number.value, pi = bound(deal, "pi")->number.value;
    struct gr_buf text;
    gr_buf_start(&text, 4096);
    ck_good(gr_deal_statement(deal, false, &text, &err), err);
    ck_assert_msg(strstr(gr_buf_cstr(&text), "48.03 GB/s") != NULL, "%s", gr_buf_cstr(&text));
    ck_assert_msg(strstr(gr_buf_cstr(&text), "253 GFLOP/s") != NULL, "%s", gr_buf_cstr(&text));
    ck_assert_double_eq_tol(beta, 48.03e9, 1);
    ck_assert_double_eq_tol(pi, 253e9, 1);
    ck_assert_double_eq_tol(deal->twin.rule.reference, 4 * 253 / 48.03, 1e-9);
    gr_buf_free(&text);
    gr_deal_free(deal);
    gr_session_close(session);
}
END_TEST

START_TEST(rounds_a_measured_value_as_one_whatever_its_interval)
{
    struct gr_session *session;
    struct gr_err err = {0};
    struct gr_deal *deal = deal_alone("flat", "W2", fitting_instance(), &session, &err);
    ck_good(deal != NULL, err);
    ck_assert_double_eq_tol(bound(deal, "beta")->number.value, 48.03e9, 1);
    ck_assert_double_eq_tol(bound(deal, "pi")->number.value, 253e9, 1);
    ck_assert_double_eq_tol(deal->twin.rule.reference, 4 * 253 / 48.03, 1e-9);
    gr_deal_free(deal);
    gr_session_close(session);
}
END_TEST

START_TEST(refuses_a_measured_value_without_an_interval_around_it)
{
    struct gr_session *session;
    struct gr_err err = {0};
    struct gr_deal *deal = deal_alone("lost", "W2", 0, &session, &err);
    ck_assert(deal == NULL);
    ck_assert_int_eq(err.code, GR_E_MACHINE);
    ck_assert(strstr(err.text, "no usable value for stream_rate") != NULL);
    gr_session_close(session);
}
END_TEST

START_TEST(puts_noise_only_on_what_is_not_shown)
{
    struct gr_session *session;
    struct gr_err err = {0};
    struct gr_deal *deal = deal_alone("good", "W2", fitting_instance(), &session, &err);
    ck_good(deal != NULL, err);
    const struct gr_deal_question *answer = &deal->answer;
    const struct gr_binding *t = bound(deal, "t"), *slack = bound(deal, "slack");
    ck_assert(answer->low < answer->rule.reference && answer->rule.reference < answer->high);
    ck_assert_double_eq_tol(answer->high - answer->low, 0.01 * answer->rule.reference, 1e-12);
    ck_assert_double_eq_tol(answer->rule.tolerance.noise, (answer->high - answer->low) / 2, 1e-15);
    ck_assert_double_eq_tol(answer->rule.tolerance.noise_cap, 0.06, 1e-15);
    ck_assert_double_eq_tol(slack->high - slack->low, t->high - t->low, 1e-12);
    ck_assert(deal->twin.low == deal->twin.high);
    ck_assert_double_eq_tol(answer->model * 1.02, answer->rule.reference, 1e-3);
    ck_assert_uint_eq(deal->samples, 212);
    gr_deal_free(deal);
    gr_session_close(session);
}
END_TEST

START_TEST(repeats_poor_measurements_three_times_at_most)
{
    static const struct {
        const char *stub;
        bool is_gradable;
        const char *reason; /* part of it */
    } rows[] = {{"good", true, ""},
                {"poor,good,crash", true, ""},
                {"poor,wide,good,crash", true, ""},
                {"poor,poor,poor,crash", false, "drifted"},
                {"wide,wide,wide,crash", false, "only known within"},
                {"wide,poor,wide,crash", false, "only known within"}};
    uint32_t k = fitting_instance();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_session *session;
        struct gr_err err = {0};
        struct gr_deal *deal = deal_alone(rows[i].stub, "W2", k, &session, &err);
        ck_good(deal != NULL, err);
        ck_assert_msg(deal->is_gradable == rows[i].is_gradable, "%s", rows[i].stub);
        ck_assert_msg(strstr(deal->reason, rows[i].reason) != NULL, "%s: %s", rows[i].stub,
                      deal->reason);
        ck_assert_uint_eq(deal->instance, k);
        ck_assert(deal->twin.question != NULL && isfinite(deal->twin.rule.reference));
        gr_deal_free(deal);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(ends_without_verdict_when_a_repeat_takes_too_long)
{
    struct gr_session *session;
    struct gr_err err = {0};
    struct gr_deal *deal = deal_alone("poor,hang", "W2", fitting_instance(), &session, &err);
    ck_good(deal != NULL, err);
    ck_assert(!deal->is_gradable);
    ck_assert(strstr(deal->reason, "drifted") != NULL);
    gr_deal_free(deal);
    gr_session_close(session);
}
END_TEST

START_TEST(says_so_when_the_helper_fails)
{
    static const char *const stubs[] = {"crash", "mute", "poor,crash"};
    uint32_t k = fitting_instance();
    for (size_t i = 0; i < sizeof stubs / sizeof stubs[0]; i++) {
        struct gr_session *session;
        struct gr_err err = {0};
        ck_assert_ptr_null(deal_alone(stubs[i], "W2", k, &session, &err));
        ck_assert_msg(err.code == GR_E_MACHINE, "%s: %d %s", stubs[i], (int)err.code, err.text);
        ck_assert_msg(strstr(err.text, "T.1.W2") != NULL, "%s", err.text);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(needs_the_helper_only_for_problems_that_run_something)
{
    struct gr_session *session = scratch_session(&scratch, false, "good");
    struct gr_err err = {0};
    struct gr_deal *deal = NULL;
    ck_assert(!gr_deal_now(NULL, problem_called(session, "E1"), 0, NULL, &deal, &err));
    ck_assert_int_eq(err.code, GR_E_MACHINE);
    err = (struct gr_err){0};
    ck_good(gr_deal_now(NULL, problem_called(session, "W1"), 0, NULL, &deal, &err), err);
    gr_deal_free(deal);
    ck_assert(!gr_deal_now(NULL, problem_called(session, "W1"), 24, NULL, &deal, &err));
    ck_assert_int_eq(err.code, GR_E_USAGE);
    gr_session_close(session);
}
END_TEST

START_TEST(moves_on_when_measured_values_break_a_requirement)
{
    /* On the steep machine only K from 28 to 64 fit: instances are found by what was measured
     * first, so two runs are enough. */
    struct gr_session *session;
    for (uint32_t k = 0; k < 14; k++) {
        struct gr_err err = {0};
        struct gr_deal *deal = deal_alone("steep,steep,crash", "W2", k, &session, &err);
        ck_good(deal != NULL, err);
        double ratio = bound(deal, "K")->number.value / bound(deal, "Kstar")->number.value;
        ck_assert_uint_eq(deal->asked, k);
        ck_assert(ratio >= 0.25 && ratio <= 0.7);
        gr_deal_free(deal);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(gives_up_when_no_instance_fits)
{
    struct gr_session *session;
    struct gr_err err = {0};
    scratch_edit(&scratch, "problems/T.1/W2.yaml", "require: [\"", "require: [\"t < 0 s\", \"");
    ck_assert_ptr_null(deal_alone("good", "W2", 3, &session, &err));
    ck_assert_int_eq(err.code, GR_E_NOVERDICT);
    ck_assert_msg(err.at.line > 0, "%s", err.text);
    gr_session_close(session);

    err = (struct gr_err){0};
    scratch_edit(&scratch, "problems/T.1/E1.yaml",
                 "statement:", "require: [words < 0]\nstatement:");
    ck_assert_ptr_null(deal_alone("good", "E1", 3, &session, &err));
    ck_assert_int_eq(err.code, GR_E_COURSE);
    gr_session_close(session);
}
END_TEST

START_TEST(moves_on_until_a_lesson_is_apart_from_the_truth)
{
    struct gr_session *session;
    scratch_edit(&scratch, "problems/T.1/W2.yaml", "value: \"8 B * n/beta + 2 FLOP * K*n/pi\"",
                 "value: \"if(K > Kstar, 1.2 * t, 2 * t)\"");
    for (uint32_t k = 0; k < 14; k += 3) {
        struct gr_err err = {0};
        struct gr_deal *deal = deal_alone("good", "W2", k, &session, &err);
        ck_good(deal != NULL, err);
        ck_assert(bound(deal, "K")->number.value < bound(deal, "Kstar")->number.value);
        gr_deal_free(deal);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(reads_a_record_back_bit_for_bit)
{
    static const struct {
        const char *name, *stub;
    } rows[] = {{"W1", "good"}, {"W2", "good"}, {"W2", "poor"}, {"E1", "good"}};
    uint32_t k = fitting_instance();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_session *session;
        struct gr_err err = {0};
        struct gr_deal *deal = deal_alone(rows[i].stub, rows[i].name, k, &session, &err), *back;
        struct gr_buf first, second;
        ck_good(deal != NULL, err);
        gr_buf_start(&first, 1 << 16);
        gr_buf_start(&second, 1 << 16);
        gr_deal_write(deal, &first);
        ck_good(gr_deal_read(deal->problem, gr_buf_cstr(&first), &back, &err), err);
        gr_deal_write(back, &second);
        ck_assert_str_eq(gr_buf_cstr(&first), gr_buf_cstr(&second));
        ck_assert(back->answer.rule.reference == deal->answer.rule.reference);
        ck_assert_uint_eq(back->answer.rule.wrong_count, deal->answer.rule.wrong_count);
        for (size_t j = 0; j < back->answer.rule.wrong_count; j++)
            ck_assert(back->answer.rule.wrongs[j].passed_over ==
                      deal->answer.rule.wrongs[j].passed_over);
        gr_buf_free(&first);
        gr_buf_free(&second);
        gr_deal_free(deal);
        gr_deal_free(back);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(keeps_the_frozen_reference_when_the_file_changes)
{
    struct gr_session *session;
    struct gr_err err = {0};
    struct gr_deal *deal = deal_alone("good", "W1", 3, &session, &err), *back;
    struct gr_buf record;
    ck_good(deal != NULL, err);
    double reference = deal->answer.rule.reference;
    gr_buf_start(&record, 1 << 16);
    gr_deal_write(deal, &record);
    gr_deal_free(deal);
    gr_session_close(session);

    scratch_edit(&scratch, "problems/T.1/W1.yaml", "reference: a * b", "reference: a * b + 1");
    scratch_edit(&scratch, "problems/T.1/W1.yaml", "tolerance: exact", "tolerance: {abs: 2}");
    session = scratch_session(&scratch, false, "good");
    ck_good(gr_deal_read(problem_called(session, "W1"), gr_buf_cstr(&record), &back, &err), err);
    ck_assert(back->answer.rule.reference == reference);
    ck_assert(back->answer.rule.tolerance.abs == 2);
    gr_deal_free(back);
    gr_session_close(session);
    gr_buf_free(&record);
}
END_TEST

START_TEST(refuses_a_record_that_does_not_fit_the_file)
{
    static const char *const records[] = {
        "",
        "{}",
        "[]",
        "{\"rev\": 1, \"asked\": 0, \"instance\": 0}",
        "{\"rev\": 1, \"asked\": 0, \"instance\": 0, \"values\": [], \"answer\": {}, "
        "\"gradable\": true, \"reason\": \"\", \"kernel\": \"\", \"backend\": \"\", "
        "\"machine\": \"\", \"samples\": 0}",
        "{\"rev\": 1, \"asked\": 0, \"instance\": 0, \"values\": [{\"name\": \"a\", \"value\": "
        "\"three\"}], \"answer\": {}, \"gradable\": true, \"reason\": \"\", \"kernel\": \"\", "
        "\"backend\": \"\", \"machine\": \"\", \"samples\": 0}"};
    struct gr_session *session = scratch_session(&scratch, false, "good");
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        struct gr_err err = {0};
        struct gr_deal *deal;
        ck_assert(!gr_deal_read(problem_called(session, "W1"), records[i], &deal, &err));
        ck_assert_int_eq(err.code, GR_E_COURSE);
    }
    gr_session_close(session);
}
END_TEST

static bool cancel_at_once(void *context)
{
    int *asked = context;
    return ++*asked > 2;
}

START_TEST(stops_when_it_is_asked_to)
{
    struct gr_session *session = scratch_session(&scratch, false, "hang");
    struct gr_err err = {0};
    struct gr_deal *deal = NULL;
    int asked = 0;
    struct gr_watch watch = {.is_cancelled = cancel_at_once, .context = &asked};
    struct gr_kn *kn = gr_session_kn(session, &err);
    ck_assert(!gr_deal_now(kn, problem_called(session, "E1"), 0, &watch, &deal, &err));
    ck_assert_int_eq(err.code, GR_E_CANCELLED);
    /* The helper was stopped, so the next request gets a fresh one. */
    err = (struct gr_err){0};
    ck_assert(setenv("RUN_STUB", "good", 1) == 0);
    ck_good(gr_deal_now(kn, problem_called(session, "E1"), 0, NULL, &deal, &err), err);
    gr_deal_free(deal);
    gr_session_close(session);
}
END_TEST

struct seen {
    char step[64];
    uint64_t done, total;
};

static void see_progress(void *context, const struct gr_progress *progress)
{
    struct seen *seen = context;
    (void)snprintf(seen->step, sizeof seen->step, "%s", progress->step);
    seen->done = progress->done;
    seen->total = progress->total;
}

static bool has_seen(void *context)
{
    const struct seen *seen = context;
    return seen->step[0] != '\0';
}

START_TEST(shows_progress_while_the_helper_works)
{
    static const struct {
        const char *stub, *step;
    } rows[] = {{"stuck", "measuring"}, {"poor,stuck", "measuring, try 2 of 3"}};
    uint32_t k = fitting_instance();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_session *session = scratch_session(&scratch, false, rows[i].stub);
        struct seen seen = {.step = ""};
        struct gr_watch watch = {has_seen, see_progress, &seen};
        struct gr_err err = {0};
        struct gr_deal *deal = NULL;
        struct gr_kn *kn = gr_session_kn(session, &err);
        ck_assert(!gr_deal_now(kn, problem_called(session, "W2"), k, &watch, &deal, &err));
        ck_assert_int_eq(err.code, GR_E_CANCELLED);
        ck_assert_str_eq(seen.step, rows[i].step);
        ck_assert(seen.done == 1 && seen.total == 2);
        gr_session_close(session);
    }
}
END_TEST

START_TEST(runs_several_kernels_and_passes_words_to_them)
{
    scratch_edit(&scratch, "problems/T.1/E1.yaml",
                 "params:", "params:\n  f: {choose: [bf16, fp16]}");
    scratch_edit(&scratch, "problems/T.1/E1.yaml",
                 "run:\n  kernel: tiled\n  args: {n: n, b: b}\n  outputs: {words: words}\n",
                 "runs:\n  tiles: {kernel: tiled, args: {n: n, b: b}, outputs: {words: words}}\n"
                 "  adds: {kernel: sum, args: {format: f, v: 1, n: n, lanes: 1}, "
                 "outputs: {stuck: result}}\n");
    size_t words[2] = {0};
    for (uint32_t k = 0; k < 12; k++) {
        struct gr_session *session;
        struct gr_err err = {0};
        struct gr_deal *deal = deal_alone("good", "E1", k, &session, &err);
        ck_good(deal != NULL, err);
        bool is_bf16 = strcmp(bound(deal, "f")->text, "bf16") == 0;
        words[is_bf16]++;
        ck_assert(bound(deal, "stuck")->number.value == (is_bf16 ? 512 : 2048));
        ck_assert(deal->answer.rule.reference == bound(deal, "words")->number.value);
        ck_assert_str_eq(deal->kernel, "tiled, sum");
        gr_deal_free(deal);
        gr_session_close(session);
    }
    ck_assert(words[0] > 0 && words[1] > 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("deal");
    TCase *dealing = tcase_create("dealing");
    tcase_add_checked_fixture(dealing, setup, teardown);
    tcase_set_timeout(dealing, 30);
    tcase_add_test(dealing, deals_an_exact_problem_without_a_run);
    tcase_add_test(dealing, deals_an_exact_problem_through_the_helper);
    tcase_add_test(dealing, computes_with_what_the_statement_shows);
    tcase_add_test(dealing, rounds_a_measured_value_as_one_whatever_its_interval);
    tcase_add_test(dealing, refuses_a_measured_value_without_an_interval_around_it);
    tcase_add_test(dealing, puts_noise_only_on_what_is_not_shown);
    tcase_add_test(dealing, repeats_poor_measurements_three_times_at_most);
    tcase_add_test(dealing, ends_without_verdict_when_a_repeat_takes_too_long);
    tcase_add_test(dealing, says_so_when_the_helper_fails);
    tcase_add_test(dealing, needs_the_helper_only_for_problems_that_run_something);
    tcase_add_test(dealing, moves_on_when_measured_values_break_a_requirement);
    tcase_add_test(dealing, gives_up_when_no_instance_fits);
    tcase_add_test(dealing, moves_on_until_a_lesson_is_apart_from_the_truth);
    tcase_add_test(dealing, reads_a_record_back_bit_for_bit);
    tcase_add_test(dealing, keeps_the_frozen_reference_when_the_file_changes);
    tcase_add_test(dealing, refuses_a_record_that_does_not_fit_the_file);
    tcase_add_test(dealing, stops_when_it_is_asked_to);
    tcase_add_test(dealing, shows_progress_while_the_helper_works);
    tcase_add_test(dealing, runs_several_kernels_and_passes_words_to_them);
    suite_add_tcase(suite, dealing);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
