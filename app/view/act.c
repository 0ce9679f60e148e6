/* Wants to deeds. See act.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/act_parts.h"

#include <stdio.h>
#include <string.h>

void act_complain(struct act *act, const struct gr_err *err)
{
    char text[UI_TEXT_BYTES];
    ui_say(act->ui, ROLE_WARNING, "! %s", gr_err_print(err, text, sizeof text));
}

bool act_can_write(const struct act *act)
{
    const struct gr_journal *journal = gr_session_journal(act->session);
    return journal != NULL && !gr_journal_is_read_only(journal);
}

struct compose act_compose(struct act *act)
{
    return (struct compose){act->session, &act->outline};
}

/* What stands in the status line for as long as it holds. */
static void set_standing(struct act *act)
{
    const struct gr_journal *journal = gr_session_journal(act->session);
    struct ui *ui = act->ui;
    size_t errors = act->app->diags.errors;
    ui->can_save = act_can_write(act);
    if (journal == NULL)
        (void)snprintf(ui->standing, sizeof ui->standing, "! no store: nothing is saved");
    else if (gr_journal_refusal(journal)[0] != '\0')
        (void)snprintf(ui->standing, sizeof ui->standing, "! nothing is saved: %s",
                       gr_journal_refusal(journal));
    else if (gr_journal_is_read_only(journal))
        (void)snprintf(ui->standing, sizeof ui->standing,
                       "! read-only, nothing is saved: open in %s", gr_journal_holder(journal));
    else if (errors > 0)
        (void)snprintf(ui->standing, sizeof ui->standing,
                       "! %zu error%s in the course's files; `wallclock check` tells", errors,
                       errors == 1 ? "" : "s");
    else if (gr_journal_notice(journal)[0] != '\0')
        (void)snprintf(ui->standing, sizeof ui->standing, "%s", gr_journal_notice(journal));
    else
        (void)snprintf(ui->standing, sizeof ui->standing, "all saved");
}

/* Where one left off: the item and the line of its text. */
static bool find_last(struct act *act, struct gr_buf *item, uint32_t *line, struct gr_err *err)
{
    *line = 0;
    return gr_session_journal(act->session) == NULL ||
           gr_session_last_visit(act->session, item, line, err);
}

static bool open_first(struct act *act, const char *item, struct gr_err *err)
{
    const struct gr_course *course = gr_session_course(act->session);
    struct gr_buf last;
    uint32_t line = 0;
    gr_buf_start(&last, UI_ITEM_BYTES);
    bool good = find_last(act, &last, &line, err) && act_open(act, course->chapters[0].id, err);
    if (good && item != NULL) {
        good = act_open(act, item, err);
    } else if (good && last.len > 0) {
        struct gr_err gone = {0}; /* an item that left the course is no reason to fail */
        if (act_open(act, gr_buf_cstr(&last), &gone))
            sheet_to_anchor(&act->ui->sheet, line);
    }
    gr_buf_free(&last);
    return good;
}

bool act_start(struct act *act, struct app *app, struct ui *ui, const char *item,
               struct gr_err *err)
{
    *act = (struct act){.app = app, .ui = ui};
    gr_buf_start(&act->walk, ACT_TEXT_BYTES);
    gr_buf_start(&act->result.markdown, ACT_TEXT_BYTES);
    gr_buf_start(&act->text.markdown, ACT_TEXT_BYTES);
    if (!app_session(app, APP_STORE_STAY, &act->session, err))
        return false;
    const struct gr_course *course = gr_session_course(act->session);
    if (course->chapter_count == 0)
        return gr_fail(err, GR_E_COURSE, "%s: the course has no chapter", course->root);
    set_standing(act);
    if (!app_outline(course, &act->arena, &act->outline, err) || !open_first(act, item, err))
        return false;
    if (ui->standing[0] == '!' && ui->status[0] == '\0') /* once in full, over as many rows */
        ui_say(ui, ROLE_WARNING, "%s", ui->standing);
    return true;
}

void act_end(struct act *act)
{
    if (act->session != NULL && act->ui->depth > 0)
        act_save(act);
    gr_dealing_free(act->dealing);
    act->dealing = NULL;
    gr_buf_free(&act->walk);
    gr_buf_free(&act->result.markdown);
    gr_buf_free(&act->text.markdown);
    gr_arena_free(&act->arena);
}

static bool save_place(struct act *act, struct gr_err *err)
{
    const struct frame *frame = ui_frame(act->ui);
    bool is_item =
        frame != NULL && (frame->screen == SCREEN_READER || frame->screen == SCREEN_PROBLEM);
    return !is_item ||
           gr_session_visit(act->session, frame->item, sheet_anchor(&act->ui->sheet), err);
}

/* Said once when it fails, and once when it works again. */
bool act_save(struct act *act)
{
    struct gr_err err = {0};
    bool was_typed = act->ui->has_field && act->ui->field.needs_saving && act->ui->field.len > 0;
    if (act_draft_save(act, &err) && (!act_can_write(act) || save_place(act, &err))) {
        if (act->save_failed)
            ui_say(act->ui, ROLE_TEXT, "saved again");
        else if (was_typed && act_can_write(act) && act->ui->status[0] == '\0')
            ui_say(act->ui, ROLE_MUTED, "draft saved");
        act->save_failed = false;
        return true;
    }
    if (!act->save_failed)
        act_complain(act, &err);
    act->save_failed = true;
    return false;
}

void act_after_paint(struct act *act)
{
    struct gr_err err = {0};
    if (act_can_write(act) && !gr_journal_backup_daily(gr_session_journal(act->session), &err))
        act_complain(act, &err);
}

/* From a walk or a twin one goes back to the question itself first. */
static bool leave_part(struct act *act)
{
    struct gr_err err = {0};
    struct frame *frame = ui_frame(act->ui);
    if (frame->screen != SCREEN_PROBLEM || frame->part == PART_ANSWER || act->dealing != NULL)
        return false;
    frame->part = PART_ANSWER;
    if (!act_show(act, &err))
        act_complain(act, &err);
    return true;
}

/* A frame whose text another one has taken the place of. */
static bool is_gone(struct act *act, const struct frame *frame)
{
    bool is_text = frame->screen == SCREEN_RESULT || frame->screen == SCREEN_TEXT;
    return is_text && act_text_of(act, frame->screen)->number != frame->text;
}

/* Back to the frame before; nothing before home: quit. */
static void go_back(struct act *act)
{
    struct gr_err err = {0};
    act_save(act);
    if (leave_part(act))
        return;
    if (act->ui->depth <= 1) {
        act->is_quitting = true;
        return;
    }
    act_cancel(act);
    do
        act->ui->depth--;
    while (act->ui->depth > 1 && is_gone(act, ui_frame(act->ui)));
    struct frame frame = *ui_frame(act->ui);
    if (!act_show(act, &err))
        act_complain(act, &err);
    sheet_to_anchor(&act->ui->sheet, frame.anchor);
    if (frame.anchor == 0)
        sheet_to(&act->ui->sheet, 0);
    sheet_focus_on(&act->ui->sheet, frame.link);
}

static void open_named(struct act *act, const char *name)
{
    struct gr_err err = {0};
    act_save(act);
    if (!act_open(act, name, &err))
        act_complain(act, &err);
}

static void resume(struct act *act)
{
    struct gr_err err = {0};
    struct gr_buf item;
    uint32_t line;
    gr_buf_start(&item, UI_ITEM_BYTES);
    if (!find_last(act, &item, &line, &err))
        act_complain(act, &err);
    else if (item.len == 0)
        ui_say(act->ui, ROLE_TEXT, "nothing was opened yet");
    else
        open_named(act, gr_buf_cstr(&item));
    gr_buf_free(&item);
}

/* The next or previous item in the course's order takes the place of this one. */
static void step_item(struct act *act, int step)
{
    const struct frame *frame = ui_frame(act->ui);
    const struct app_entry *entry = app_outline_find(&act->outline, frame->item);
    if (entry == NULL)
        return;
    size_t at = (size_t)(entry - act->outline.entries);
    bool is_end = step < 0 ? at == 0 : at + 1 == act->outline.count;
    if (is_end) {
        ui_say(act->ui, ROLE_TEXT, step < 0 ? "this is the first item" : "this is the last item");
        return;
    }
    act_save(act);
    act_cancel(act);
    while (act->ui->depth > 2 && strcmp(act->ui->frames[act->ui->depth - 2].item, entry->id) == 0)
        act->ui->depth--;
    entry += step;
    ui_replace(act->ui, entry->item.kind == GR_ITEM_PROBLEM ? SCREEN_PROBLEM : SCREEN_READER,
               entry->id);
    struct gr_err err = {0};
    if (!act_show(act, &err))
        act_complain(act, &err);
    act_save(act);
}

static void read_page(struct act *act)
{
    struct gr_err err = {0};
    if (act->page == NULL || !act_can_write(act) ||
        gr_session_standing(act->session, act->page->id).is_read)
        return;
    if (!gr_session_page_read(act->session, act->page, &err))
        act_complain(act, &err);
    else if (act->ui->status[0] == '\0')
        ui_say(act->ui, ROLE_MUTED, "page read, saved");
}

static void choose(struct act *act, size_t choice)
{
    struct gr_err err = {0};
    struct gr_buf text;
    bool right = false;
    if (act->page == NULL || choice >= act->page->check.choice_count)
        return;
    gr_buf_start(&text, ACT_TEXT_BYTES);
    if (act_can_write(act) && !gr_session_page_check(act->session, act->page, choice, &right, &err))
        act_complain(act, &err);
    else
        right = choice == act->page->check.right;
    if (err.code == GR_OK && compose_page(act->page, choice, right, &text, &err) &&
        ui_text(act->ui, gr_buf_view(&text), &err)) {
        sheet_scroll(&act->ui->sheet, (int)act->ui->sheet.doc.count);
        ui_say(act->ui, right ? ROLE_CORRECT : ROLE_WRONG, "%s",
               right ? "OK right" : "X not that one; look again");
    }
    if (err.code != GR_OK)
        act_complain(act, &err);
    gr_buf_free(&text);
}

static void quit(struct act *act)
{
    act_save(act);
    act->is_quitting = true;
}

static void go_next(struct act *act)
{
    step_item(act, 1);
}

static void go_previous(struct act *act)
{
    step_item(act, -1);
}

static void save(struct act *act)
{
    act_save(act);
}

static void show_twin(struct act *act)
{
    act_part(act, PART_TWIN);
}

static void show_walk(struct act *act)
{
    act_part(act, PART_WALK);
}

static void deal_afresh(struct act *act)
{
    act_deal(act, GR_WISH_FRESH, act->ui->now_ms);
}

void act_want(struct act *act, const struct want *want)
{
    static void (*const deeds[])(struct act * act) = {[WANT_BACK] = go_back,
                                                      [WANT_QUIT] = quit,
                                                      [WANT_RESUME] = resume,
                                                      [WANT_NEXT] = go_next,
                                                      [WANT_PREVIOUS] = go_previous,
                                                      [WANT_SUBMIT] = act_submit,
                                                      [WANT_SAVE] = save,
                                                      [WANT_HINT] = act_hint,
                                                      [WANT_TWIN] = show_twin,
                                                      [WANT_WALK] = show_walk,
                                                      [WANT_SOLUTION] = act_solution,
                                                      [WANT_WHY] = act_why,
                                                      [WANT_DEAL] = deal_afresh,
                                                      [WANT_CANCEL] = act_cancel,
                                                      [WANT_READ] = read_page};
    if (want->kind == WANT_OPEN)
        open_named(act, want->item);
    else if (want->kind == WANT_CHOICE)
        choose(act, want->number);
    else if ((size_t)want->kind < sizeof deeds / sizeof deeds[0] && deeds[want->kind] != NULL)
        deeds[want->kind](act);
}
