/* The walk through a worked problem: its published solution, cut at the blanks. Step number n is
 * the text since the blank before it (that blank filled in) up to blank n. Whoever has seen a
 * filled blank has seen part of the way, so the open deal is assisted from then on; the fresh deal
 * afterwards is solved alone.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "grader/base/json.h"
#include "grader/run/deal_parts.h"
#include "grader/run/payload.h"
#include "grader/run/session_parts.h"

enum { WALK_RECORD_BYTES = 4096 };
static const double walk_rel = 0.01;

/* Index of the part that is blank number `step`, or the count of parts; *from is where its text
 * starts: at the blank before it. */
static size_t find_blank(const struct gr_template *solution, uint32_t step, size_t *from)
{
    uint32_t seen = 0;
    *from = 0;
    for (size_t i = 0; i < solution->count; i++) {
        if (solution->parts[i].kind != GR_PART_BLANK)
            continue;
        if (seen++ == step)
            return i;
        *from = i;
    }
    return solution->count;
}

static bool blank_value(const struct gr_deal *deal, const struct gr_part *part,
                        struct gr_quantity *value, struct gr_unit *unit, struct gr_err *err)
{
    struct gr_scope scope = gr_deal_answer_scope(deal);
    char base[GR_UNIT_TEXT];
    if (!gr_expr_eval(part->expr, &scope, GR_UNITS_CHECKED, value, err))
        return false;
    if (part->has_unit) {
        *unit = part->unit;
        return true;
    }
    bool is_pure = gr_dim_is_none(value->dim);
    return gr_unit_parse(gr_str(is_pure ? "" : gr_dim_print(value->dim, base)), unit, err);
}

static bool needs_solution(const struct gr_deal *deal, struct gr_err *err)
{
    return deal->problem->has_solution ||
           gr_fail(err, GR_E_USAGE, "%s has no published solution yet", deal->problem->short_id);
}

bool gr_session_walk_text(struct gr_session *session, const struct gr_deal *deal, uint32_t step,
                          struct gr_buf *out, struct gr_unit *unit, struct gr_err *err)
{
    const struct gr_standing_item *item;
    const struct gr_template *solution = &deal->problem->solution;
    struct gr_scope scope = gr_deal_answer_scope(deal);
    struct gr_quantity ignored;
    size_t from;
    if (!gr_session_is_open(session, deal, &item, err) || !needs_solution(deal, err))
        return false;
    size_t blank = find_blank(solution, step, &from);
    if (step > 0 && !gr_session_assist_item(session, deal->problem, err))
        return false;
    if (!gr_template_fill(solution, from, blank, &scope, GR_BLANKS_FILLED, out, err) ||
        blank == solution->count)
        return false;
    return blank_value(deal, &solution->parts[blank], &ignored, unit, err);
}

static bool record_fill(struct gr_session *session, const struct gr_result *result, uint32_t step,
                        struct gr_str text, struct gr_err *err)
{
    const struct gr_deal *deal = result->deal;
    struct gr_event event = {
        .kind = "walk", .item = deal->problem->id, .rev = deal->rev, .instance = deal->instance};
    struct gr_buf payload;
    gr_buf_start(&payload, WALK_RECORD_BYTES);
    struct gr_json json = {.out = &payload};
    gr_json_open(&json, NULL, '{');
    gr_json_integer(&json, "deal", deal->seq);
    gr_json_integer(&json, "step", step);
    gr_json_str(&json, "text", text);
    gr_payload_put(&json, "value", result->reading.value);
    gr_json_text(&json, "verdict", gr_verdict_word(result->judgement.verdict));
    gr_json_close(&json, '}');
    bool good = gr_session_record(session, &event, &payload, err);
    gr_buf_free(&payload);
    return good;
}

bool gr_session_walk_fill(struct gr_session *session, const struct gr_deal *deal, uint32_t step,
                          struct gr_str text, struct gr_result *out, struct gr_err *err)
{
    const struct gr_standing_item *item;
    const struct gr_template *solution = &deal->problem->solution;
    struct gr_rule rule = {0};
    struct gr_quantity value;
    size_t from;
    if (!gr_session_is_open(session, deal, &item, err) || !needs_solution(deal, err))
        return false;
    size_t blank = find_blank(solution, step, &from);
    if (blank == solution->count)
        return gr_fail(err, GR_E_USAGE, "the walk through %s has no step %u",
                       deal->problem->short_id, (unsigned)step + 1);
    if (!blank_value(deal, &solution->parts[blank], &value, &rule.unit, err))
        return false;
    rule.reference = gr_unit_from_base(value.value, &rule.unit);
    bool is_count =
        deal->problem->problem_class == KN_EXACT && rule.reference == floor(rule.reference);
    rule.tolerance.rel = is_count ? 0 : walk_rel;
    *out = (struct gr_result){.deal = deal};
    gr_answer_read(text, &rule.unit, &out->reading);
    gr_judge(&rule, &out->reading, &out->judgement);
    out->attempts = item->deal.attempts;
    if (!gr_verdict_is_free(out->judgement.verdict) && !record_fill(session, out, step, text, err))
        return false;
    out->is_solved = item->solved_alone || item->solved_assisted;
    out->is_assisted = item->deal.is_assisted;
    return true;
}
