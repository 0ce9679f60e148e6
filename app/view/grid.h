/* The screen as cells of ours: each holds one glyph and its role; a wide glyph owns the cell to its
 * right. Views write here and nowhere else; one sink sends the grid to curses, another prints it as
 * text. Rows and columns count from 0.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_GRID_H
#define APP_GRID_H

#include "app/text/doc.h"
#include "app/text/width.h"

enum { GRID_MOST_ROWS = 500, GRID_MOST_COLUMNS = 1000 }; /* larger terminals are drawn in part */

struct grid_cell {
    char bytes[TEXT_GLYPH_BYTES];
    uint8_t len;   /* 0: the right half of a wide glyph */
    uint8_t width; /* 1, 2; 0 for a right half */
    uint8_t role;
};

struct grid {
    int rows, columns;
    struct grid_cell *cells;
    size_t size;                   /* cells there is memory for */
    int cursor_row, cursor_column; /* -1: not shown */
    enum doc_glyphs glyphs;        /* DOC_ASCII: every glyph is written in its ASCII form */
};

/* Makes it this size and blank; false when memory gives out (then it is 0x0). */
GR_MUST_CHECK bool grid_start(struct grid *grid, int rows, int columns, enum doc_glyphs glyphs);
void grid_free(struct grid *grid);
const struct grid_cell *grid_at(const struct grid *grid, int row, int column);

/* A rectangle of a grid that a view may write to; whatever falls outside is cut, never a glyph in
 * the middle. */
struct pane {
    struct grid *grid;
    int row, column, rows, columns;
};
struct pane grid_pane(struct grid *grid);
/* The part of a pane; cut to what lies inside it. */
struct pane pane_part(const struct pane *pane, int row, int column, int rows, int columns);
/* Writes text from a place on; returns the column after it (also when that lies outside). */
int pane_put(const struct pane *pane, int row, int column, struct gr_str text, enum role role);
/* `count` times one glyph, from the left end of a row. */
void pane_fill(const struct pane *pane, int row, int count, const char *glyph, enum role role);
void pane_clear(const struct pane *pane);
void pane_cursor(const struct pane *pane, int row, int column);

/* Rows as text without blanks at their ends, and the roles as letters. */
void grid_print(const struct grid *grid, struct gr_buf *out);
void grid_print_roles(const struct grid *grid, struct gr_buf *out);

#endif
