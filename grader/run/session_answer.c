/* From typed text to a verdict and its record. What costs nothing (unreadable, another dimension,
 * outside the domain, no verdict) leaves no trace; everything else is written with all that `why`
 * and a later regrade need. Nothing here measures: the deal has frozen what it found.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "grader/base/json.h"
#include "grader/run/deal_parts.h"
#include "grader/run/payload.h"
#include "grader/run/session_parts.h"

enum { ANSWER_RECORD_BYTES = 16 * 1024 };

void gr_session_no_verdict(const struct gr_deal *deal, char *out, size_t size)
{
    const char *way_on = deal->problem->has_twin
                             ? "answer the twin, or deal again when the machine is quieter"
                             : "deal again when the machine is quieter";
    (void)snprintf(out, size, "No verdict, and nothing was counted: %s. You can %s.", deal->reason,
                   way_on);
}

/* The deal was measured too poorly to grade anybody by it. */
static void withhold_verdict(const struct gr_deal *deal, struct gr_judgement *judgement)
{
    judgement->verdict = GR_VERDICT_NO_VERDICT;
    judgement->mistake = NULL;
    judgement->is_builtin = false;
    gr_session_no_verdict(deal, judgement->say, sizeof judgement->say);
}

static void write_answer(const struct gr_result *result, struct gr_str text, struct gr_buf *out)
{
    const struct gr_deal *deal = result->deal;
    const struct gr_deal_question *asked = result->on_twin ? &deal->twin : &deal->answer;
    const struct gr_judgement *judgement = &result->judgement;
    struct gr_json json = {.out = out};
    gr_json_open(&json, NULL, '{');
    gr_json_integer(&json, "deal", deal->seq);
    gr_payload_put(&json, "value", result->reading.value);
    gr_json_bool(&json, "on_twin", result->on_twin);
    gr_json_text(&json, "verdict", gr_verdict_word(judgement->verdict));
    gr_json_bool(&json, "assisted", result->is_assisted);
    gr_json_integer(&json, "attempt", result->attempts);
    gr_json_str(&json, "text", text);
    gr_json_text(&json, "echo", result->reading.echo);
    gr_json_text(&json, "unit", asked->rule.unit.text);
    gr_json_text(&json, "mistake", judgement->mistake != NULL ? judgement->mistake : "");
    gr_json_bool(&json, "builtin", judgement->is_builtin);
    gr_json_text(&json, "say", judgement->say);
    gr_payload_put(&json, "reference", asked->rule.reference);
    gr_payload_put(&json, "low", asked->low);
    gr_payload_put(&json, "high", asked->high);
    if (asked->has_model)
        gr_payload_put(&json, "model", asked->model);
    gr_payload_put(&json, "width", judgement->width);
    gr_json_integer(&json, "samples", (int64_t)deal->samples);
    gr_json_text(&json, "kernel", deal->kernel);
    gr_json_text(&json, "backend", deal->backend);
    gr_json_text(&json, "machine", deal->machine);
    gr_json_close(&json, '}');
}

static bool record_answer(struct gr_session *session, const struct gr_result *result,
                          struct gr_str text, struct gr_err *err)
{
    const struct gr_deal *deal = result->deal;
    struct gr_event event = {
        .kind = "answer", .item = deal->problem->id, .rev = deal->rev, .instance = deal->instance};
    struct gr_buf payload;
    gr_buf_start(&payload, ANSWER_RECORD_BYTES);
    write_answer(result, text, &payload);
    bool good = gr_session_record(session, &event, &payload, err);
    gr_buf_free(&payload);
    return good;
}

static void judge(const struct gr_deal *deal, bool on_twin, struct gr_str text,
                  struct gr_result *out)
{
    const struct gr_rule *rule = on_twin ? &deal->twin.rule : &deal->answer.rule;
    *out = (struct gr_result){.deal = deal, .on_twin = on_twin};
    gr_answer_read(text, &rule->unit, &out->reading);
    gr_judge(rule, &out->reading, &out->judgement);
    if (!on_twin && !deal->is_gradable && !gr_verdict_is_free(out->judgement.verdict))
        withhold_verdict(deal, &out->judgement);
}

bool gr_session_answer(struct gr_session *session, const struct gr_deal *deal, bool on_twin,
                       struct gr_str text, bool dry_run, struct gr_result *out, struct gr_err *err)
{
    const struct gr_standing_item *item;
    if (on_twin && deal->twin.question == NULL)
        return gr_fail(err, GR_E_USAGE, "%s has no twin; answer the question itself",
                       deal->problem->short_id);
    if (!gr_session_is_open(session, deal, &item, err))
        return false;
    judge(deal, on_twin, text, out);
    out->attempts = item->deal.attempts;
    out->is_assisted = item->deal.is_assisted;
    bool is_free = gr_verdict_is_free(out->judgement.verdict);
    out->is_repeat = !is_free && gr_standing_was_given(&item->deal, out->reading.value, on_twin);
    if (!is_free && !out->is_repeat && !dry_run) {
        out->attempts++;
        if (!record_answer(session, out, text, err))
            return false;
        out->is_counted = true;
    }
    out->is_solved = item->solved_alone || item->solved_assisted;
    return true;
}

/* ---- hints, solutions, and other ways to see the reference ------------------------------------
 */

static bool fill_hint(const struct gr_deal *deal, uint32_t index, struct gr_buf *out,
                      struct gr_err *err)
{
    struct gr_scope scope = gr_deal_scope(deal);
    const struct gr_template *hint = &deal->problem->hints[index];
    return gr_template_fill(hint, 0, hint->count, &scope, GR_BLANKS_FILLED, out, err);
}

static bool all_hints(const struct gr_deal *deal, struct gr_buf *out, struct gr_err *err)
{
    for (uint32_t i = 0; i < deal->problem->hint_count; i++) {
        if (i > 0)
            gr_buf_text(out, "\n\n");
        if (!fill_hint(deal, i, out, err))
            return false;
    }
    return true;
}

bool gr_session_hint(struct gr_session *session, const struct gr_deal *deal, struct gr_buf *out,
                     uint32_t *number, struct gr_err *err)
{
    const struct gr_standing_item *item;
    if (!gr_session_is_open(session, deal, &item, err))
        return false;
    if (deal->problem->hint_count == 0)
        return gr_fail(err, GR_E_USAGE, "%s has no hints", deal->problem->short_id);
    uint32_t given = item->deal.hints;
    *number = 0;
    if (given >= deal->problem->hint_count)
        return all_hints(deal, out, err);
    *number = given + 1;
    return fill_hint(deal, given, out, err) &&
           gr_session_record_of(session, deal, "hint", "number", *number, err);
}

bool gr_session_solution(struct gr_session *session, const struct gr_deal *deal, struct gr_buf *out,
                         struct gr_err *err)
{
    const struct gr_standing_item *item;
    const struct gr_template *solution = &deal->problem->solution;
    struct gr_scope scope = gr_deal_answer_scope(deal);
    if (!gr_session_is_open(session, deal, &item, err))
        return false;
    if (!deal->problem->has_solution)
        return gr_fail(err, GR_E_USAGE, "%s has no published solution yet",
                       deal->problem->short_id);
    /* Recorded before it is shown: a solution that was seen is never without its record. */
    if (!item->deal.solution_seen && !gr_session_record_of(session, deal, "solution", NULL, 0, err))
        return false;
    return gr_template_fill(solution, 0, solution->count, &scope, GR_BLANKS_FILLED, out, err);
}

static bool uses_kernel(const struct gr_problem *problem, const char *kernel)
{
    for (size_t i = 0; i < problem->run_count; i++) {
        if (strcmp(problem->runs[i].kernel->name, kernel) == 0)
            return true;
    }
    return false;
}

bool gr_session_assist_item(struct gr_session *session, const struct gr_problem *problem,
                            struct gr_err *err)
{
    const struct gr_standing_item *item = gr_standing_find(&session->standings, problem->id);
    if (item == NULL || !item->deal.is_open || item->deal.is_solved || item->deal.is_assisted)
        return true;
    const struct gr_deal open = {.problem = problem,
                                 .rev = item->deal.rev,
                                 .instance = item->deal.instance,
                                 .seq = item->deal.seq};
    return gr_session_record_of(session, &open, "assist", NULL, 0, err);
}

bool gr_session_assist(struct gr_session *session, const char *kernel, struct gr_err *err)
{
    for (size_t i = 0; i < session->course->problem_count; i++) {
        const struct gr_problem *problem = session->course->problems[i];
        if (uses_kernel(problem, kernel) && !gr_session_assist_item(session, problem, err))
            return false;
    }
    return true;
}

bool gr_session_reset(struct gr_session *session, const char *item, struct gr_err *err)
{
    struct gr_item found;
    if (!gr_course_find(session->course, item, &found, err))
        return false;
    struct gr_event event = {.kind = "reset"};
    if (found.problem != NULL) {
        event.item = found.problem->id;
        event.rev = found.problem->rev;
    } else if (found.page != NULL) {
        event.item = found.page->id;
    } else {
        return gr_fail(err, GR_E_USAGE, "%s is no problem or page; reset one at a time", item);
    }
    struct gr_buf payload;
    gr_buf_start(&payload, 16);
    gr_buf_text(&payload, "{}");
    bool good = gr_session_record(session, &event, &payload, err);
    gr_buf_free(&payload);
    return good;
}
