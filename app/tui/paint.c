/* Roles to attributes, cells to curses in runs of one role. Nothing depends on colour alone, no
 * background is painted, colours 0 and 7 are never used. See paint.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/tui/paint.h"

#include <string.h>

#include <curses.h>

enum { RUN_BYTES = 4096 };

static attr_t attributes(enum role role, bool use_color, short *pair)
{
    *pair = 0;
    switch (role) {
    case ROLE_HEADING:
    case ROLE_KEY:
        return A_BOLD;
    case ROLE_FOCUS:
        return A_REVERSE;
    case ROLE_LINK:
        return A_UNDERLINE;
    case ROLE_CORRECT:
        *pair = use_color ? COLOR_GREEN : 0;
        return A_BOLD;
    case ROLE_WRONG:
        *pair = use_color ? COLOR_RED : 0;
        return A_BOLD;
    case ROLE_WARNING:
        *pair = use_color ? COLOR_YELLOW : 0;
        return A_BOLD;
    case ROLE_TEXT:
    case ROLE_MUTED:
    case ROLE_CODE:
    case ROLE_MATHS:
    case ROLE_FRAME:
    case ROLE_COUNT:
        break;
    }
    return A_NORMAL;
}

/* Paints the run of one role that starts at a column; returns where the next one starts. */
static int paint_run(const struct grid *grid, int row, int from, bool use_color)
{
    char bytes[RUN_BYTES];
    size_t len = 0;
    int column = from;
    uint8_t role = grid_at(grid, row, from)->role;
    while (column < grid->columns) {
        const struct grid_cell *cell = grid_at(grid, row, column);
        if (cell->role != role || len + cell->len > sizeof bytes)
            break;
        memcpy(bytes + len, cell->bytes, cell->len);
        len += cell->len;
        column++;
    }
    short pair;
    attr_t attrs = attributes((enum role)role, use_color, &pair);
    (void)attr_set(attrs, pair, NULL);
    (void)mvaddnstr(row, from, bytes, (int)len);
    return column;
}

void paint_grid(const struct grid *grid, bool use_color)
{
    (void)erase();
    for (int row = 0; row < grid->rows && row < LINES; row++)
        for (int column = 0; column < grid->columns && column < COLS;)
            column = paint_run(grid, row, column, use_color);
    (void)attr_set(A_NORMAL, 0, NULL);
    bool has_cursor = grid->cursor_row >= 0;
    (void)curs_set(has_cursor ? 1 : 0);
    if (has_cursor)
        (void)move(grid->cursor_row, grid->cursor_column);
    (void)refresh();
}
