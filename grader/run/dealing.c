/* Dealing as a machine of small steps, one kn request at a time, never blocking:
 *
 *     BEGIN   draw the parameters of `instance`, send the first run
 *     WAIT    take what kn says; after the last run the deal is weighed
 *     DONE    the deal is good, or as good as it gets (not gradable, with the reason)
 *
 * Weighing moves on to the next instance (a requirement on measured values fails, or a mistake that
 * carries the lesson lies too near the truth), or measures again (a gate failed, the interval is
 * too wide), or ends. A deal that is whole but poor is kept, so that running out of tries or time
 * still ends in a question with a reason, and never in a wait.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/deal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/num/decimal.h"
#include "grader/run/deal_parts.h"

enum {
    TRIES_MOST = 3,
    DEAL_MS = 3000,   /* no measurement is begun that would not end by then */
    SEARCH_MS = 10000 /* while no instance has met its requirements yet */
};

enum stage { STAGE_BEGIN, STAGE_WAIT, STAGE_DONE, STAGE_FAILED };

struct gr_dealing {
    struct gr_kn *kn; /* NULL when the problem runs nothing */
    const struct gr_problem *problem;
    uint32_t asked, instance;
    enum stage stage;
    struct gr_deal *deal; /* being built; the result when DONE */
    struct gr_deal *poor; /* whole, but not gradable */
    size_t run;           /* the run under way */
    uint32_t tries, moves;
    int64_t start_ms, try_ms, longest_ms; /* longest_ms: of the tries so far */
    bool is_poor;                         /* of the try under way */
    char reason[160];
    struct gr_progress progress;
    struct gr_err err;
};

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool gr_dealing_start(struct gr_kn *kn, const struct gr_problem *problem, uint32_t k,
                      struct gr_dealing **out, struct gr_err *err)
{
    if (kn == NULL && problem->run_count > 0)
        return gr_fail(err, GR_E_MACHINE, "%s needs the helper program kn, which is not there",
                       problem->id);
    if (k >= problem->instances)
        return gr_fail(err, GR_E_USAGE, "%s has instances 0 to %u, not %u", problem->id,
                       (unsigned)(problem->instances - 1), (unsigned)k);
    struct gr_dealing *dealing = calloc(1, sizeof *dealing);
    if (dealing == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    dealing->kn = kn;
    dealing->problem = problem;
    dealing->asked = dealing->instance = k;
    dealing->start_ms = now_ms();
    *out = dealing;
    return true;
}

static bool is_waiting(const struct gr_dealing *dealing)
{
    return dealing->stage == STAGE_WAIT;
}

int gr_dealing_fd(const struct gr_dealing *dealing)
{
    return is_waiting(dealing) ? gr_kn_fd(dealing->kn) : -1;
}

int gr_dealing_wait_ms(const struct gr_dealing *dealing)
{
    if (!is_waiting(dealing))
        return 0;
    int wait_ms = gr_kn_wait_ms(dealing->kn);
    int64_t left_ms = dealing->start_ms + DEAL_MS - now_ms();
    if (dealing->poor == NULL)
        return wait_ms;
    if (left_ms < 0)
        left_ms = 0;
    return wait_ms < 0 || left_ms < wait_ms ? (int)left_ms : wait_ms;
}

const struct gr_progress *gr_dealing_progress(const struct gr_dealing *dealing)
{
    return &dealing->progress;
}

struct gr_deal *gr_dealing_take(struct gr_dealing *dealing)
{
    if (dealing->stage != STAGE_DONE)
        return NULL;
    struct gr_deal *deal = dealing->deal;
    dealing->deal = NULL;
    return deal;
}

void gr_dealing_free(struct gr_dealing *dealing)
{
    if (dealing == NULL)
        return;
    if (is_waiting(dealing))
        gr_kn_cancel(dealing->kn);
    gr_deal_free(dealing->deal);
    gr_deal_free(dealing->poor);
    free(dealing);
}

/* ---- one run --------------------------------------------------------------------------------- */

static const char *word_param(const struct gr_deal *deal, const char *name)
{
    struct gr_scope scope = gr_deal_scope(deal);
    const struct gr_binding *binding = gr_scope_find(&scope, gr_str(name));
    return binding != NULL && binding->is_text ? binding->text : NULL;
}

/* The argument's value as kn reads it, in the unit that the catalogue names. */
static bool arg_value(struct gr_deal *deal, const struct gr_run *run, const struct gr_run_arg *arg,
                      const char **out, struct gr_err *err)
{
    if (arg->number == NULL) {
        *out = arg->text_is_name ? word_param(deal, arg->text) : arg->text;
        return *out != NULL ||
               gr_fail(err, GR_E_COURSE, "%s is no word of this instance", arg->text);
    }
    struct gr_scope scope = gr_deal_scope(deal);
    const struct kn_arg *wanted = kn_kernel_arg(run->kernel, arg->name);
    struct gr_quantity value;
    struct gr_unit unit;
    char text[GR_DECIMAL_PRINT];
    if (!gr_expr_eval(arg->number, &scope, GR_UNITS_CHECKED, &value, err) ||
        !gr_unit_parse(gr_str(wanted != NULL ? wanted->unit : ""), &unit, err))
        return false;
    (void)gr_decimal_print(gr_unit_from_base(value.value, &unit), text);
    *out = gr_arena_text(&deal->arena, gr_str(text));
    return *out != NULL || gr_fail(err, GR_E_MEMORY, "out of memory");
}

static bool send_run(struct gr_dealing *dealing)
{
    struct gr_deal *deal = dealing->deal;
    const struct gr_run *run = &dealing->problem->runs[dealing->run];
    struct gr_err *err = &dealing->err;
    struct gr_kn_arg *args = gr_arena_array(&deal->arena, run->arg_count, sizeof *args);
    if (args == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    for (size_t i = 0; i < run->arg_count; i++) {
        args[i].name = run->args[i].name;
        if (!arg_value(deal, run, &run->args[i], &args[i].value, err))
            return gr_err_wrap(err, "argument %s of kernel %s", run->args[i].name,
                               run->kernel->name);
    }
    return gr_kn_send(dealing->kn, run->kernel->name, args, run->arg_count, err);
}

static enum stage fail_stage(struct gr_dealing *dealing)
{
    (void)gr_err_wrap(&dealing->err, "dealing %s", dealing->problem->id);
    return STAGE_FAILED;
}

/* ---- weighing a whole deal ------------------------------------------------------------------- */

static enum stage end_gradable(struct gr_dealing *dealing)
{
    gr_deal_free(dealing->poor);
    dealing->poor = NULL;
    return STAGE_DONE;
}

/* Ends with the deal that is whole but poor. */
static enum stage end_poor(struct gr_dealing *dealing)
{
    if (dealing->deal != dealing->poor)
        gr_deal_free(dealing->deal);
    dealing->deal = dealing->poor;
    dealing->poor = NULL;
    dealing->deal->is_gradable = false;
    memcpy(dealing->deal->reason, dealing->reason, sizeof dealing->reason);
    return STAGE_DONE;
}

static bool has_time_for_another(const struct gr_dealing *dealing)
{
    int64_t spent_ms = now_ms() - dealing->start_ms;
    return spent_ms + dealing->longest_ms <= DEAL_MS;
}

/* Whether instance k would meet its requirements if it measured what this deal measured: a guess
 * that saves a run; what is measured in the end decides. */
static bool is_hopeless(const struct gr_dealing *dealing, uint32_t k)
{
    const struct gr_require *broken = NULL;
    struct gr_deal *guess;
    struct gr_err ignored = {0};
    if (!gr_deal_begin(dealing->problem, k, k, &guess, &ignored))
        return false;
    gr_deal_borrow_outputs(guess, dealing->deal);
    bool is_known =
        gr_deal_bind_lets(guess, &ignored) && gr_deal_requires(guess, &broken, &ignored);
    gr_deal_free(guess);
    return is_known && broken != NULL;
}

static uint32_t next_instance(const struct gr_dealing *dealing)
{
    uint32_t count = dealing->problem->instances;
    for (uint32_t step = 1; step < count && dealing->problem->run_count > 0; step++) {
        uint32_t k = (dealing->instance + step) % count;
        if (!is_hopeless(dealing, k))
            return k;
    }
    return (dealing->instance + 1) % count;
}

static enum stage move_on(struct gr_dealing *dealing, struct gr_pos at, const char *why)
{
    int64_t spent_ms = now_ms() - dealing->start_ms;
    bool is_measured = dealing->problem->problem_class == KN_TIMED;
    if (is_measured && dealing->poor != NULL && !has_time_for_another(dealing))
        return end_poor(dealing);
    if (++dealing->moves >= dealing->problem->instances || (is_measured && spent_ms > SEARCH_MS)) {
        (void)gr_fail_at(&dealing->err, is_measured ? GR_E_NOVERDICT : GR_E_COURSE, at,
                         "no instance fits what was found on this machine: %s", why);
        return fail_stage(dealing);
    }
    dealing->instance = next_instance(dealing);
    dealing->tries = 0;
    return STAGE_BEGIN;
}

/* The deal is whole and its instance fits; `is_poor` or a wide interval ask for another try. */
static enum stage weigh_quality(struct gr_dealing *dealing)
{
    bool is_sharp = dealing->is_poor ||
                    gr_deal_is_sharp(dealing->deal, dealing->reason, sizeof dealing->reason);
    if (!dealing->is_poor && is_sharp)
        return end_gradable(dealing);
    gr_deal_free(dealing->poor);
    dealing->poor = dealing->deal;
    if (dealing->tries >= TRIES_MOST || !has_time_for_another(dealing))
        return end_poor(dealing);
    dealing->deal = NULL;
    return STAGE_BEGIN;
}

static enum stage weigh(struct gr_dealing *dealing)
{
    const struct gr_require *broken;
    struct gr_deal *deal = dealing->deal;
    int64_t took_ms = now_ms() - dealing->try_ms;
    if (took_ms > dealing->longest_ms)
        dealing->longest_ms = took_ms;
    if (!gr_deal_bind_lets(deal, &dealing->err) || !gr_deal_requires(deal, &broken, &dealing->err))
        return fail_stage(dealing);
    if (broken != NULL)
        return move_on(dealing, broken->at, "this requirement held in none of them");
    if (!gr_deal_refer(deal, &dealing->err) || !gr_deal_judge_by(deal, &dealing->err))
        return fail_stage(dealing);
    const struct gr_mistake *near = gr_deal_too_near(deal);
    if (near != NULL)
        return move_on(dealing, near->at, "this mistake is never two tolerances from the truth");
    return weigh_quality(dealing);
}

/* ---- the machine ----------------------------------------------------------------------------- */

static enum stage begin(struct gr_dealing *dealing)
{
    gr_deal_free(dealing->deal);
    dealing->deal = NULL;
    dealing->run = 0;
    dealing->tries++;
    dealing->is_poor = false;
    dealing->try_ms = now_ms();
    if (!gr_deal_begin(dealing->problem, dealing->asked, dealing->instance, &dealing->deal,
                       &dealing->err))
        return fail_stage(dealing);
    if (dealing->problem->run_count == 0)
        return weigh(dealing);
    return send_run(dealing) ? STAGE_WAIT : fail_stage(dealing);
}

static enum stage take_reply(struct gr_dealing *dealing, const struct gr_kn_reply *reply)
{
    if (!gr_deal_bind_outputs(dealing->deal, dealing->run, reply, &dealing->err))
        return fail_stage(dealing);
    if (!reply->is_good) {
        dealing->is_poor = true;
        (void)snprintf(dealing->reason, sizeof dealing->reason, "%s",
                       reply->reason != NULL && reply->reason[0] != '\0'
                           ? reply->reason
                           : "the machine was not quiet enough");
    }
    if (++dealing->run == dealing->problem->run_count)
        return weigh(dealing);
    return send_run(dealing) ? STAGE_WAIT : fail_stage(dealing);
}

static void note_progress(struct gr_dealing *dealing, const struct gr_progress *news)
{
    dealing->progress = *news;
    if (dealing->tries > 1)
        (void)snprintf(dealing->progress.step, sizeof dealing->progress.step, "%.40s, try %u of %d",
                       news->step, (unsigned)dealing->tries, TRIES_MOST);
}

/* True while there was news. */
static bool wait_for_kn(struct gr_dealing *dealing)
{
    struct gr_kn_reply reply = {0};
    struct gr_progress news = {0};
    if (dealing->poor != NULL && now_ms() - dealing->start_ms > DEAL_MS) {
        gr_kn_cancel(dealing->kn);
        dealing->stage = end_poor(dealing);
        return true;
    }
    switch (gr_kn_take(dealing->kn, &dealing->deal->arena, &reply, &news, &dealing->err)) {
    case GR_KN_NOTHING:
        return false;
    case GR_KN_PROGRESS:
        note_progress(dealing, &news);
        return true;
    case GR_KN_REPLY:
        dealing->stage = take_reply(dealing, &reply);
        return true;
    case GR_KN_FAILED:
        break;
    }
    dealing->stage = fail_stage(dealing);
    return true;
}

enum gr_dealing_state gr_dealing_step(struct gr_dealing *dealing, struct gr_err *err)
{
    bool goes_on = true;
    while (goes_on) {
        switch (dealing->stage) {
        case STAGE_BEGIN:
            dealing->stage = begin(dealing);
            break;
        case STAGE_WAIT:
            goes_on = wait_for_kn(dealing);
            break;
        case STAGE_DONE:
            return GR_DEALING_DONE;
        case STAGE_FAILED:
            if (err != NULL && err->code == GR_OK)
                *err = dealing->err;
            return GR_DEALING_FAILED;
        }
    }
    return GR_DEALING_RUNNING;
}
