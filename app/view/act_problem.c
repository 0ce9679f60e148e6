/* Questions on the screen, and dealing without blocking; answering is in act_answer.c. See act.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/view/act_parts.h"
#include "app/view/ui_help.h"

static const struct gr_deal_question *question(const struct act *act, enum part part)
{
    return part == PART_TWIN ? &act->deal->twin : &act->deal->answer;
}

static void set_field(struct act *act, const struct gr_unit *unit)
{
    struct ui *ui = act->ui;
    struct gr_err err = {0};
    struct gr_buf draft;
    ui->has_field = true;
    ui->unit = *unit;
    (void)snprintf(ui->label, sizeof ui->label, "%s",
                   unit->text[0] != '\0' ? unit->text : "number");
    gr_buf_start(&draft, FIELD_BYTES * 2);
    if (!act_draft_get(act, &draft, &err))
        act_complain(act, &err);
    field_start(&ui->field);
    bool was_sent = draft.len == 0 && ui_frame(ui)->part == act->submitted_part;
    field_set(&ui->field, was_sent ? gr_str(act->submitted) : gr_buf_view(&draft));
    ui->field.is_sent = was_sent;
    gr_buf_free(&draft);
}

static void set_rule(struct act *act, const struct gr_question *asked)
{
    struct gr_buf rule;
    gr_buf_start(&rule, UI_TEXT_BYTES);
    compose_rule(asked, &rule);
    (void)snprintf(act->ui->rule, sizeof act->ui->rule, "%s", gr_buf_cstr(&rule));
    gr_buf_free(&rule);
}

void act_set_costs(struct act *act)
{
    if (act->problem == NULL)
        return;
    struct gr_standing standing = gr_session_standing(act->session, act->problem->id);
    act->ui->is_alone = act_can_write(act) && !standing.deal_solved && !standing.deal_assisted;
    act->ui->why_costs = act->ui->is_alone && standing.deal_attempts > 0;
}

bool act_walk_on(struct act *act, struct gr_err *err)
{
    struct gr_unit unit;
    struct gr_err end = {0};
    act_set_costs(act);
    if (gr_session_walk_text(act->session, act->deal, act->walk_step, &act->walk, &unit, &end)) {
        set_field(act, &unit);
        (void)snprintf(act->ui->rule, sizeof act->ui->rule, "step %u: practice, not counted%s",
                       (unsigned)act->walk_step + 1,
                       act->ui->is_alone ? "; the walk makes this deal an assisted one" : "");
        return true;
    }
    if (end.code != GR_OK) {
        *err = end;
        return false;
    }
    act->ui->has_field = act->ui->in_field = false;
    gr_buf_text(&act->walk, "\n\n**That is the whole way.** d deals a fresh one to solve alone.");
    return true;
}

/* The blank at the end of the walk's text, which may stand inside a formula that is still open. */
static const char *open_blank(const struct gr_buf *text)
{
    bool in_line = false, in_display = false;
    const char *s = gr_buf_cstr(text);
    for (size_t i = 0; s[i] != '\0'; i++) {
        if (s[i] == '\\' && s[i + 1] != '\0') {
            i++;
        } else if (s[i] == '$' && s[i + 1] == '$' && !in_line) {
            in_display = !in_display;
            i++;
        } else if (s[i] == '$' && !in_display) {
            in_line = !in_line;
        }
    }
    return in_display ? "\\text{____}$$" : in_line ? "\\text{____}$" : "**\\_\\_\\_\\_**";
}

static bool problem_text(struct act *act, struct gr_buf *out, struct gr_err *err)
{
    const struct compose c = act_compose(act);
    enum part part = ui_frame(act->ui)->part;
    if (part != PART_WALK)
        return compose_problem(&c, act->deal, part == PART_TWIN, out, err);
    if (!gr_deal_statement(act->deal, false, out, err))
        return false;
    gr_buf_printf(out, "\n\n---\n\n%s%s", gr_buf_cstr(&act->walk),
                  act->ui->has_field ? open_blank(&act->walk) : "");
    return compose_hints(&c, act->deal, out, err);
}

bool act_refresh_problem(struct act *act, struct gr_err *err)
{
    struct gr_buf text;
    act_set_costs(act);
    gr_buf_start(&text, ACT_TEXT_BYTES);
    bool good = problem_text(act, &text, err) && ui_text(act->ui, gr_buf_view(&text), err);
    gr_buf_free(&text);
    return good;
}

static void set_title(struct act *act)
{
    const struct gr_problem *problem = act->problem;
    struct ui *ui = act->ui;
    const struct app_entry *entry = app_outline_find(&act->outline, problem->id);
    (void)snprintf(ui->crumb, sizeof ui->crumb, "%s > ", entry == NULL ? "" : entry->group);
    (void)snprintf(ui->title, sizeof ui->title, "%s %s", problem->short_id, problem->title);
    if (act->deal != NULL)
        (void)snprintf(ui->side, sizeof ui->side, "instance %u", (unsigned)act->deal->instance);
}

/* The question of the open deal. */
static bool show_deal(struct act *act, struct gr_err *err)
{
    struct frame *frame = ui_frame(act->ui);
    set_title(act);
    act->ui->has_deal = true;
    act->ui->has_twin = act->deal->twin.question != NULL;
    act->ui->has_walk = act->problem->kind == GR_KIND_PROBLEM && act->problem->has_solution;
    act_set_costs(act);
    if (frame->part == PART_TWIN && !act->ui->has_twin)
        frame->part = PART_ANSWER;
    if (frame->part == PART_WALK) {
        act->walk_step = 0;
        gr_buf_clear(&act->walk);
        if (!act_walk_on(act, err))
            return false;
    } else {
        const struct gr_question *asked = question(act, frame->part)->question;
        set_field(act, &asked->unit);
        set_rule(act, asked);
    }
    act->ui->in_field = frame->part == PART_WALK && act->ui->has_field;
    bool good = act_refresh_problem(act, err);
    if (good && frame->part == PART_WALK) /* the blank stands at the end */
        sheet_scroll(&act->ui->sheet, (int)act->ui->sheet.doc.count);
    return good;
}

static bool show_undealt(struct act *act, const char *why, struct gr_err *err)
{
    struct gr_buf text;
    gr_buf_start(&text, ACT_TEXT_BYTES);
    set_title(act);
    compose_undealt(act->problem, why, &text);
    bool good = ui_text(act->ui, gr_buf_view(&text), err);
    gr_buf_free(&text);
    return good;
}

void act_take_problem(struct act *act, const struct gr_problem *problem, struct gr_err *err)
{
    if (act->problem != problem)
        act->submitted[0] = '\0';
    act->problem = problem;
    act->deal = problem == NULL ? NULL : gr_session_current(act->session, problem, err);
}

bool act_show_problem(struct act *act, struct gr_err *err)
{
    const struct app_entry *entry = app_outline_find(&act->outline, ui_frame(act->ui)->item);
    struct gr_err none = {0};
    if (entry == NULL || entry->item.problem == NULL)
        return gr_fail(err, GR_E_INTERNAL, "the problem %s is gone", ui_frame(act->ui)->item);
    act_take_problem(act, entry->item.problem, &none);
    if (act->deal != NULL)
        return show_deal(act, err);
    if (none.code != GR_OK)
        return show_undealt(act, none.text, err);
    if (!show_undealt(act, "the kernel runs first", err))
        return false;
    act_deal(act, GR_WISH_CURRENT, act->ui->now_ms);
    return true;
}

/* ---- dealing -------------------------------------------------------------------------------- */

/* Help that was open when a run ended stays, with the keys of the screen that is under it now. */
static void keep_help(struct act *act, bool was_open)
{
    act->ui->is_help = false;
    act->ui->is_help = was_open && ui_help_fill(act->ui);
}

/* Shows what there is instead of the deal that did not come. */
static void not_dealt(struct act *act, const char *why)
{
    struct gr_err err = {0};
    gr_dealing_free(act->dealing);
    act->dealing = NULL;
    act->ui->is_running = false;
    if (act->deal == NULL && act->problem != NULL && !show_undealt(act, why, &err))
        act_complain(act, &err);
    else if (act->deal != NULL)
        ui_say(act->ui, ROLE_WARNING, "! %s", why);
    keep_help(act, act->ui->is_help);
}

void act_deal(struct act *act, enum gr_deal_wish wish, int64_t now_ms)
{
    struct gr_err err = {0};
    if (act->problem == NULL || act->dealing != NULL)
        return;
    if (ui_frame(act->ui)->screen != SCREEN_PROBLEM) { /* from a result: the question below it */
        act->ui->depth--;
        if (!act_show(act, &err))
            act_complain(act, &err);
    }
    act_save(act);
    if (act->dealing == NULL &&
        !gr_session_deal_start(act->session, act->problem, wish, 0, &act->dealing, &err)) {
        act->dealing = NULL;
        not_dealt(act, err.text);
        return;
    }
    act->ui->is_running = true;
    act->ui->in_field = false;
    act->ui->progress = (struct gr_progress){0};
    act->ui->run_start_ms = now_ms;
}

int act_fd(const struct act *act)
{
    return act->dealing == NULL ? -1 : gr_dealing_fd(act->dealing);
}

int act_wait_ms(const struct act *act)
{
    return act->dealing == NULL ? -1 : gr_dealing_wait_ms(act->dealing);
}

static void dealt(struct act *act)
{
    struct gr_err err = {0};
    const struct gr_deal *deal = NULL;
    bool is_help = act->ui->is_help;
    bool good = gr_session_deal_finish(act->session, act->dealing, &deal, &err);
    gr_dealing_free(act->dealing);
    act->dealing = NULL;
    act->ui->is_running = false;
    if (good) {
        act->deal = deal;
        act->submitted[0] = '\0';
        ui_frame(act->ui)->part = PART_ANSWER;
        good = act_draft_drop(act, &err); /* a fresh question starts with an empty field */
        ui_clear(act->ui);
        good = show_deal(act, &err) && good;
    }
    keep_help(act, is_help);
    if (!good)
        act_complain(act, &err);
}

void act_step(struct act *act, int64_t now_ms)
{
    struct gr_err err = {0};
    if (act->dealing == NULL)
        return;
    act->ui->now_ms = now_ms;
    switch (gr_dealing_step(act->dealing, &err)) {
    case GR_DEALING_DONE:
        dealt(act);
        break;
    case GR_DEALING_FAILED:
        not_dealt(act, err.text);
        break;
    case GR_DEALING_RUNNING: {
        const struct gr_progress *progress = gr_dealing_progress(act->dealing);
        if (progress != NULL)
            act->ui->progress = *progress;
        break;
    }
    }
}

void act_cancel(struct act *act)
{
    if (act->dealing != NULL)
        not_dealt(act, "stopped; not counted");
}
