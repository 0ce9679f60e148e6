/* The tree under construction: what the two halves of the reader share, blocks (doc_parse.c) and
 * what stands in them (doc_inline.c).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_DOC_BUILDER_H
#define APP_DOC_BUILDER_H

#include <md4c.h>

#include "app/text/doc_tree.h"

struct container {
    bool is_quote, is_item;
    bool is_tight, is_ordered;
    unsigned number;   /* of the next item, in a list */
    char marker[12];   /* of an item: "- ", "12. " */
    bool marker_given; /* already stands before a block */
    bool is_first;     /* the first item of its list */
};

enum { MAX_SPANS = 16 };

struct builder {
    struct gr_arena *arena;
    struct gr_str source;
    struct doc_tree *tree;
    struct doc_block *block; /* open, or NULL */
    bool is_fresh;           /* it has no text yet, nor a place */
    struct doc_cell *cell;   /* open in a table, or NULL */
    bool in_head;
    struct container containers[DOC_MAX_CONTAINERS + 1];
    size_t depth, extra; /* extra: containers beyond what is kept */
    enum role roles[MAX_SPANS];
    size_t role_depth, role_extra;
    const char *link;
    enum doc_run_kind maths; /* DOC_RUN_TEXT outside formulas */
    struct doc_run *formula; /* the run that maths pieces join */
    size_t offset;
    bool failed;
};

/* Zeroed memory of the arena; NULL and `failed` when it gives out. */
void *builder_take(struct builder *b, size_t size);
void builder_open_block(struct builder *b, enum doc_block_kind kind);
/* md4c's callbacks for spans and text. */
int builder_enter_span(MD_SPANTYPE type, void *detail, void *context);
int builder_leave_span(MD_SPANTYPE type, void *detail, void *context);
int builder_take_text(MD_TEXTTYPE type, const MD_CHAR *ptr, MD_SIZE size, void *context);

#endif
