/* See instance.h. The key of a problem's draws is the hash of "id\0rev", the stream is k, and the
 * draws of one instance are counted from 0 in file order: adding a problem, a release or a machine
 * changes nothing; raising rev changes everything. These choices are frozen by golden values in the
 * tests.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/instance.h"

#include <kn/rng.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/num/decimal.h"

enum { MOST_DRAWS = 1000, KEY_BYTES = 512 };

struct draws {
    const struct gr_problem *problem;
    uint64_t key, stream, index;
    struct gr_binding *bindings;
    size_t count; /* bound so far */
    struct gr_err *err;
};

/* Words joined by NUL bytes, so that ("ab", "c") and ("a", "bc") differ. */
static uint64_t key_of(const char *const *words, size_t count)
{
    char bytes[KEY_BYTES];
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(words[i]) + (i + 1 < count);
        if (size > sizeof bytes - len)
            size = sizeof bytes - len;
        memcpy(bytes + len, words[i], size);
        len += size;
    }
    return kn_rng_key(bytes, len);
}

static uint64_t draw_below(struct draws *draws, uint64_t bound)
{
    return kn_rng_below(draws->key, draws->stream, draws->index++, bound);
}

/* An end of a range, in the parameter's own unit. */
static bool end_value(struct draws *draws, const struct gr_param *param, const struct gr_expr *expr,
                      double *out)
{
    struct gr_scope scope = {.bindings = draws->bindings, .count = draws->count};
    struct gr_quantity end;
    if (!gr_expr_eval(expr, &scope, GR_UNITS_CHECKED, &end, draws->err))
        return false;
    *out = gr_dim_is_none(end.dim) ? end.value : gr_unit_from_base(end.value, &param->unit);
    return true;
}

static bool draw_range(struct draws *draws, const struct gr_param *param, double *out)
{
    double low, high;
    if (!end_value(draws, param, param->low, &low) || !end_value(draws, param, param->high, &high))
        return false;
    if (!(low <= high) || fabs(low) > 1e15 || fabs(high) > 1e15)
        return gr_fail_at(draws->err, GR_E_COURSE, param->at,
                          "the range of %s is empty or too wide in instance %u", param->name,
                          (unsigned)draws->stream);
    if (param->kind == GR_PARAM_REAL) {
        double share = kn_rng_uniform(draws->key, draws->stream, draws->index++);
        *out = gr_decimal_round(low + share * (high - low), param->digits);
        return true;
    }
    low = ceil(low);
    high = floor(high);
    if (low > high)
        return gr_fail_at(draws->err, GR_E_COURSE, param->at,
                          "no whole number lies in the range of %s in instance %u", param->name,
                          (unsigned)draws->stream);
    *out = low + (double)draw_below(draws, (uint64_t)(high - low) + 1);
    return true;
}

static bool draw_param(struct draws *draws, const struct gr_param *param)
{
    double value = 0;
    struct gr_binding *binding = &draws->bindings[draws->count];
    *binding = (struct gr_binding){.name = param->name};
    if (param->kind == GR_PARAM_WORDS) {
        binding->is_text = true;
        binding->text = param->words[draw_below(draws, param->choice_count)];
    } else if (param->kind == GR_PARAM_NUMBERS) {
        value = param->numbers[draw_below(draws, param->choice_count)];
    } else if (!draw_range(draws, param, &value)) {
        return false;
    }
    value = gr_unit_to_base(value, &param->unit);
    binding->number = (struct gr_quantity){.value = value, .dim = param->unit.dim};
    binding->low = binding->high = value;
    draws->count++;
    return true;
}

/* The first requirement on parameters alone that this draw does not meet; NULL when all are met. */
static bool find_unmet(struct draws *draws, const struct gr_require **unmet)
{
    struct gr_scope scope = {.bindings = draws->bindings, .count = draws->count};
    *unmet = NULL;
    for (size_t i = 0; i < draws->problem->require_count; i++) {
        const struct gr_require *require = &draws->problem->requires[i];
        struct gr_quantity truth;
        if (require->needs_run)
            continue;
        if (!gr_expr_eval(require->expr, &scope, GR_UNITS_CHECKED, &truth, draws->err))
            return false;
        if (truth.value == 0) {
            *unmet = require;
            return true;
        }
    }
    return true;
}

static bool draw_all(struct draws *draws)
{
    draws->count = 0;
    for (size_t i = 0; i < draws->problem->param_count; i++)
        if (!draw_param(draws, &draws->problem->params[i]))
            return false;
    return true;
}

bool gr_instance_draw(const struct gr_problem *problem, uint32_t k, struct gr_binding *bindings,
                      struct gr_err *err)
{
    char rev[16];
    (void)snprintf(rev, sizeof rev, "%u", (unsigned)problem->rev);
    const char *const words[] = {problem->id, rev};
    struct draws draws = {
        .problem = problem, .key = key_of(words, 2), .stream = k, .bindings = bindings, .err = err};
    const struct gr_require *unmet = NULL;
    for (int i = 0; i < MOST_DRAWS; i++) {
        if (!draw_all(&draws) || !find_unmet(&draws, &unmet))
            return false;
        if (unmet == NULL)
            return true;
    }
    struct gr_str text = gr_expr_text(unmet->expr);
    return gr_fail_at(err, GR_E_COURSE, unmet->at,
                      "instance %u of %s does not meet \"%.*s\" in %d draws; widen the parameters",
                      (unsigned)k, problem->id, (int)(text.len < 120 ? text.len : 120), text.ptr,
                      (int)MOST_DRAWS);
}

uint32_t gr_instance_first(const struct gr_problem *problem, const char *course,
                           const char *student)
{
    const char *const words[] = {course, student, problem->id};
    return (uint32_t)kn_rng_below(key_of(words, 3), 0, 0, problem->instances);
}
