/* From bindings to a rule that judges: the reference with its interval, the model, the tolerance
 * and the author's mistakes, each evaluated for this instance in the unit asked for. The answer of
 * a timed problem carries the noise of what was measured; the twin is exact in what is shown.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/deal_parts.h"

#include <math.h>
#include <stdio.h>

#include "grader/num/decimal.h"

/* A mistake is recognised within these shares of its value. */
static const double window_exact = 0.02, window_timed = 0.06;
/* The interval of a timed reference may take a third of the tolerance. */
static const double sharp_share = 1.0 / 3.0;

static bool refer(struct gr_deal *deal, const struct gr_question *question, bool is_noisy,
                  struct gr_deal_question *out, struct gr_err *err)
{
    struct gr_binding reference = {0}, model = {0};
    if (!gr_deal_measure(deal, question->reference, &reference, err))
        return gr_err_wrap(err, "%s instance %u, reference", deal->problem->id,
                           (unsigned)deal->instance);
    out->question = question;
    out->rule.unit = question->unit;
    out->rule.reference = gr_unit_from_base(reference.number.value, &question->unit);
    out->low = is_noisy ? gr_unit_from_base(reference.low, &question->unit) : out->rule.reference;
    out->high = is_noisy ? gr_unit_from_base(reference.high, &question->unit) : out->rule.reference;
    out->has_model = question->model != NULL;
    if (!out->has_model)
        return true;
    if (!gr_deal_measure(deal, question->model, &model, err))
        return gr_err_wrap(err, "%s instance %u, model", deal->problem->id,
                           (unsigned)deal->instance);
    out->model = gr_unit_from_base(model.number.value, &question->unit);
    return true;
}

bool gr_deal_refer(struct gr_deal *deal, struct gr_err *err)
{
    bool is_noisy = deal->problem->problem_class != KN_EXACT;
    if (!refer(deal, &deal->problem->answer, is_noisy, &deal->answer, err))
        return false;
    return !deal->problem->has_twin || refer(deal, &deal->problem->twin, false, &deal->twin, err);
}

/* A seeded reference's interval is one standard error either side: three of them are allowed. A
 * timed one must be narrow (gr_deal_is_sharp), so its noise may not widen anything by much. */
static struct gr_tolerance tolerance_of(const struct gr_deal *deal,
                                        const struct gr_deal_question *asked)
{
    const struct gr_question *question = asked->question;
    double half = (asked->high - asked->low) / 2;
    double size = fabs(asked->rule.reference);
    double rel = question->tolerance_exact ? 0 : question->tolerance_rel;
    double abs = question->tolerance_exact ? 0 : question->tolerance_abs;
    double share = size > 0 ? fmax(rel, abs / size) : rel;
    bool is_seeded = deal->problem->problem_class == KN_SEEDED;
    return (struct gr_tolerance){.rel = rel,
                                 .abs = abs,
                                 .noise = is_seeded ? 3 * half : half,
                                 .noise_cap = is_seeded ? 3 * share : share / 2};
}

bool gr_deal_asks_mistake(const struct gr_deal *deal, const struct gr_mistake *mistake)
{
    struct gr_scope scope = gr_deal_scope(deal);
    struct gr_quantity holds;
    struct gr_err ignored = {0};
    if (mistake->when == NULL)
        return true;
    return gr_expr_eval(mistake->when, &scope, GR_UNITS_CHECKED, &holds, &ignored) &&
           holds.value != 0;
}

static bool fill_say(struct gr_deal *deal, const struct gr_mistake *mistake, const char **out,
                     struct gr_err *err)
{
    struct gr_scope scope = gr_deal_scope(deal);
    struct gr_buf say;
    gr_buf_start(&say, 4096);
    bool good =
        gr_template_fill(&mistake->say, 0, mistake->say.count, &scope, GR_BLANKS_FILLED, &say, err);
    *out = good && !say.failed ? gr_arena_text(&deal->arena, gr_buf_view(&say)) : NULL;
    gr_buf_free(&say);
    if (good && *out == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    return good;
}

static bool evaluate_mistake(struct gr_deal *deal, const struct gr_deal_question *asked,
                             const struct gr_mistake *mistake, struct gr_wrong_value *out,
                             struct gr_err *err)
{
    struct gr_scope scope = gr_deal_scope(deal);
    struct gr_quantity value;
    struct gr_err ignored = {0};
    double reference = asked->rule.reference;
    out->id = mistake->id;
    out->passed_over = true;
    out->value = (double)NAN;
    if (!gr_deal_asks_mistake(deal, mistake) ||
        !gr_expr_eval(mistake->value, &scope, GR_UNITS_FREE, &value, &ignored))
        return true;
    out->value = gr_unit_from_base(value.value, &asked->question->unit);
    out->passed_over =
        !isfinite(out->value) ||
        fabs(out->value - reference) <= gr_tolerance_width(&asked->rule.tolerance, reference);
    return fill_say(deal, mistake, &out->say, err);
}

static bool judge_by(struct gr_deal *deal, struct gr_deal_question *asked, bool is_timed,
                     struct gr_err *err)
{
    const struct gr_question *question = asked->question;
    struct gr_wrong_value *wrongs =
        gr_arena_array(&deal->arena, question->mistake_count, sizeof *wrongs);
    if (wrongs == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    asked->rule.tolerance = tolerance_of(deal, asked);
    asked->rule.window = is_timed ? window_timed : window_exact;
    asked->rule.has_low = question->has_low;
    asked->rule.has_high = question->has_high;
    asked->rule.low = question->low;
    asked->rule.high = question->high;
    for (size_t i = 0; i < question->mistake_count; i++) {
        if (!evaluate_mistake(deal, asked, &question->mistakes[i], &wrongs[i], err))
            return gr_err_wrap(err, "%s instance %u, mistake %s", deal->problem->id,
                               (unsigned)deal->instance, question->mistakes[i].id);
    }
    asked->rule.wrongs = wrongs;
    asked->rule.wrong_count = question->mistake_count;
    return true;
}

/* `reference` and `model` stand behind the bindings, where only the answer's own scope sees them.
 */
static void know_answer(struct gr_deal *deal)
{
    const struct gr_deal_question *asked = &deal->answer;
    const struct gr_unit *unit = &asked->rule.unit;
    struct gr_binding *next = &deal->bindings[deal->binding_count];
    next[0] =
        (struct gr_binding){.name = "reference",
                            .number = {gr_unit_to_base(asked->rule.reference, unit), unit->dim},
                            .low = gr_unit_to_base(asked->low, unit),
                            .high = gr_unit_to_base(asked->high, unit)};
    if (!asked->has_model)
        return;
    double model = gr_unit_to_base(asked->model, unit);
    next[1] = (struct gr_binding){
        .name = "model", .number = {model, unit->dim}, .low = model, .high = model};
}

struct gr_scope gr_deal_answer_scope(const struct gr_deal *deal)
{
    size_t own = deal->answer.has_model ? 2 : 1;
    return (struct gr_scope){deal->bindings, deal->binding_count + own};
}

bool gr_deal_judge_by(struct gr_deal *deal, struct gr_err *err)
{
    know_answer(deal);
    bool is_timed = deal->problem->problem_class == KN_TIMED;
    if (!judge_by(deal, &deal->answer, is_timed, err))
        return false;
    return deal->twin.question == NULL || judge_by(deal, &deal->twin, false, err);
}

static const struct gr_mistake *too_near(const struct gr_deal *deal,
                                         const struct gr_deal_question *asked)
{
    double reference = asked->rule.reference;
    double width = gr_tolerance_width(&asked->rule.tolerance, reference);
    for (size_t i = 0; asked->question != NULL && i < asked->rule.wrong_count; i++) {
        const struct gr_mistake *mistake = &asked->question->mistakes[i];
        double distance = fabs(asked->rule.wrongs[i].value - reference);
        if (mistake->separate && gr_deal_asks_mistake(deal, mistake) && isfinite(distance) &&
            !(distance >= 2 * width && distance > 0))
            return mistake;
    }
    return NULL;
}

const struct gr_mistake *gr_deal_too_near(const struct gr_deal *deal)
{
    const struct gr_mistake *mistake = too_near(deal, &deal->answer);
    return mistake != NULL ? mistake : too_near(deal, &deal->twin);
}

bool gr_deal_is_sharp(const struct gr_deal *deal, char *reason, size_t size)
{
    const struct gr_deal_question *asked = &deal->answer;
    double half = (asked->high - asked->low) / 2;
    double width = gr_tolerance_width(&asked->rule.tolerance, asked->rule.reference);
    if (deal->problem->problem_class != KN_TIMED || half <= sharp_share * width)
        return true;
    if (!isfinite(half)) {
        (void)snprintf(reason, size, "the interval of the reference has no end");
        return false;
    }
    char seen[GR_DECIMAL_PRINT], allowed[GR_DECIMAL_PRINT];
    (void)snprintf(reason, size,
                   "the reference is only known within +-%s %s, and the tolerance is +-%s %s",
                   gr_decimal_print_digits(half, 2, seen), asked->rule.unit.text,
                   gr_decimal_print_digits(width, 2, allowed), asked->rule.unit.text);
    return false;
}
