/* A page or statement as text: Markdown (md4c) with maths, laid out in cells for a screen or read
 * out as prose for plain mode. Pure: no terminal, no locale, no printing. Widths come from our own
 * table (app/text/width.h); only characters whose width every terminal agrees on are allowed in our
 * content.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_DOC_H
#define APP_DOC_H

#include "app/text/role.h"
#include "grader/base/arena.h"
#include "grader/base/diag.h"

enum { DOC_MEASURE_CELLS = 76 }; /* text is never set wider, however wide the screen */

enum doc_glyphs { DOC_UTF8, DOC_ASCII };

struct doc_span {
    struct gr_str text; /* printable, no line ends */
    enum role role;
};

struct doc_line {
    const struct doc_span *spans;
    size_t count;
    uint32_t source_line; /* of the Markdown, so that a scroll position survives a new width */
};

struct doc_link {
    const char *target; /* "W1", "basics.3", "0.NU.01" */
    uint32_t line;      /* 0-based line of the layout */
    uint32_t span;      /* its first span there; its last ones carry ROLE_LINK too */
};

struct doc {
    const struct doc_line *lines;
    size_t count;
    const struct doc_link *links;
    size_t link_count;
};

/* Lays Markdown out at most `width_cells` wide (>= 8; capped by DOC_MEASURE_CELLS). Everything
 * lives in the arena. Never fails on content: bad UTF-8 becomes U+FFFD, control characters are
 * dropped; false only when memory gives out. */
GR_MUST_CHECK bool doc_layout(struct gr_arena *arena, struct gr_str markdown, int width_cells,
                              enum doc_glyphs glyphs, struct doc *out, struct gr_err *err);
/* The same as prose to be heard or piped: formulas in words, no frames, no escapes, lines wrapped
 * at `width_cells` (0: one line per paragraph). */
GR_MUST_CHECK bool doc_speak(struct gr_str markdown, int width_cells, struct gr_buf *out,
                             struct gr_err *err);
/* One line each for the codes of doc_check ("M001"), or NULL; for `explain`. */
const char *doc_explain(const char *code);
/* `text` as Markdown that shows it as it stands: every special character escaped. */
void doc_escape(struct gr_str text, struct gr_buf *out);
/* Findings for `check`: unknown maths commands (with did-you-mean), characters outside the allowed
 * list, lines of code or tables wider than the measure, links whose target `known` denies.
 * Positions are in `file`, counting from `first_line`. */
void doc_check(struct gr_str markdown, const char *file, uint32_t first_line,
               bool (*known)(void *context, struct gr_str target), void *context,
               struct gr_diags *diags);

#endif
