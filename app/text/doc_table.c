/* Tables: columns side by side with a rule under the head while they fit; on a narrow screen each
 * row becomes lines of "Head: cell", so that nothing is cut. See doc_layout.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/text/doc_layout.h"
#include "app/text/width.h"

enum { MAX_COLUMNS = 16, COLUMN_GAP = 2 };

static void drop_marks(struct layout *l, size_t count)
{
    l->marks.count = count;
    l->marks.cells = 0;
    for (size_t i = 0; i < count; i++)
        l->marks.cells += l->marks.items[i].width;
}

static int cell_width(struct layout *l, const struct doc_cell *cell)
{
    drop_marks(l, 0);
    layout_runs(l, cell->runs.first);
    int width = l->marks.cells;
    drop_marks(l, 0);
    return width;
}

/* Widths of the columns; the whole row's width, or more than any screen when there are too many. */
static int measure(struct layout *l, const struct doc_block *table, int widths[MAX_COLUMNS])
{
    memset(widths, 0, MAX_COLUMNS * sizeof widths[0]);
    if (table->column_count > MAX_COLUMNS)
        return DOC_MEASURE_CELLS + 1;
    for (const struct doc_table_row *row = table->rows; row != NULL; row = row->next) {
        size_t column = 0;
        for (const struct doc_cell *c = row->first; c != NULL && column < MAX_COLUMNS;
             c = c->next) {
            int width = cell_width(l, c);
            if (width > widths[column])
                widths[column] = width;
            column++;
        }
    }
    int total = 0;
    for (size_t i = 0; i < table->column_count; i++)
        total += widths[i] + (i > 0 ? COLUMN_GAP : 0);
    return total;
}

static void pad_to(struct layout *l, int cells)
{
    while (l->marks.cells < cells && !l->failed)
        layout_text(l, gr_str(" "), ROLE_TEXT, 0);
}

static void flush(struct layout *l, const struct doc_block *table, uint32_t line)
{
    layout_emit(l, table->hang, 0, l->marks.count, line);
    drop_marks(l, 0);
}

static void lay_row(struct layout *l, const struct doc_block *table,
                    const struct doc_table_row *row, const int widths[MAX_COLUMNS])
{
    uint32_t line = layout_source_line(l, table->offset);
    int at = 0;
    size_t column = 0;
    for (const struct doc_cell *cell = row->first; cell != NULL; cell = cell->next) {
        pad_to(l, at);
        size_t from = l->marks.count;
        layout_runs(l, cell->runs.first);
        if (l->marks.count > from)
            line = l->marks.items[from].source_line;
        for (size_t i = from; row->is_head && i < l->marks.count; i++)
            if (l->marks.items[i].role == ROLE_TEXT)
                l->marks.items[i].role = ROLE_HEADING;
        at += widths[column++] + COLUMN_GAP;
    }
    flush(l, table, line);
}

static void lay_head_rule(struct layout *l, const struct doc_block *table,
                          const int widths[MAX_COLUMNS])
{
    uint32_t line = layout_source_line(l, table->offset);
    for (size_t i = 0; i < table->column_count; i++) {
        for (int c = 0; c < widths[i]; c++)
            layout_text(l, gr_str(l->glyphs == DOC_UTF8 ? "─" : "-"), ROLE_FRAME, line);
        if (i + 1 < table->column_count)
            layout_text(l, gr_str("  "), ROLE_TEXT, line);
    }
    flush(l, table, line);
}

static bool is_empty_row(const struct doc_table_row *row)
{
    for (const struct doc_cell *cell = row->first; cell != NULL; cell = cell->next)
        if (cell->runs.first != NULL)
            return false;
    return true;
}

/* "Head: cell", one line a cell; the first cell stands alone as the row's name. */
static void lay_narrow_row(struct layout *l, const struct doc_block *table,
                           const struct doc_table_row *head, const struct doc_table_row *row)
{
    struct doc_block line = *table;
    const struct doc_cell *title = head == NULL ? NULL : head->first;
    bool is_first = true;
    for (const struct doc_cell *cell = row->first; cell != NULL; cell = cell->next) {
        if (title != NULL && title->runs.first != NULL && !is_first) {
            layout_runs(l, title->runs.first);
            layout_text(l, gr_str(": "), ROLE_TEXT, 0);
        }
        layout_runs(l, cell->runs.first);
        if (cell->runs.first != NULL) {
            (void)snprintf(line.lead, sizeof line.lead, "%.40s%s", table->hang,
                           is_first ? "" : "  ");
            (void)snprintf(line.hang, sizeof line.hang, "%.40s%s", table->hang, "    ");
            line.kind = DOC_BLOCK_PARAGRAPH;
            layout_wrap(l, &line);
        }
        drop_marks(l, 0);
        title = title == NULL ? NULL : title->next;
        is_first = false;
    }
}

void layout_table(struct layout *l, const struct doc_block *table)
{
    int widths[MAX_COLUMNS];
    bool fits = measure(l, table, widths) + text_cells(gr_str(table->hang)) <= l->width;
    const struct doc_table_row *head = table->rows;
    if (head != NULL && !head->is_head)
        head = NULL;
    for (const struct doc_table_row *row = table->rows; row != NULL && !l->failed;
         row = row->next) {
        if (!fits && row != head)
            lay_narrow_row(l, table, head, row);
        else if (fits && !(row->is_head && is_empty_row(row)))
            lay_row(l, table, row, widths);
        if (fits && row->is_head && !is_empty_row(row))
            lay_head_rule(l, table, widths);
    }
}
