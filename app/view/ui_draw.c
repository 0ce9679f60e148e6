/* Drawing: title, page, answer field or run, one line of news, the key bar. The smaller the screen,
 * the fewer of them; below 20x6 one line says so and the program goes on. See ui.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/view/ui.h"
#include "app/view/ui_help.h"

static void draw_title(const struct ui *ui, const struct pane *all, const struct ui_layout *l)
{
    int side = text_cells(gr_str(ui->side)), room = all->columns - 2 - (side > 0 ? side + 2 : 0);
    bool has_crumb = text_cells(gr_str(ui->crumb)) + text_cells(gr_str(ui->title)) <= room;
    struct pane left = pane_part(all, 0, 1, 1, room);
    int column = 0;
    if (has_crumb)
        column = pane_put(&left, 0, 0, gr_str(ui->crumb), ROLE_MUTED);
    pane_put(&left, 0, column, gr_str(ui->title), ROLE_HEADING);
    pane_put(all, 0, all->columns - 1 - side, gr_str(ui->side), ROLE_MUTED);
    if (l->title_rows > 1)
        pane_fill(all, 1, all->columns, "─", ROLE_FRAME);
}

static void draw_status(const struct ui *ui, const struct pane *all, int row)
{
    if (row < 0)
        return;
    bool has_news = ui->status[0] != '\0';
    struct pane line = pane_part(all, row, 1, 1, all->columns - 2);
    pane_put(&line, 0, 0, gr_str(has_news ? ui->status : ui->standing),
             has_news ? ui->status_role : ROLE_MUTED);
}

/* Puts text on several rows, broken at blanks; returns the row after it. */
static int put_wrapped(const struct pane *pane, int row, const char *text, enum role role)
{
    struct gr_str rest = gr_str(text);
    while (rest.len > 0 && row < pane->rows) {
        struct gr_str line = text_cut(rest, pane->columns);
        if (line.len < rest.len && row + 1 < pane->rows) {
            size_t end = line.len;
            while (end > 0 && rest.ptr[end] != ' ')
                end--;
            line.len = end > 0 ? end : line.len;
        }
        if (line.len == 0)
            break;
        pane_put(pane, row++, 0, line, role);
        rest = gr_str_trim(gr_str_from(rest, line.len));
    }
    return row;
}

/* What stands under the field: how it reads, or what is wrong with it; then the rule. */
static void draw_echo(const struct ui *ui, const struct pane *pane)
{
    const struct field *field = &ui->field;
    char text[UI_TEXT_BYTES + 64];
    int row = 0;
    if (field->has_reading && field->len > 0 && field->reading.status == GR_READ_OK) {
        (void)snprintf(text, sizeof text, "reads as %s%s", field->reading.echo,
                       field->is_armed ? "; Enter submits" : "");
        row = put_wrapped(pane, row, text, ROLE_TEXT);
    } else if (field->has_reading && field->len > 0) {
        (void)snprintf(text, sizeof text, "! %s", field->reading.message);
        row = put_wrapped(pane, row, text, ROLE_WARNING);
    }
    put_wrapped(pane, row, ui->rule, ROLE_MUTED);
}

static void draw_field(const struct ui *ui, const struct pane *all, const struct ui_layout *l)
{
    if (l->field_row < 0 || l->field_rows <= 0)
        return;
    struct pane block = pane_part(all, l->field_row, 0, l->field_rows, all->columns);
    int first = l->field_rows >= 4 ? 1 : 0;
    int label = text_cells(gr_str(ui->label)), column = l->margin;
    bool has_label = label > 0 && all->columns - column - label - 2 >= 16;
    if (ui->in_field)
        pane_put(&block, first, 0, gr_str(">"), ROLE_TEXT);
    if (has_label)
        column = pane_put(&block, first, column, gr_str(ui->label), ROLE_HEADING) + 1;
    int width = all->columns - column - 1;
    struct pane box = pane_part(&block, first, column, 1, width > 48 ? 48 : width);
    field_draw(&ui->field, &box, ui->in_field || ui->sheet.link < 0);
    struct pane under =
        pane_part(&block, first + 1, l->margin, l->field_rows, all->columns - l->margin - 1);
    draw_echo(ui, &under);
}

/* "[########............]  18 of 32": no bar without a total. */
static void draw_bar(const struct ui *ui, const struct pane *pane, int row)
{
    const struct gr_progress *progress = &ui->progress;
    char text[64];
    int width = pane->columns - 22;
    width = width > 32 ? 32 : width;
    if (progress->total == 0) {
        pane_put(pane, row, 0, gr_str("working"), ROLE_TEXT);
        return;
    }
    uint64_t done = progress->done > progress->total ? progress->total : progress->done;
    (void)snprintf(text, sizeof text, "%llu of %llu", (unsigned long long)done,
                   (unsigned long long)progress->total);
    int column = 0;
    if (width >= 4) {
        int full = (int)((double)done / (double)progress->total * width);
        pane_put(pane, row, 0, gr_str("["), ROLE_FRAME);
        struct pane inside = pane_part(pane, row, 1, 1, width);
        pane_fill(&inside, 0, width, "·", ROLE_FRAME);
        pane_fill(&inside, 0, full, "█", ROLE_TEXT);
        pane_put(pane, row, 1 + width, gr_str("]"), ROLE_FRAME);
        column = width + 3;
    }
    pane_put(pane, row, column, gr_str(text), ROLE_TEXT);
}

static void draw_run(const struct ui *ui, const struct pane *body)
{
    struct pane inside = pane_part(body, 0, SHEET_MARGIN, body->rows, body->columns - 3);
    char text[UI_TEXT_BYTES];
    int64_t seconds = (ui->now_ms - ui->run_start_ms) / 1000;
    bool has_step = ui->progress.step[0] != '\0';
    (void)snprintf(text, sizeof text, "Dealing: the kernel runs on this machine, %lld s",
                   (long long)(seconds < 0 ? 0 : seconds));
    int row = put_wrapped(&inside, 0, text, ROLE_HEADING);
    int gap = body->rows >= 8 ? 1 : 0;
    row += gap;
    (void)snprintf(text, sizeof text, "%s", has_step ? ui->progress.step : "starting");
    row = put_wrapped(&inside, row, text, ROLE_TEXT);
    draw_bar(ui, &inside, row++);
    put_wrapped(&inside, row + gap, "Esc or Ctrl-C stops it at once; a stopped run is not counted.",
                ROLE_MUTED);
    pane_cursor(&inside, 0, 0);
}

static void draw_small(const struct pane *all, const struct ui *ui)
{
    char text[96];
    (void)snprintf(text, sizeof text,
                   "wallclock: %dx%d is too small to draw; still running, all saved. q quits.",
                   ui->columns, ui->rows);
    put_wrapped(all, 0, text, ROLE_TEXT);
    pane_cursor(all, 0, 0);
}

/* That there is more below the last row: in the status line, or in the corner where there is none.
 */
static void draw_more(const struct ui *ui, const struct pane *all, const struct ui_layout *l)
{
    const struct sheet *sheet = ui->is_help ? &ui->help : &ui->sheet;
    const char *words = "more: PgDn";
    if (ui->is_running || sheet_at_end(sheet))
        return;
    int cells = text_cells(gr_str(words));
    if (l->status_row < 0)
        pane_put(all, l->body_row + l->body_rows - 1, all->columns - 1, gr_str("↓"), ROLE_MUTED);
    else
        pane_put(all, l->status_row, all->columns - 1 - cells, gr_str(words), ROLE_MUTED);
}

static void draw_body(const struct ui *ui, const struct pane *all, const struct ui_layout *l)
{
    struct pane body = pane_part(all, l->body_row, 0, l->body_rows, all->columns);
    pane_cursor(&body, 0, SHEET_MARGIN);
    if (ui->is_help) {
        struct pane both =
            pane_part(all, l->body_row, 0, l->body_rows + l->field_rows, all->columns);
        sheet_draw(&ui->help, &both);
        return;
    }
    if (ui->is_running) {
        draw_run(ui, &body);
        return;
    }
    sheet_draw(&ui->sheet, &body);
    if (ui->has_field)
        draw_field(ui, all, l);
}

bool ui_draw(const struct ui *ui, struct grid *grid)
{
    if (!grid_start(grid, ui->rows, ui->columns, ui->glyphs))
        return false;
    struct pane all = grid_pane(grid);
    if (ui_tier(ui) == TIER_NONE) {
        draw_small(&all, ui);
        return true;
    }
    struct ui_layout l = ui_layout(ui);
    draw_title(ui, &all, &l);
    draw_body(ui, &all, &l);
    draw_status(ui, &all, l.status_row);
    draw_more(ui, &all, &l);
    ui_help_bar(ui, &all, l.bar_row);
    return true;
}
