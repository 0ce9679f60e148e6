/* Frames, content and sizes of the interface state. The transition is in ui_event.c, drawing in
 * ui_draw.c. See ui.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/ui.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ui_start(struct ui *ui, enum doc_glyphs glyphs)
{
    *ui = (struct ui){.rows = 24, .columns = 80, .glyphs = glyphs};
    sheet_start(&ui->sheet);
    sheet_start(&ui->help);
}

void ui_free(struct ui *ui)
{
    sheet_free(&ui->sheet);
    sheet_free(&ui->help);
}

struct frame *ui_frame(struct ui *ui)
{
    return ui->depth == 0 ? NULL : &ui->frames[ui->depth - 1];
}

static void keep_place(struct ui *ui)
{
    struct frame *frame = ui_frame(ui);
    if (frame == NULL)
        return;
    frame->anchor = sheet_anchor(&ui->sheet);
    frame->link = ui->sheet.link;
}

struct frame *ui_push(struct ui *ui, enum screen screen, const char *item)
{
    keep_place(ui);
    if (ui->depth == UI_MAX_FRAMES) { /* home stays at the bottom */
        memmove(&ui->frames[1], &ui->frames[2], (UI_MAX_FRAMES - 2) * sizeof ui->frames[0]);
        ui->depth--;
    }
    ui->depth++;
    return ui_replace(ui, screen, item);
}

struct frame *ui_replace(struct ui *ui, enum screen screen, const char *item)
{
    struct frame *frame = ui_frame(ui);
    *frame = (struct frame){.screen = screen, .link = -1};
    (void)snprintf(frame->item, sizeof frame->item, "%s", item);
    return frame;
}

void ui_clear(struct ui *ui)
{
    field_start(&ui->field);
    ui->has_field = ui->in_field = ui->has_deal = ui->has_walk = ui->has_twin = false;
    ui->is_running = ui->is_help = ui->is_alone = ui->why_costs = false;
    ui->asked = DO_NOTHING;
    ui->choice_count = 0;
    ui->crumb[0] = ui->title[0] = ui->side[0] = ui->label[0] = ui->rule[0] = ui->status[0] = '\0';
    ui->status_role = ROLE_TEXT;
}

bool ui_text(struct ui *ui, struct gr_str markdown, struct gr_err *err)
{
    sheet_set(&ui->sheet, markdown);
    return ui_lay(ui, err);
}

void ui_say(struct ui *ui, enum role role, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(ui->status, sizeof ui->status, format, args);
    va_end(args);
    ui->status_role = role;
}

enum tier ui_tier(const struct ui *ui)
{
    if (ui->rows < 6 || ui->columns < 20)
        return TIER_NONE;
    if (ui->rows < 12 || ui->columns < 40)
        return TIER_TINY;
    return ui->rows < 20 || ui->columns < 80 ? TIER_NARROW : TIER_STANDARD;
}

/* Rows of the field block: the field, its echo, the rule. On a tiny screen one thing at a time: who
 * types sees how it reads, and the question again after Esc. */
static int field_rows(const struct ui *ui, enum tier tier)
{
    if (!ui->has_field)
        return 0;
    if (tier == TIER_TINY)
        return ui->in_field ? 4 : 2;
    return tier == TIER_STANDARD ? 4 : 3;
}

struct ui_layout ui_layout(const struct ui *ui)
{
    enum tier tier = ui_tier(ui);
    struct ui_layout l = {1, 1, 0, -1, field_rows(ui, tier), -1, ui->rows - 1, SHEET_MARGIN};
    if (tier == TIER_STANDARD)
        l.title_rows = l.body_row = 2;
    int bottom = l.bar_row;
    if (tier != TIER_TINY)
        bottom = l.status_row = l.bar_row - 1;
    if (l.field_rows > 0)
        bottom = l.field_row = bottom - l.field_rows;
    l.body_rows = bottom - l.body_row;
    if (l.body_rows < 0)
        l.body_rows = 0;
    return l;
}

bool ui_lay(struct ui *ui, struct gr_err *err)
{
    struct ui_layout l = ui_layout(ui);
    int columns = ui->columns - (l.status_row < 0 ? 1 : 0); /* the last one is for the arrow */
    return sheet_lay(&ui->sheet, l.body_rows, columns, ui->glyphs, err) &&
           sheet_lay(&ui->help, l.body_rows + l.field_rows, columns, ui->glyphs, err);
}

enum context ui_context(const struct ui *ui)
{
    if (ui->is_help)
        return AT_HELP;
    if (ui->is_running)
        return AT_RUN;
    if (ui->in_field)
        return AT_FIELD;
    if (ui->depth == 0)
        return AT_HOME;
    switch (ui->frames[ui->depth - 1].screen) {
    case SCREEN_HOME:
        return AT_HOME;
    case SCREEN_LIST:
        return AT_LIST;
    case SCREEN_PROBLEM:
        return AT_PROBLEM;
    case SCREEN_RESULT:
        return AT_RESULT;
    case SCREEN_READER:
    case SCREEN_TEXT:
        break;
    }
    return AT_READER;
}

static int ms_until(int64_t then_ms, int64_t now_ms)
{
    return then_ms < now_ms ? 0 : (int)(then_ms - now_ms);
}

int ui_rest_ms(const struct ui *ui, int64_t now_ms)
{
    if (ui->has_field && ui->field.needs_saving)
        return ms_until(ui->field.changed_ms + FIELD_REST_MS, now_ms);
    return ui->has_unsaved && ui->can_save ? ms_until(ui->retry_ms, now_ms) : -1;
}

void ui_save_later(struct ui *ui)
{
    ui->retry_ms = ui->now_ms + UI_RETRY_MS;
}
