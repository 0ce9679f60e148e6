/* Scrolling, focus and drawing of a laid-out page. See sheet.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/sheet.h"

enum { SHEET_BYTES = 1 << 22 };

void sheet_start(struct sheet *sheet)
{
    *sheet = (struct sheet){.link = -1};
    gr_buf_start(&sheet->markdown, SHEET_BYTES);
}

void sheet_free(struct sheet *sheet)
{
    gr_buf_free(&sheet->markdown);
    gr_arena_free(&sheet->arena);
    sheet_start(sheet);
}

void sheet_set(struct sheet *sheet, struct gr_str markdown)
{
    gr_buf_clear(&sheet->markdown);
    gr_buf_add(&sheet->markdown, markdown);
    gr_arena_free(&sheet->arena);
    sheet->doc = (struct doc){0};
    sheet->width = 0;
    sheet->top = 0;
    sheet->link = -1;
    sheet->lead = ROLE_TEXT;
}

static size_t last_top(const struct sheet *sheet)
{
    size_t rows = sheet->rows > 0 ? (size_t)sheet->rows : 1;
    return sheet->doc.count > rows ? sheet->doc.count - rows : 0;
}

bool sheet_lay(struct sheet *sheet, int rows, int columns, enum doc_glyphs glyphs,
               struct gr_err *err)
{
    bool is_new = sheet->width == 0;
    uint32_t anchor = sheet_anchor(sheet);
    bool at_top = sheet->top == 0;
    sheet->rows = rows < 0 ? 0 : rows;
    if (columns != sheet->width || glyphs != sheet->glyphs) {
        struct gr_arena arena = {0};
        struct doc doc;
        if (!doc_layout(&arena, gr_buf_view(&sheet->markdown), columns - SHEET_MARGIN, glyphs, &doc,
                        err)) {
            gr_arena_free(&arena);
            return false;
        }
        gr_arena_free(&sheet->arena);
        sheet->arena = arena;
        sheet->doc = doc;
        sheet->width = columns;
        sheet->glyphs = glyphs;
        if (!is_new && !at_top)
            sheet_to_anchor(sheet, anchor);
    }
    if (sheet->top > last_top(sheet))
        sheet->top = last_top(sheet);
    if (sheet->link >= 0)
        sheet_focus_on(sheet, sheet->link);
    return true;
}

void sheet_to(struct sheet *sheet, size_t line)
{
    sheet->top = line > last_top(sheet) ? last_top(sheet) : line;
}

static bool shows(const struct sheet *sheet, size_t line)
{
    return line >= sheet->top && line < sheet->top + (size_t)sheet->rows;
}

void sheet_scroll(struct sheet *sheet, int lines)
{
    if (lines < 0)
        sheet->top = (size_t)-lines > sheet->top ? 0 : sheet->top - (size_t)-lines;
    else
        sheet_to(sheet, sheet->top + (size_t)lines);
    if (sheet->link >= 0 && !shows(sheet, sheet->doc.links[sheet->link].line))
        sheet->link = -1;
}

void sheet_focus_on(struct sheet *sheet, int link)
{
    if (sheet->doc.link_count == 0 || link < 0) {
        sheet->link = -1;
        return;
    }
    int last = (int)sheet->doc.link_count - 1;
    sheet->link = link > last ? last : link;
    size_t line = sheet->doc.links[sheet->link].line;
    if (line < sheet->top)
        sheet_to(sheet, line > 1 ? line - 1 : 0);
    else if (sheet->rows > 0 && !shows(sheet, line))
        sheet_to(sheet, line + 2 > (size_t)sheet->rows ? line + 2 - (size_t)sheet->rows : 0);
    if (!shows(sheet, line))
        sheet_to(sheet, line);
}

/* Without a focus, the first link that can be seen is next; before it, the last above. */
static int nearest_link(const struct sheet *sheet, int step)
{
    int last = (int)sheet->doc.link_count - 1;
    for (int i = 0; i <= last; i++)
        if (sheet->doc.links[i].line >= sheet->top)
            return step > 0 ? i : i - 1;
    return last;
}

void sheet_focus(struct sheet *sheet, int step)
{
    if (sheet->doc.link_count == 0)
        return;
    int last = (int)sheet->doc.link_count - 1;
    int next = sheet->link < 0 ? nearest_link(sheet, step) : sheet->link + step;
    sheet_focus_on(sheet, next < 0 ? 0 : next > last ? last : next);
}

const char *sheet_target(const struct sheet *sheet)
{
    bool has = sheet->link >= 0 && (size_t)sheet->link < sheet->doc.link_count;
    return has ? sheet->doc.links[sheet->link].target : NULL;
}

bool sheet_at_end(const struct sheet *sheet)
{
    return sheet->top >= last_top(sheet);
}

uint32_t sheet_anchor(const struct sheet *sheet)
{
    return sheet->top < sheet->doc.count ? sheet->doc.lines[sheet->top].source_line : 0;
}

void sheet_to_anchor(struct sheet *sheet, uint32_t source_line)
{
    size_t line = 0;
    while (line < sheet->doc.count && sheet->doc.lines[line].source_line < source_line)
        line++;
    sheet_to(sheet, line);
}

/* Draws one line; spans of the focused link (from its first on) are reversed. */
static void draw_line(const struct sheet *sheet, const struct pane *pane, int row, size_t line)
{
    const struct doc_line *text = &sheet->doc.lines[line];
    const struct doc_link *focus = sheet->link >= 0 ? &sheet->doc.links[sheet->link] : NULL;
    bool has_focus = focus != NULL && focus->line == line;
    int column = SHEET_MARGIN;
    for (size_t i = 0; i < text->count; i++) {
        bool is_focus = has_focus && i == focus->span;
        if (is_focus)
            pane_cursor(pane, row, column);
        enum role role = is_focus ? ROLE_FOCUS : text->spans[i].role;
        if (line == 0 && role == ROLE_HEADING && sheet->lead != ROLE_TEXT)
            role = sheet->lead;
        column = pane_put(pane, row, column, text->spans[i].text, role);
    }
    if (has_focus)
        pane_put(pane, row, 0, gr_str(">"), ROLE_TEXT);
}

void sheet_draw(const struct sheet *sheet, const struct pane *pane)
{
    for (int row = 0; row < pane->rows; row++)
        if (sheet->top + (size_t)row < sheet->doc.count)
            draw_line(sheet, pane, row, sheet->top + (size_t)row);
}
