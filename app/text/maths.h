/* Formulas: the LaTeX subset of our pages as a tree, and two ways to say it in one row. Displays
 * with fractions in rows are laid out from the same tree.
 *   math_parse   text -> tree (arena); unknown commands become text and a finding
 *   math_line    tree -> "max(8 n/β, 2 K n/π)", or in ASCII "max(8 n/beta, 2 K n/pi)"
 *   math_speak   tree -> "the maximum of 8 n over beta and 2 times K times n over pi"
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_MATHS_H
#define APP_MATHS_H

#include "app/text/doc.h"

enum { MATH_MAX_DEPTH = 24 }; /* braces within braces; deeper is cut and is a finding */

enum math_class { /* decides spacing, as in TeX */
                  MATH_ORDINARY,
                  MATH_BINARY,
                  MATH_RELATION,
                  MATH_PUNCTUATION,
                  MATH_OPEN,
                  MATH_CLOSE,
                  MATH_FUNCTION, /* max, log */
                  MATH_BIG       /* sum, product, integral */
};

struct math_symbol {
    const char *name; /* the command without its backslash, or the character itself */
    enum math_class class;
    const char *utf8, *ascii, *spoken;
};

/* The symbol of a command ("pi") or character ("+"), or NULL. */
const struct math_symbol *math_symbol_find(struct gr_str name);
/* All commands, structures included ("frac"), for did-you-mean. */
const char *const *math_commands(size_t *count);

enum math_kind {
    MATH_ROW,      /* a: first child, then their next */
    MATH_SYMBOL,   /* symbol */
    MATH_LETTER,   /* text: one letter */
    MATH_NUMBER,   /* text: digits, point, commas between digits */
    MATH_TEXT,     /* text, upright, with its blanks */
    MATH_BLANK,    /* a blank that the author typed between two things */
    MATH_FRACTION, /* a over b */
    MATH_ROOT,     /* root of a; b: its index or NULL */
    MATH_SCRIPT,   /* a with superscript b and subscript c (NULL: none) */
    MATH_FENCE,    /* symbol a close; either may be NULL (an open side) */
    MATH_ACCENT    /* text: the accent's name, over a */
};

struct math_node {
    enum math_kind kind;
    const struct math_symbol *symbol, *close;
    struct gr_str text;
    struct math_node *a, *b, *c;
    struct math_node *next;
};

enum math_trouble { MATH_UNKNOWN_COMMAND, MATH_UNBALANCED, MATH_TOO_DEEP };

/* Called for each finding; offset in bytes of the formula, `what` the command or bracket. */
struct math_report {
    void (*found)(void *context, enum math_trouble trouble, size_t offset, struct gr_str what);
    void *context;
};

/* The formula's row, or NULL when memory gives out. `report` may be NULL. */
struct math_node *math_parse(struct gr_arena *arena, struct gr_str text,
                             const struct math_report *report);
void math_line(const struct math_node *row, enum doc_glyphs glyphs, struct gr_buf *out);
void math_speak(const struct math_node *row, struct gr_buf *out);

#endif
