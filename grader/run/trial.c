/* The trial: deals afresh, answers by an expression, grades, and counts. The answer takes the whole
 * way of a typed one: printed to the last bit, read by the answer reader, judged by the rule.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/trial.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/num/decimal.h"
#include "grader/run/deal_parts.h"
#include "grader/run/load.h"
#include "grader/run/session_parts.h"

enum { ERRORS_IN_A_ROW = 3 };

struct trial {
    struct gr_kn *kn;
    const struct gr_problem *problem;
    const struct gr_watch *watch;
    const struct gr_expr *answer;
    struct gr_trial_counts *counts;
    uint32_t k, errors_in_a_row;
    struct gr_err last_error; /* why the latest deal that failed did */
};

static double now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* The answer is the caller's, not the course's: what is wrong with it is wrong use. */
static bool answer_failed(const struct gr_err *trouble, struct gr_err *err)
{
    enum gr_err_code code = trouble->code == GR_E_COURSE ? GR_E_USAGE : trouble->code;
    return gr_fail_at(err, code, trouble->at, "%s", trouble->text);
}

/* The answer in the unit asked for. A number without a dimension is meant in that unit. */
static bool answer_value(const struct trial *trial, const struct gr_deal *deal, double *out,
                         struct gr_err *err)
{
    const struct gr_unit *unit = &deal->answer.rule.unit;
    struct gr_scope scope = gr_deal_answer_scope(deal);
    struct gr_quantity value;
    struct gr_err trouble = {0};
    char dim[GR_UNIT_TEXT], asked[GR_UNIT_TEXT];
    if (!gr_expr_eval(trial->answer, &scope, GR_UNITS_CHECKED, &value, &trouble))
        return answer_failed(&trouble, err);
    if (gr_dim_same(value.dim, unit->dim))
        *out = gr_unit_from_base(value.value, unit);
    else if (gr_dim_is_none(value.dim))
        *out = value.value;
    else
        return gr_fail(err, GR_E_USAGE, "the answer is in %s, but %s asks for %s",
                       gr_dim_print(value.dim, dim), trial->problem->short_id,
                       gr_dim_print(unit->dim, asked));
    return true;
}

void gr_deal_grade_text(const struct gr_deal_question *asked, struct gr_str text,
                        struct gr_judgement *out)
{
    struct gr_reading reading;
    gr_answer_read(text, &asked->rule.unit, &reading);
    gr_judge(&asked->rule, &reading, out);
}

static void count(struct gr_trial_counts *counts, const struct gr_judgement *judgement)
{
    bool is_graded = !gr_verdict_is_free(judgement->verdict);
    bool is_first = counts->off_low > counts->off_high;
    counts->verdicts[judgement->verdict]++;
    counts->times++;
    if (is_graded && (is_first || judgement->off_rel < counts->off_low))
        counts->off_low = judgement->off_rel;
    if (is_graded && (is_first || judgement->off_rel > counts->off_high))
        counts->off_high = judgement->off_rel;
    if (judgement->verdict == GR_VERDICT_MISTAKE && judgement->mistake != NULL)
        (void)snprintf(counts->mistake, sizeof counts->mistake, "%s", judgement->mistake);
}

static bool grade(const struct trial *trial, const struct gr_deal *deal, struct gr_err *err)
{
    char text[GR_DECIMAL_PRINT];
    double value = 0;
    struct gr_judgement judgement = {.verdict = GR_VERDICT_NO_VERDICT};
    if (!answer_value(trial, deal, &value, err))
        return false;
    if (deal->is_gradable)
        gr_deal_grade_text(&deal->answer, gr_str(gr_decimal_print(value, text)), &judgement);
    count(trial->counts, &judgement);
    return true;
}

/* One deal and its grading. An error of the machine is counted and may pass; three in a row, and
 * every other error, end the trial. */
static bool try_once(struct trial *trial, struct gr_err *err)
{
    struct gr_deal *deal = NULL;
    struct gr_err trouble = {0};
    double start_ms = now_ms();
    bool good = gr_deal_now(trial->kn, trial->problem, trial->k, trial->watch, &deal, &trouble);
    trial->counts->longest_deal_ms = fmax(trial->counts->longest_deal_ms, now_ms() - start_ms);
    if (!good) {
        bool may_pass = trouble.code == GR_E_MACHINE || trouble.code == GR_E_NOVERDICT;
        trial->counts->errors++;
        trial->last_error = trouble;
        trial->k = (trial->k + 1) % trial->problem->instances;
        if (may_pass && ++trial->errors_in_a_row < ERRORS_IN_A_ROW)
            return true;
        return gr_fail_at(err, trouble.code, trouble.at, "%s", trouble.text);
    }
    trial->errors_in_a_row = 0;
    trial->k = (deal->instance + 1) % trial->problem->instances;
    good = grade(trial, deal, err);
    gr_deal_free(deal);
    return good;
}

double gr_share_most(uint32_t hits, uint32_t times)
{
    if (times == 0 || hits >= times)
        return 1;
    gsl_error_handler_t *old = gsl_set_error_handler_off();
    double most = gsl_cdf_beta_Pinv(0.95, hits + 1.0, (double)(times - hits));
    (void)gsl_set_error_handler(old);
    return most;
}

static void sum_up(struct gr_trial_counts *counts)
{
    const uint32_t *verdicts = counts->verdicts;
    uint32_t bad = verdicts[GR_VERDICT_WRONG] + verdicts[GR_VERDICT_MISTAKE];
    uint32_t graded = bad + verdicts[GR_VERDICT_NEAR] + verdicts[GR_VERDICT_CORRECT];
    counts->wrong_share_most = gr_share_most(bad, graded);
    if (counts->off_low > counts->off_high)
        counts->off_low = counts->off_high = 0;
}

static bool run_all(struct trial *trial, const struct gr_trial_options *options, struct gr_err *err)
{
    for (uint32_t i = 0; i < options->times; i++) {
        if (!try_once(trial, err))
            return false;
    }
    /* Nothing was graded because nothing could be dealt: that is no outcome of a trial. */
    const struct gr_err *last = &trial->last_error;
    return trial->counts->times > 0 || gr_fail_at(err, last->code, last->at, "%s", last->text);
}

static bool parse_answer(struct trial *trial, const char *answer, struct gr_arena *arena,
                         struct gr_err *err)
{
    struct gr_pos at = {.file = "--answer", .line = 1, .column = 1};
    struct gr_err trouble = {0};
    return gr_expr_parse(arena, gr_str(answer), at, &trial->answer, &trouble) ||
           answer_failed(&trouble, err);
}

/* Whoever sees a trial sees how far an answer is from the reference. */
static bool assist_first(struct gr_session *session, const struct gr_problem *problem,
                         struct gr_err *err)
{
    return session->journal == NULL || gr_session_assist_item(session, problem, err);
}

bool gr_trial(struct gr_session *session, const struct gr_problem *problem,
              const struct gr_trial_options *options, const struct gr_watch *watch,
              struct gr_trial_counts *out, struct gr_err *err)
{
    struct gr_arena arena = {0};
    struct gr_load load = {0};
    struct trial trial = {.problem = problem, .watch = watch, .counts = out};
    *out = (struct gr_trial_counts){.off_low = HUGE_VAL, .off_high = -HUGE_VAL};
    bool good =
        parse_answer(&trial, options->answer, &arena, err) && assist_first(session, problem, err);
    if (good && problem->run_count > 0) {
        trial.kn = gr_session_kn(session, err);
        good = trial.kn != NULL;
    }
    if (good && gr_load_start(&load, options->load, err)) {
        good = run_all(&trial, options, err);
        gr_load_stop(&load);
    } else {
        good = false;
    }
    gr_arena_free(&arena);
    sum_up(out);
    return good;
}
