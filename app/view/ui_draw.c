/* Drawing: title, page, answer field or run, one line of news, the key bar. The smaller the screen,
 * the fewer of them; below 20x6 one line says so and the program goes on. See ui.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/view/ui.h"
#include "app/view/ui_help.h"

enum { LEAST_TITLE = 8, MOST_NEWS_ROWS = 4 };

/* Puts text into so many cells; what does not fit ends in an ellipsis. Returns the column after. */
static int put_cut(const struct pane *pane, int row, struct gr_str text, enum role role)
{
    struct gr_str line = text_cut(text, pane->columns);
    if (line.len == text.len)
        return pane_put(pane, row, 0, line, role);
    int column = pane_put(pane, row, 0, text_cut(text, pane->columns - 1), role);
    return pane_put(pane, row, column, gr_str("…"), role);
}

/* Takes the next line from a text that is broken at blanks; the last one keeps all of it. */
static struct gr_str take_line(struct gr_str *rest, int columns, bool is_last)
{
    struct gr_str line = text_cut(*rest, columns);
    if (is_last)
        line = *rest;
    else if (line.len < rest->len) {
        size_t end = line.len;
        while (end > 0 && rest->ptr[end] != ' ')
            end--;
        line.len = end > 0 ? end : line.len;
    }
    *rest = gr_str_trim(gr_str_from(*rest, line.len));
    return line;
}

/* Puts text on several rows; returns the row after it. */
static int put_wrapped(const struct pane *pane, int row, const char *text, enum role role)
{
    struct gr_str rest = gr_str(text);
    while (rest.len > 0 && row < pane->rows && pane->columns > 0) {
        struct pane line = pane_part(pane, row, 0, 1, pane->columns);
        put_cut(&line, 0, take_line(&rest, pane->columns, row + 1 == pane->rows), role);
        row++;
    }
    return row;
}

static int count_rows(const char *text, int columns, int most)
{
    struct gr_str rest = gr_str(text);
    int rows = 0;
    for (; rest.len > 0 && rows < most && columns > 0; rows++)
        take_line(&rest, columns, false);
    return rows;
}

/* The right end of the title, without its first part where that has no room. */
static const char *side_words(const struct ui *ui, int room)
{
    const char *rest = strchr(ui->side, ',');
    bool fits = text_cells(gr_str(ui->side)) <= room;
    return fits || rest == NULL ? ui->side : rest + 1 + (rest[1] == ' ' ? 1 : 0);
}

static void draw_title(const struct ui *ui, const struct pane *all, const struct ui_layout *l)
{
    const char *words = side_words(ui, all->columns - LEAST_TITLE);
    int side = text_cells(gr_str(words)), room = all->columns - 2 - (side > 0 ? side + 2 : 0);
    bool has_crumb = text_cells(gr_str(ui->crumb)) + text_cells(gr_str(ui->title)) <= room;
    struct pane left = pane_part(all, 0, 1, 1, room);
    int column = has_crumb ? pane_put(&left, 0, 0, gr_str(ui->crumb), ROLE_MUTED) : 0;
    struct pane rest = pane_part(&left, 0, column, 1, room - column);
    put_cut(&rest, 0, gr_str(ui->title), ROLE_HEADING);
    pane_put(all, 0, all->columns - 1 - side, gr_str(words), ROLE_MUTED);
    if (l->title_rows > 1)
        pane_fill(all, 1, all->columns, "─", ROLE_FRAME);
}

/* What the status row says: news, or what holds for as long as there is none. */
static const char *status_text(const struct ui *ui)
{
    if (ui->status[0] != '\0')
        return ui->status;
    if (ui->can_save && ui->has_unsaved)
        return "! what you typed is kept here only: the store refuses it for now";
    bool is_typing = ui->has_field && ui->field.needs_saving && ui->can_save;
    return is_typing ? "" : ui->standing;
}

/* Rows between the text and the field. */
static int field_gap(const struct ui_layout *l)
{
    return l->status_row >= 0 && l->field_rows >= 4 ? 1 : 0;
}

/* Where news has no row of its own; that all is well is not worth the keys. */
static bool covers_bar(const struct ui *ui)
{
    return ui->status[0] != '\0' && ui->status_role != ROLE_MUTED;
}

/* News that is longer than its row takes rows above as well, so that no sentence is cut; a screen
 * without such a row shows news over the key bar. The row of the field stays. */
static void draw_status(const struct ui *ui, const struct pane *all, const struct ui_layout *l)
{
    bool has_news = ui->status[0] != '\0', has_row = l->status_row >= 0;
    int last = has_row ? l->status_row : l->bar_row;
    if (!has_row && !covers_bar(ui))
        return;
    int top = ui->in_field || (ui->has_field && has_row) ? l->field_row + field_gap(l) : 0;
    int most = has_news ? last - top : 1;
    int rows = count_rows(status_text(ui), all->columns - 2,
                          most < MOST_NEWS_ROWS ? most : MOST_NEWS_ROWS);
    struct pane cleared = pane_part(all, last + 1 - rows, 0, rows, all->columns);
    struct pane lines = pane_part(&cleared, 0, 1, rows, all->columns - 2);
    pane_clear(&cleared);
    put_wrapped(&lines, 0, status_text(ui), has_news ? ui->status_role : ROLE_MUTED);
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
    int first = field_gap(l);
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
    struct pane inside =
        pane_part(body, 0, SHEET_MARGIN, body->rows, body->columns - SHEET_MARGIN - 1);
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
    bool asks = ui->asked == DO_QUIT && ui->status[0] != '\0';
    (void)snprintf(text, sizeof text,
                   "wallclock: %dx%d is too small to draw; still running%s. q quits.", ui->columns,
                   ui->rows, ui->can_save ? ", all saved" : "");
    put_wrapped(all, 0, asks ? ui->status : text, ROLE_TEXT);
    pane_cursor(all, 0, 0);
}

/* That there is more below the last row: in the status line, or in the last column where words have
 * no room. */
static void draw_more(const struct ui *ui, const struct pane *all, const struct ui_layout *l)
{
    static const char words[] = "more: PgDn";
    const struct sheet *sheet = ui->is_help ? &ui->help : &ui->sheet;
    int rows = l->body_rows + (ui->is_help ? l->field_rows : 0);
    int column = all->columns - 1 - (int)(sizeof words - 1);
    if ((ui->is_running && !ui->is_help) || sheet_at_end(sheet) || rows <= 0)
        return;
    bool has_row = l->status_row >= 0;
    int row = has_row ? l->status_row : l->body_row + rows - 1;
    if (has_row && text_cells(gr_str(status_text(ui))) + 3 <= column)
        pane_put(all, row, column, gr_str(words), ROLE_MUTED);
    else if (has_row || !covers_bar(ui))
        pane_put(all, row, all->columns - 1, gr_str("↓"), ROLE_MUTED);
}

/* Help and a run have the rows of the field too. */
static void draw_body(const struct ui *ui, const struct pane *all, const struct ui_layout *l)
{
    struct pane body = pane_part(all, l->body_row, 0, l->body_rows, all->columns);
    struct pane both = pane_part(all, l->body_row, 0, l->body_rows + l->field_rows, all->columns);
    pane_cursor(&both, 0, SHEET_MARGIN);
    if (ui->is_help) {
        sheet_draw(&ui->help, &both);
    } else if (ui->is_running) {
        draw_run(ui, &both);
    } else {
        sheet_draw(&ui->sheet, &body);
        if (ui->has_field)
            draw_field(ui, all, l);
    }
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
    ui_help_bar(ui, &all, l.bar_row);
    draw_status(ui, &all, &l);
    draw_more(ui, &all, &l);
    return true;
}
