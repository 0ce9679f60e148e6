/* A deal and its bindings: what a question is made of before any answer is judged. See deal.h and
 * deal_parts.h for the order in which things are bound and what counts as a given.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/deal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/course/instance.h"
#include "grader/run/deal_parts.h"

struct gr_scope gr_deal_scope(const struct gr_deal *deal)
{
    return (struct gr_scope){deal->bindings, deal->binding_count};
}

void gr_deal_free(struct gr_deal *deal)
{
    if (deal == NULL)
        return;
    gr_arena_free(&deal->arena);
    free(deal);
}

bool gr_deal_statement(const struct gr_deal *deal, bool twin, struct gr_buf *out,
                       struct gr_err *err)
{
    if (twin && !deal->problem->has_twin)
        return gr_fail(err, GR_E_USAGE, "%s has no twin; answer the question itself",
                       deal->problem->id);
    const struct gr_template *text =
        twin ? &deal->problem->twin.statement : &deal->problem->answer.statement;
    struct gr_scope scope = gr_deal_scope(deal);
    return gr_template_fill(text, 0, text->count, &scope, GR_BLANKS_FILLED, out, err);
}

enum { ANSWER_ROOM = 2 }; /* `reference` and `model`, see gr_deal_answer_scope */

static size_t binding_room(const struct gr_problem *problem)
{
    size_t room = problem->param_count + problem->let_count;
    for (size_t i = 0; i < problem->run_count; i++)
        room += problem->runs[i].output_count;
    return room;
}

bool gr_deal_new(const struct gr_problem *problem, struct gr_deal **out, struct gr_err *err)
{
    struct gr_deal *deal = calloc(1, sizeof *deal);
    *out = deal;
    if (deal == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    deal->problem = problem;
    deal->rev = problem->rev;
    deal->kernel = deal->backend = deal->machine = "";
    deal->is_gradable = true;
    deal->bindings =
        gr_arena_array(&deal->arena, binding_room(problem) + ANSWER_ROOM, sizeof *deal->bindings);
    if (deal->bindings == NULL) {
        gr_deal_free(deal);
        *out = NULL;
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    }
    return true;
}

bool gr_deal_begin(const struct gr_problem *problem, uint32_t asked, uint32_t instance,
                   struct gr_deal **out, struct gr_err *err)
{
    struct gr_deal *deal = NULL;
    if (!gr_deal_new(problem, &deal, err) || deal == NULL)
        return false;
    deal->asked = asked;
    deal->instance = instance;
    if (!gr_instance_draw(problem, instance, deal->bindings, err)) {
        gr_deal_free(deal);
        return false;
    }
    deal->binding_count = problem->param_count;
    *out = deal;
    return true;
}

static bool is_shown(const struct gr_problem *problem, const char *name,
                     const struct gr_unit **unit)
{
    bool shown = false;
    *unit = gr_problem_shown(problem, name, &shown);
    return shown;
}

/* What is shown rounded is used rounded. */
static void round_if_shown(const struct gr_problem *problem, bool is_exact,
                           struct gr_binding *binding)
{
    const struct gr_unit *unit;
    if (!is_shown(problem, binding->name, &unit))
        return;
    binding->number.value = gr_value_rounded(binding->number.value, unit, is_exact);
    if (is_exact)
        binding->low = binding->high = binding->number.value;
}

static const struct gr_kn_output *output_called(const struct gr_kn_reply *reply, const char *name)
{
    for (size_t i = 0; i < reply->output_count; i++) {
        if (strcmp(reply->outputs[i].name, name) == 0)
            return &reply->outputs[i];
    }
    return NULL;
}

/* "tiled", or "tiled, sum" when several kernels ran. */
static bool name_kernel(struct gr_deal *deal, const char *kernel, struct gr_err *err)
{
    struct gr_buf names;
    if (deal->kernel[0] == '\0') {
        deal->kernel = kernel;
        return true;
    }
    gr_buf_start(&names, 1024);
    gr_buf_printf(&names, "%s, %s", deal->kernel, kernel);
    const char *joined = names.failed ? NULL : gr_arena_text(&deal->arena, gr_buf_view(&names));
    gr_buf_free(&names);
    if (joined == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    deal->kernel = joined;
    return true;
}

/* A measured value may come with an interval of no width, where all samples were alike: it is the
 * class that says whether it is exact. An interval that does not hold the value is none. */
static bool is_usable(const struct gr_kn_output *got, bool is_exact)
{
    return got != NULL && isfinite(got->value) &&
           (is_exact || (got->low <= got->value && got->value <= got->high));
}

bool gr_deal_bind_outputs(struct gr_deal *deal, size_t run, const struct gr_kn_reply *reply,
                          struct gr_err *err)
{
    const struct gr_run *asked = &deal->problem->runs[run];
    for (size_t i = 0; i < asked->output_count; i++) {
        const struct gr_run_output *output = &asked->outputs[i];
        const struct gr_kn_output *got = output_called(reply, output->output->name);
        bool is_exact = output->output->output_class == KN_EXACT;
        if (!is_usable(got, is_exact))
            return gr_fail(err, GR_E_MACHINE, "kernel %s gave no usable value for %s",
                           asked->kernel->name, output->output->name);
        struct gr_binding *binding = &deal->bindings[deal->binding_count++];
        *binding = (struct gr_binding){.name = output->name,
                                       .number = {got->value, output->dim},
                                       .low = is_exact ? got->value : got->low,
                                       .high = is_exact ? got->value : got->high};
        if (got->samples > deal->samples)
            deal->samples = got->samples;
        round_if_shown(deal->problem, is_exact, binding);
    }
    deal->backend = reply->backend != NULL ? reply->backend : "";
    deal->machine = reply->machine != NULL ? reply->machine : "";
    return name_kernel(deal, asked->kernel->name, err);
}

void gr_deal_borrow_outputs(struct gr_deal *deal, const struct gr_deal *measured)
{
    size_t end = binding_room(deal->problem) - deal->problem->let_count;
    for (size_t i = deal->problem->param_count; i < end; i++)
        deal->bindings[i] = measured->bindings[i];
    deal->binding_count = end;
}

/* Evaluates with binding `index` set to `value`; a failure there means the interval has no end. */
static void widen(struct gr_deal *deal, const struct gr_expr *expr, size_t index,
                  struct gr_binding *result)
{
    struct gr_binding *binding = &deal->bindings[index];
    double kept = binding->number.value;
    const double ends[] = {binding->low, binding->high};
    for (size_t i = 0; i < 2; i++) {
        struct gr_scope scope = gr_deal_scope(deal);
        struct gr_quantity at_end;
        struct gr_err ignored = {0};
        binding->number.value = ends[i];
        if (!isfinite(ends[i]) ||
            !gr_expr_eval(expr, &scope, GR_UNITS_CHECKED, &at_end, &ignored)) {
            result->low = -HUGE_VAL;
            result->high = HUGE_VAL;
        } else {
            result->low = fmin(result->low, at_end.value);
            result->high = fmax(result->high, at_end.value);
        }
    }
    binding->number.value = kept;
}

bool gr_deal_measure(struct gr_deal *deal, const struct gr_expr *expr, struct gr_binding *result,
                     struct gr_err *err)
{
    struct gr_scope scope = gr_deal_scope(deal);
    if (!gr_expr_eval(expr, &scope, GR_UNITS_CHECKED, &result->number, err))
        return false;
    result->low = result->high = result->number.value;
    for (size_t i = deal->problem->param_count; i < deal->binding_count; i++) {
        const struct gr_binding *binding = &deal->bindings[i];
        const struct gr_unit *unit;
        if (!binding->is_text && binding->low < binding->high &&
            gr_expr_uses(expr, binding->name) && !is_shown(deal->problem, binding->name, &unit))
            widen(deal, expr, i, result);
    }
    return true;
}

bool gr_deal_bind_let(struct gr_deal *deal, const struct gr_let *let, struct gr_err *err)
{
    struct gr_binding binding = {.name = let->name};
    if (!gr_deal_measure(deal, let->expr, &binding, err))
        return gr_err_wrap(err, "%s instance %u, let %s", deal->problem->id,
                           (unsigned)deal->instance, let->name);
    /* A let over givens alone is exact in them. */
    round_if_shown(deal->problem, binding.low == binding.high, &binding);
    deal->bindings[deal->binding_count++] = binding;
    return true;
}

bool gr_deal_bind_lets(struct gr_deal *deal, struct gr_err *err)
{
    for (size_t i = 0; i < deal->problem->let_count; i++) {
        if (!gr_deal_bind_let(deal, &deal->problem->lets[i], err))
            return false;
    }
    return true;
}

bool gr_deal_requires(const struct gr_deal *deal, const struct gr_require **broken,
                      struct gr_err *err)
{
    struct gr_scope scope = gr_deal_scope(deal);
    *broken = NULL;
    for (size_t i = 0; i < deal->problem->require_count && *broken == NULL; i++) {
        const struct gr_require *require = &deal->problem->requires[i];
        struct gr_quantity holds;
        if (!require->needs_run)
            continue;
        if (!gr_expr_eval(require->expr, &scope, GR_UNITS_CHECKED, &holds, err))
            return gr_err_wrap(err, "%s instance %u, require", deal->problem->id,
                               (unsigned)deal->instance);
        if (holds.value == 0)
            *broken = require;
    }
    return true;
}
