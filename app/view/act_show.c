/* Items to screens: a name becomes a frame, a frame becomes text. See act.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/view/act_parts.h"

static const struct gr_chapter *chapter_named(struct act *act, const char *id)
{
    const struct gr_course *course = gr_session_course(act->session);
    for (size_t i = 0; i < course->chapter_count; i++)
        if (strcmp(course->chapters[i].id, id) == 0)
            return &course->chapters[i];
    return &course->chapters[0];
}

/* The item one was at, when it is still in the course. */
static const struct app_entry *resume_entry(struct act *act)
{
    struct gr_err err = {0};
    struct gr_buf item;
    uint32_t line = 0;
    gr_buf_start(&item, UI_ITEM_BYTES);
    const struct app_entry *entry = NULL;
    if (gr_session_journal(act->session) != NULL &&
        gr_session_last_visit(act->session, &item, &line, &err) && item.len > 0)
        entry = app_outline_find(&act->outline, gr_buf_cstr(&item));
    gr_buf_free(&item);
    return entry;
}

static void set_title(struct ui *ui, const char *crumb, const char *short_id, const char *title)
{
    (void)snprintf(ui->crumb, sizeof ui->crumb, "%s > ", crumb);
    (void)snprintf(ui->title, sizeof ui->title, "%s%s%s", short_id, short_id[0] != '\0' ? " " : "",
                   title);
}

static bool show_home(struct act *act, struct gr_buf *text, struct gr_err *err)
{
    const struct gr_chapter *chapter = chapter_named(act, ui_frame(act->ui)->item);
    const struct compose c = act_compose(act);
    set_title(act->ui, "wallclock", chapter->id, chapter->title);
    if (!compose_home(&c, chapter, resume_entry(act), text, err) ||
        !ui_text(act->ui, gr_buf_view(text), err))
        return false;
    sheet_focus_on(&act->ui->sheet, 0);
    return true;
}

static bool show_list(struct act *act, struct gr_buf *text, struct gr_err *err)
{
    struct gr_item item;
    const struct compose c = act_compose(act);
    if (!gr_course_find(gr_session_course(act->session), ui_frame(act->ui)->item, &item, err))
        return false;
    set_title(act->ui, item.chapter == NULL ? "wallclock" : item.chapter->id, "",
              item.strand->title);
    if (!compose_list(&c, item.strand, text, err) || !ui_text(act->ui, gr_buf_view(text), err))
        return false;
    sheet_focus_on(&act->ui->sheet, 0);
    return true;
}

static bool show_page(struct act *act, struct gr_buf *text, struct gr_err *err)
{
    const struct app_entry *entry = app_outline_find(&act->outline, ui_frame(act->ui)->item);
    if (entry == NULL || entry->item.page == NULL)
        return gr_fail(err, GR_E_INTERNAL, "the page %s is gone", ui_frame(act->ui)->item);
    act->page = entry->item.page;
    act->ui->choice_count = act->page->has_check ? act->page->check.choice_count : 0;
    if (act->ui->choice_count > UI_MAX_CHOICES)
        act->ui->choice_count = UI_MAX_CHOICES;
    set_title(act->ui, entry->group, entry->short_id, entry->title);
    if (act->page->minutes > 0)
        (void)snprintf(act->ui->side, sizeof act->ui->side, "%u min", (unsigned)act->page->minutes);
    return compose_page(act->page, SIZE_MAX, false, text, err) &&
           ui_text(act->ui, gr_buf_view(text), err);
}

struct act_text *act_text_of(struct act *act, enum screen screen)
{
    return screen == SCREEN_RESULT ? &act->result : &act->text;
}

struct act_text *act_new_text(struct act *act, enum screen screen)
{
    struct act_text *text = act_text_of(act, screen);
    gr_buf_clear(&text->markdown);
    text->lead = ROLE_TEXT;
    text->title[0] = '\0';
    text->number = ++act->text_count;
    return text;
}

/* The text, and the problem it is about: keys like hint and `why` mean that one. */
static bool show_text(struct act *act, struct gr_err *err)
{
    const struct frame *frame = ui_frame(act->ui);
    const struct app_entry *entry = app_outline_find(&act->outline, frame->item);
    const struct act_text *text = act_text_of(act, frame->screen);
    struct ui *ui = act->ui;
    if (entry != NULL) {
        act_take_problem(act, entry->item.problem, err);
        set_title(ui, entry->group, entry->short_id, entry->title);
    }
    if (!ui_text(ui, gr_buf_view(&text->markdown), err))
        return false;
    ui->sheet.lead = text->lead;
    ui->has_deal = frame->screen == SCREEN_RESULT;
    ui->has_twin = ui->has_deal && act->deal != NULL && act->deal->twin.question != NULL;
    if (act->deal != NULL)
        (void)snprintf(ui->side, sizeof ui->side, "%s%sinstance %u", text->title,
                       text->title[0] != '\0' ? ", " : "", (unsigned)act->deal->instance);
    act_set_costs(act);
    struct sheet *sheet = &ui->sheet;
    sheet_focus_on(sheet, frame->screen == SCREEN_RESULT ? 0 : -1);
    if (sheet->top > 0) { /* the verdict comes first, what to do next after it */
        sheet_to(sheet, 0);
        sheet->link = -1;
    }
    return true;
}

bool act_show(struct act *act, struct gr_err *err)
{
    struct frame *frame = ui_frame(act->ui);
    struct gr_buf text;
    bool good = true;
    ui_clear(act->ui);
    act->page = NULL;
    gr_buf_start(&text, ACT_TEXT_BYTES);
    switch (frame->screen) {
    case SCREEN_HOME:
        good = show_home(act, &text, err);
        break;
    case SCREEN_LIST:
        good = show_list(act, &text, err);
        break;
    case SCREEN_READER:
        good = show_page(act, &text, err);
        break;
    case SCREEN_PROBLEM:
        good = act_show_problem(act, err);
        break;
    case SCREEN_RESULT:
    case SCREEN_TEXT:
        good = show_text(act, err);
        break;
    }
    gr_buf_free(&text);
    return good;
}

static enum screen screen_of(const struct gr_item *item)
{
    switch (item->kind) {
    case GR_ITEM_STRAND:
        return SCREEN_LIST;
    case GR_ITEM_PAGE:
        return SCREEN_READER;
    case GR_ITEM_PROBLEM:
        return SCREEN_PROBLEM;
    case GR_ITEM_CHAPTER:
        break;
    }
    return SCREEN_HOME;
}

bool act_open(struct act *act, const char *name, struct gr_err *err)
{
    struct gr_item item;
    if (!gr_course_find(gr_session_course(act->session), name, &item, err))
        return false;
    act_cancel(act);
    ui_push(act->ui, screen_of(&item), app_item_id(&item));
    if (!act_show(act, err)) {
        act->ui->depth--;
        struct gr_err again = {0};
        if (act->ui->depth > 0 && !act_show(act, &again))
            act_complain(act, &again);
        return false;
    }
    act_save(act); /* the place */
    return true;
}

void act_push_text(struct act *act, enum screen screen, const char *title)
{
    struct gr_err err = {0};
    char item[UI_ITEM_BYTES];
    (void)snprintf(item, sizeof item, "%s", ui_frame(act->ui)->item);
    bool is_above =
        ui_frame(act->ui)->screen == screen; /* a new result takes the old one's place */
    if (is_above)
        act->ui->depth--;
    struct act_text *text = act_text_of(act, screen);
    (void)snprintf(text->title, sizeof text->title, "%s", title);
    ui_push(act->ui, screen, item)->text = text->number;
    if (!act_show(act, &err))
        act_complain(act, &err);
}
