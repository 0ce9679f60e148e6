/* How wide text is on a terminal, by our own table: libc, fonts and emulators disagree about many
 * characters, so pages keep to blocks where every terminal agrees (text_is_allowed), and what a
 * student types is measured by the same table that draws it. Each allowed character has an ASCII
 * form for terminals without UTF-8.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_WIDTH_H
#define APP_WIDTH_H

#include "grader/base/str.h"

/* Cells of a code point: 1 or 2; 0 for a mark that joins the one before it; -1 for what never shows
 * (control characters, bidirectional and zero-width format characters). */
int text_width(uint32_t code);
/* Whether pages may use it: ASCII, Latin-1, Greek, dashes and quotes, super- and subscripts,
 * letterlike, arrows, maths, floor and ceiling, box, block, geometric, Braille. */
bool text_is_allowed(uint32_t code);
/* The ASCII form ("<=", "alpha"); the character itself below 0x80; "?" when there is none. Writes
 * into out and returns it. */
enum { TEXT_ASCII_BYTES = 16 };
const char *text_ascii(uint32_t code, char out[TEXT_ASCII_BYTES]);

/* One thing that stands in its own cells: a character and the marks that join it. */
struct text_glyph {
    struct gr_str bytes; /* at most TEXT_GLYPH_BYTES; a view, or of a static string */
    uint32_t code;       /* of the base character */
    int width_cells;     /* 1 or 2 */
};
enum { TEXT_GLYPH_BYTES = 12 };
/* The next glyph from *at on, moving *at past it; false at the end. Bad UTF-8 comes out as U+FFFD;
 * what never shows and marks without a base are passed over. Line ends count as blanks, tabs too.
 */
bool text_next(struct gr_str text, size_t *at, struct text_glyph *out);
/* Cells of the whole text. */
int text_cells(struct gr_str text);
/* The longest start of text that fits in `cells`. */
struct gr_str text_cut(struct gr_str text, int cells);

#endif
