/* Cells and panes. Writing over half of a wide glyph blanks its other half, so that the grid never
 * holds half a glyph. See grid.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/grid.h"

#include <stdlib.h>
#include <string.h>

static const struct grid_cell blank = {.bytes = " ", .len = 1, .width = 1, .role = ROLE_TEXT};

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

bool grid_start(struct grid *grid, int rows, int columns, enum doc_glyphs glyphs)
{
    rows = clamp(rows, 0, GRID_MOST_ROWS);
    columns = clamp(columns, 0, GRID_MOST_COLUMNS);
    size_t count = (size_t)rows * (size_t)columns;
    if (count > grid->size) {
        struct grid_cell *cells = realloc(grid->cells, count * sizeof *cells);
        if (cells == NULL) {
            grid->rows = grid->columns = 0;
            return false;
        }
        grid->cells = cells;
        grid->size = count;
    }
    for (size_t i = 0; i < count; i++)
        grid->cells[i] = blank;
    grid->rows = rows;
    grid->columns = columns;
    grid->cursor_row = grid->cursor_column = -1;
    grid->glyphs = glyphs;
    return true;
}

void grid_free(struct grid *grid)
{
    free(grid->cells);
    *grid = (struct grid){0};
}

static struct grid_cell *cell_at(struct grid *grid, int row, int column)
{
    return &grid->cells[(size_t)row * (size_t)grid->columns + (size_t)column];
}

const struct grid_cell *grid_at(const struct grid *grid, int row, int column)
{
    return &grid->cells[(size_t)row * (size_t)grid->columns + (size_t)column];
}

struct pane grid_pane(struct grid *grid)
{
    return (struct pane){grid, 0, 0, grid->rows, grid->columns};
}

struct pane pane_part(const struct pane *pane, int row, int column, int rows, int columns)
{
    int top = clamp(row, 0, pane->rows), left = clamp(column, 0, pane->columns);
    int bottom = clamp(row + rows, top, pane->rows);
    int right = clamp(column + columns, left, pane->columns);
    return (struct pane){pane->grid, pane->row + top, pane->column + left, bottom - top,
                         right - left};
}

/* Blanks the other half of a wide glyph of which this cell is one half. */
static void unpair(struct grid *grid, int row, int column)
{
    struct grid_cell *cell = cell_at(grid, row, column);
    if (cell->width == 0 && column > 0)
        *cell_at(grid, row, column - 1) = blank;
    if (cell->width == 2 && column + 1 < grid->columns)
        *cell_at(grid, row, column + 1) = blank;
}

static void put_glyph(const struct pane *pane, int row, int column, const struct text_glyph *glyph,
                      enum role role)
{
    bool inside =
        row >= 0 && row < pane->rows && column >= 0 && column + glyph->width_cells <= pane->columns;
    if (!inside)
        return;
    int y = pane->row + row, x = pane->column + column;
    unpair(pane->grid, y, x);
    struct grid_cell *cell = cell_at(pane->grid, y, x);
    *cell = (struct grid_cell){.len = (uint8_t)glyph->bytes.len,
                               .width = (uint8_t)glyph->width_cells,
                               .role = (uint8_t)role};
    memcpy(cell->bytes, glyph->bytes.ptr, glyph->bytes.len);
    if (glyph->width_cells == 2) {
        unpair(pane->grid, y, x + 1);
        *cell_at(pane->grid, y, x + 1) = (struct grid_cell){.role = (uint8_t)role};
    }
}

static int put_ascii(const struct pane *pane, int row, int column, const struct text_glyph *glyph,
                     enum role role)
{
    char ascii[TEXT_ASCII_BYTES];
    text_ascii(glyph->code, ascii);
    for (const char *c = ascii; *c != '\0'; c++) {
        struct text_glyph one = {{c, 1}, (unsigned char)*c, 1};
        put_glyph(pane, row, column++, &one, role);
    }
    return column;
}

int pane_put(const struct pane *pane, int row, int column, struct gr_str text, enum role role)
{
    struct text_glyph glyph;
    for (size_t at = 0; text_next(text, &at, &glyph);) {
        if (pane->grid->glyphs == DOC_ASCII) {
            column = put_ascii(pane, row, column, &glyph, role);
        } else {
            put_glyph(pane, row, column, &glyph, role);
            column += glyph.width_cells;
        }
    }
    return column;
}

void pane_fill(const struct pane *pane, int row, int count, const char *glyph, enum role role)
{
    for (int column = 0; column < count; column++)
        pane_put(pane, row, column, gr_str(glyph), role);
}

void pane_clear(const struct pane *pane)
{
    for (int row = 0; row < pane->rows; row++)
        pane_fill(pane, row, pane->columns, " ", ROLE_TEXT);
}

void pane_cursor(const struct pane *pane, int row, int column)
{
    if (pane->rows <= 0 || pane->columns <= 0)
        return;
    pane->grid->cursor_row = pane->row + clamp(row, 0, pane->rows - 1);
    pane->grid->cursor_column = pane->column + clamp(column, 0, pane->columns - 1);
}

void grid_print(const struct grid *grid, struct gr_buf *out)
{
    for (int row = 0; row < grid->rows; row++) {
        int end = grid->columns;
        while (end > 0 && grid_at(grid, row, end - 1)->len == 1 &&
               grid_at(grid, row, end - 1)->bytes[0] == ' ')
            end--;
        for (int column = 0; column < end; column++) {
            const struct grid_cell *cell = grid_at(grid, row, column);
            gr_buf_add(out, (struct gr_str){cell->bytes, cell->len});
        }
        gr_buf_char(out, '\n');
    }
}

void grid_print_roles(const struct grid *grid, struct gr_buf *out)
{
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++)
            gr_buf_char(out, role_letter((enum role)grid_at(grid, row, column)->role));
        gr_buf_char(out, '\n');
    }
}
