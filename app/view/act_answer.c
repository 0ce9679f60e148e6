/* Answering: the answer, its twin and the blanks of the walk; hints, the solution, why. See act.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/view/act_parts.h"

static void fill_blank(struct act *act)
{
    struct gr_err err = {0};
    struct gr_result result;
    struct ui *ui = act->ui;
    struct gr_str text = field_text(&ui->field);
    if (!gr_session_walk_fill(act->session, act->deal, act->walk_step, text, &result, &err)) {
        act_complain(act, &err);
        return;
    }
    if (result.judgement.verdict != GR_VERDICT_CORRECT) {
        const char *say = result.judgement.say;
        ui_say(ui, ROLE_WRONG, "X %s", say[0] != '\0' ? say : "Not yet.");
        return;
    }
    field_do(&ui->field, FIELD_END, ui->now_ms);
    act_save(act);
    act->walk_step++;
    bool good = act_walk_on(act, &err) && act_refresh_problem(act, &err);
    if (!good) {
        act_complain(act, &err);
        return;
    }
    sheet_scroll(&ui->sheet, (int)ui->sheet.doc.count);
    ui_say(ui, ROLE_CORRECT, "OK");
}

/* The next item in the course's order, for the result's links. */
static const struct app_entry *next_entry(const struct act *act)
{
    const struct app_entry *entry = app_outline_find(&act->outline, act->problem->id);
    bool is_last = entry == NULL || entry + 1 == act->outline.entries + act->outline.count;
    return is_last ? NULL : entry + 1;
}

static enum role lead_of(enum gr_verdict verdict)
{
    if (verdict == GR_VERDICT_CORRECT)
        return ROLE_CORRECT;
    return gr_verdict_is_free(verdict) ? ROLE_WARNING : ROLE_WRONG;
}

/* A graded answer is in the journal and no draft any more; one that was not accepted stays in the
 * field to be changed. */
static void settle_draft(struct act *act, bool is_correct)
{
    struct gr_err err = {0};
    struct field *field = &act->ui->field;
    (void)snprintf(act->submitted, sizeof act->submitted, "%s", is_correct ? "" : field->text);
    act->submitted_part = ui_frame(act->ui)->part;
    field_set(field, gr_str(""));
    if (!act_draft_drop(act, &err))
        act_complain(act, &err);
}

static void answer(struct act *act, bool on_twin)
{
    struct gr_err err = {0};
    struct gr_result result;
    struct field *field = &act->ui->field;
    act_save(act); /* the text is in the journal before anything can go wrong */
    if (!gr_session_answer(act->session, act->deal, on_twin, field_text(field), false, &result,
                           &err)) {
        act_complain(act, &err);
        return;
    }
    struct act_text *text = act_new_text(act, SCREEN_RESULT);
    if (!compose_result(&result, next_entry(act), &text->markdown, &err)) {
        act_complain(act, &err);
        return;
    }
    text->lead = lead_of(result.judgement.verdict);
    if (!gr_verdict_is_free(result.judgement.verdict))
        settle_draft(act, result.judgement.verdict == GR_VERDICT_CORRECT);
    act_push_text(act, SCREEN_RESULT, "");
}

void act_submit(struct act *act)
{
    enum part part = ui_frame(act->ui)->part;
    if (act->deal == NULL || !act->ui->has_field)
        return;
    if (part == PART_WALK)
        fill_blank(act);
    else
        answer(act, part == PART_TWIN);
}

/* From the result one goes back to the question first. */
static bool to_question(struct act *act)
{
    struct gr_err err = {0};
    while (act->ui->depth > 1 && ui_frame(act->ui)->screen != SCREEN_PROBLEM &&
           act->problem != NULL && strcmp(ui_frame(act->ui)->item, act->problem->id) == 0) {
        act->ui->depth--;
        if (!act_show(act, &err))
            act_complain(act, &err);
    }
    return act->deal != NULL && ui_frame(act->ui)->screen == SCREEN_PROBLEM;
}

void act_hint(struct act *act)
{
    struct gr_err err = {0};
    struct gr_buf hint; /* the screen fills in all that were given */
    uint32_t number = 0;
    if (!to_question(act))
        return;
    act_save(act);
    gr_buf_start(&hint, ACT_TEXT_BYTES);
    if (gr_session_hint(act->session, act->deal, &hint, &number, &err) &&
        act_refresh_problem(act, &err)) {
        sheet_scroll(&act->ui->sheet, (int)act->ui->sheet.doc.count);
        ui_say(act->ui, ROLE_TEXT,
               number == 0 ? "there are no more; hints cost nothing" : "a hint; it costs nothing");
    }
    if (err.code != GR_OK)
        act_complain(act, &err);
    gr_buf_free(&hint);
}

void act_part(struct act *act, enum part part)
{
    struct gr_err err = {0};
    if (!to_question(act))
        return;
    bool exists = part == PART_TWIN
                      ? act->deal->twin.question != NULL
                      : act->problem->kind == GR_KIND_PROBLEM && act->problem->has_solution;
    if (!exists) {
        ui_say(act->ui, ROLE_TEXT, "this question has none");
        return;
    }
    act_save(act);
    struct frame *frame = ui_frame(act->ui);
    frame->part = frame->part == part ? PART_ANSWER : part; /* the same key leads back */
    if (!act_show(act, &err))
        act_complain(act, &err);
}

void act_solution(struct act *act)
{
    struct gr_err err = {0};
    if (act->deal == NULL)
        return;
    act_save(act);
    struct act_text *text = act_new_text(act, SCREEN_TEXT);
    if (!gr_session_solution(act->session, act->deal, &text->markdown, &err)) {
        act_complain(act, &err);
        return;
    }
    act_push_text(act, SCREEN_TEXT, "solution");
}

void act_why(struct act *act)
{
    struct gr_err err = {0};
    struct gr_buf lines;
    if (act->problem == NULL)
        return;
    act_save(act);
    gr_buf_start(&lines, ACT_TEXT_BYTES);
    if (gr_session_why(act->session, act->problem, &lines, &err)) {
        compose_lines(gr_buf_view(&lines), &act_new_text(act, SCREEN_TEXT)->markdown);
        act_push_text(act, SCREEN_TEXT, "why");
    } else {
        act_complain(act, &err);
    }
    gr_buf_free(&lines);
}
