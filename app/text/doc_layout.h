/* Lines under construction: cells of one block are gathered, wrapped and turned into spans. Shared
 * by the layout of paragraphs and of tables.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_DOC_LAYOUT_H
#define APP_DOC_LAYOUT_H

#include "app/text/doc_tree.h"

struct doc_mark { /* one glyph of a block */
    const char *ptr;
    uint8_t len, width, role;
    bool is_blank; /* a line may end here */
    bool is_end;   /* a line ends here, whatever fits */
    const char *link;
    uint32_t source_line;
};

struct doc_marks {
    struct doc_mark *items;
    size_t count, size;
    int cells;
};

struct layout {
    struct gr_arena *arena; /* of the result */
    enum doc_glyphs glyphs;
    int width;
    struct doc_line *lines;
    size_t line_count, line_size;
    struct doc_link *links;
    size_t link_count, link_size;
    struct doc_marks marks;  /* of the block at work */
    struct gr_arena scratch; /* texts of formulas, until they are copied into spans */
    struct gr_str source;
    size_t counted_offset; /* source lines are counted once, moving on */
    uint32_t counted_line;
    bool failed;
};

/* The 1-based line of the Markdown at a byte offset. */
uint32_t layout_source_line(struct layout *l, size_t offset);
/* Appends text or runs as marks. */
void layout_text(struct layout *l, struct gr_str text, enum role role, uint32_t source_line);
void layout_runs(struct layout *l, const struct doc_run *first);
/* Emits marks [from, to) behind a prefix as one line. */
void layout_emit(struct layout *l, const char *prefix, size_t from, size_t to,
                 uint32_t source_line);
/* Wraps all gathered marks into lines and empties them. */
void layout_wrap(struct layout *l, const struct doc_block *block);
void layout_table(struct layout *l, const struct doc_block *block);

#endif
