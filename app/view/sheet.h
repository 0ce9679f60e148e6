/* A page on the screen: Markdown laid out at the present width, a scroll position and a focused
 * link. A new width keeps both: the first visible paragraph is found again by its line of source,
 * the link by its number.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_SHEET_H
#define APP_SHEET_H

#include "app/view/grid.h"

struct sheet {
    struct gr_buf markdown;
    struct gr_arena arena; /* of the doc */
    struct doc doc;
    int width; /* laid out for; 0: not yet */
    enum doc_glyphs glyphs;
    int rows;       /* that the screen shows of it */
    size_t top;     /* first line shown */
    enum role lead; /* replaces bold in the first line: a verdict; ROLE_TEXT: nothing does */
    int link;       /* focused, -1: none */
};

enum { SHEET_MARGIN = 2 }; /* cells left of the text: the mark of the focused line */

void sheet_start(struct sheet *sheet);
void sheet_free(struct sheet *sheet);
/* Takes new text, at its top, no link focused; sheet_lay must follow. */
void sheet_set(struct sheet *sheet, struct gr_str markdown);
/* Lays out for a pane of this size. When memory gives out the old layout stays. */
GR_MUST_CHECK bool sheet_lay(struct sheet *sheet, int rows, int columns, enum doc_glyphs glyphs,
                             struct gr_err *err);
/* Moves by lines; a focused link that leaves the screen loses the focus. */
void sheet_scroll(struct sheet *sheet, int lines);
void sheet_to(struct sheet *sheet, size_t line);
/* The next (1) or previous (-1) link gets the focus and is scrolled to. */
void sheet_focus(struct sheet *sheet, int step);
void sheet_focus_on(struct sheet *sheet, int link);
/* The focused link's target, or NULL. */
const char *sheet_target(const struct sheet *sheet);
bool sheet_at_end(const struct sheet *sheet);
/* The source line at the top, and back to it. */
uint32_t sheet_anchor(const struct sheet *sheet);
void sheet_to_anchor(struct sheet *sheet, uint32_t source_line);
/* Draws into the pane; puts the cursor on the focused link, or leaves it alone. */
void sheet_draw(const struct sheet *sheet, const struct pane *pane);

#endif
