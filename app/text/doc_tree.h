/* A page as blocks and runs, between Markdown (md4c) and its two forms: lines of cells and spoken
 * prose. Containers (quotes, lists) are flattened: each block carries what stands before its first
 * and its further lines. Everything lives in one arena, a copy of the Markdown included, from which
 * runs borrow where they can.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_DOC_TREE_H
#define APP_DOC_TREE_H

#include "app/text/doc.h"

enum doc_run_kind { DOC_RUN_TEXT, DOC_RUN_MATHS, DOC_RUN_DISPLAY, DOC_RUN_BREAK };

struct doc_run {
    enum doc_run_kind kind;
    enum role role;
    struct gr_str text;
    const char *link; /* target, or NULL */
    size_t offset;    /* in the Markdown; the last known one for text that md4c made up */
    bool is_verbatim; /* text lies in the Markdown at `offset` */
    struct doc_run *next;
};

struct doc_runs {
    struct doc_run *first, *last;
};

struct doc_cell {
    struct doc_runs runs;
    struct doc_cell *next;
};

struct doc_table_row {
    struct doc_cell *first, *last;
    bool is_head;
    struct doc_table_row *next;
};

enum doc_block_kind {
    DOC_BLOCK_PARAGRAPH,
    DOC_BLOCK_HEADING,
    DOC_BLOCK_CODE, /* one run a piece; line ends are in the text */
    DOC_BLOCK_RULE,
    DOC_BLOCK_TABLE
};

enum { DOC_PREFIX_BYTES = 48, DOC_MAX_CONTAINERS = 8 };

struct doc_block {
    enum doc_block_kind kind;
    int level;                   /* of a heading */
    bool has_gap;                /* a blank line before it */
    char lead[DOC_PREFIX_BYTES]; /* "- ", "12. ", "| ": before the first line */
    char hang[DOC_PREFIX_BYTES]; /* before the others, as wide */
    struct doc_runs runs;        /* all but tables */
    struct doc_table_row *rows, *last_row;
    size_t column_count;
    size_t offset;
    struct doc_block *next;
};

struct doc_tree {
    struct doc_block *first, *last;
};

/* False only when memory gives out. */
GR_MUST_CHECK bool doc_parse(struct gr_arena *arena, struct gr_str markdown, struct doc_tree *out);

/* The character of "&amp;" or "&#960;"; 0 for a name that is not known (it stays as written). */
uint32_t doc_entity(struct gr_str text);

#endif
