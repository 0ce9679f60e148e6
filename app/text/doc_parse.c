/* Markdown to blocks: md4c's events with a stack of open containers. Text of tight list items comes
 * without a paragraph event; a block is opened when text arrives and none is open. See doc_tree.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/doc_builder.h"

void *builder_take(struct builder *b, size_t size)
{
    void *memory = b->failed ? NULL : gr_arena_array(b->arena, 1, size);
    b->failed = memory == NULL;
    return memory;
}

static struct container *top(struct builder *b)
{
    return b->depth > 0 ? &b->containers[b->depth - 1] : NULL;
}

static void push(struct builder *b, struct container container)
{
    if (b->depth < DOC_MAX_CONTAINERS)
        b->containers[b->depth++] = container;
    else
        b->extra++;
}

static void pop(struct builder *b)
{
    if (b->extra > 0)
        b->extra--;
    else if (b->depth > 0)
        b->depth--;
}

static void add_prefix(char *out, const char *text)
{
    size_t used = strlen(out), len = strlen(text);
    if (used + len < DOC_PREFIX_BYTES)
        memcpy(out + used, text, len + 1);
}

static void add_blanks(char *out, size_t count)
{
    while (count-- > 0)
        add_prefix(out, " ");
}

/* What stands before a block: quote bars, and the marker of an item before its first block. */
static void put_prefixes(struct builder *b, struct doc_block *block)
{
    for (size_t i = 0; i < b->depth; i++) {
        struct container *c = &b->containers[i];
        if (c->is_quote) {
            add_prefix(block->lead, "| ");
            add_prefix(block->hang, "| ");
        } else if (c->is_item) {
            size_t width = strlen(c->marker);
            if (c->marker_given)
                add_blanks(block->lead, width);
            else
                add_prefix(block->lead, c->marker);
            add_blanks(block->hang, width);
            c->marker_given = true;
        }
    }
}

/* Blocks stand apart by a blank line, items of tight lists do not, nor nested lists. */
static bool has_gap(const struct builder *b)
{
    if (b->tree->first == NULL)
        return false;
    size_t items = 0;
    const struct container *item = NULL;
    for (size_t i = 0; i < b->depth; i++)
        if (b->containers[i].is_item) {
            items++;
            item = &b->containers[i];
        }
    if (item == NULL || !item->is_tight)
        return true;
    return items == 1 && item->is_first && !item->marker_given;
}

void builder_open_block(struct builder *b, enum doc_block_kind kind)
{
    struct doc_block *block = builder_take(b, sizeof *block);
    if (block == NULL)
        return;
    block->kind = kind;
    block->has_gap = has_gap(b);
    block->offset = b->offset;
    put_prefixes(b, block);
    if (b->tree->last == NULL)
        b->tree->first = block;
    else
        b->tree->last->next = block;
    b->tree->last = b->block = block;
    b->is_fresh = true;
}

static void open_bullets(struct builder *b, const MD_BLOCK_UL_DETAIL *detail)
{
    b->block = NULL;
    push(b, (struct container){.is_tight = detail->is_tight != 0, .is_first = true});
}

static void open_numbers(struct builder *b, const MD_BLOCK_OL_DETAIL *detail)
{
    b->block = NULL;
    push(b, (struct container){.is_tight = detail->is_tight != 0,
                               .is_ordered = true,
                               .is_first = true,
                               .number = detail->start});
}

static void open_item(struct builder *b)
{
    struct container *list = top(b);
    struct container item = {.is_item = true, .marker = "- "};
    if (list != NULL && b->extra == 0) {
        item.is_tight = list->is_tight;
        item.is_first = list->is_first;
        list->is_first = false;
        if (list->is_ordered) {
            struct gr_buf number;
            gr_buf_start(&number, sizeof item.marker);
            gr_buf_printf(&number, "%u. ", list->number++);
            if (!number.failed && number.len < sizeof item.marker)
                memcpy(item.marker, gr_buf_cstr(&number), number.len + 1);
            gr_buf_free(&number);
        }
    }
    push(b, item);
}

static void open_row(struct builder *b)
{
    struct doc_table_row *row = builder_take(b, sizeof *row);
    if (row == NULL || b->block == NULL)
        return;
    row->is_head = b->in_head;
    if (b->block->last_row == NULL)
        b->block->rows = row;
    else
        b->block->last_row->next = row;
    b->block->last_row = row;
}

static void open_cell(struct builder *b)
{
    struct doc_cell *cell = builder_take(b, sizeof *cell);
    if (cell == NULL || b->block == NULL || b->block->last_row == NULL)
        return;
    struct doc_table_row *row = b->block->last_row;
    if (row->last == NULL)
        row->first = cell;
    else
        row->last->next = cell;
    row->last = b->cell = cell;
}

static void open_heading(struct builder *b, const MD_BLOCK_H_DETAIL *detail)
{
    builder_open_block(b, DOC_BLOCK_HEADING);
    if (b->block != NULL)
        b->block->level = (int)detail->level;
}

static void open_table(struct builder *b, const MD_BLOCK_TABLE_DETAIL *detail)
{
    builder_open_block(b, DOC_BLOCK_TABLE);
    if (b->block != NULL)
        b->block->column_count = detail->col_count;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct builder *b = context;
    switch (type) {
    case MD_BLOCK_QUOTE:
        push(b, (struct container){.is_quote = true});
        break;
    case MD_BLOCK_UL:
        open_bullets(b, detail);
        break;
    case MD_BLOCK_OL:
        open_numbers(b, detail);
        break;
    case MD_BLOCK_LI:
        open_item(b);
        break;
    case MD_BLOCK_HR:
        builder_open_block(b, DOC_BLOCK_RULE);
        b->block = NULL;
        break;
    case MD_BLOCK_H:
        open_heading(b, detail);
        break;
    case MD_BLOCK_CODE:
        builder_open_block(b, DOC_BLOCK_CODE);
        break;
    case MD_BLOCK_P:
        builder_open_block(b, DOC_BLOCK_PARAGRAPH);
        break;
    case MD_BLOCK_TABLE:
        open_table(b, detail);
        break;
    case MD_BLOCK_THEAD:
        b->in_head = true;
        break;
    case MD_BLOCK_TR:
        open_row(b);
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        open_cell(b);
        break;
    case MD_BLOCK_DOC:
    case MD_BLOCK_HTML:
    case MD_BLOCK_TBODY:
        break;
    }
    return b->failed ? 1 : 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct builder *b = context;
    (void)detail;
    switch (type) {
    case MD_BLOCK_QUOTE:
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
    case MD_BLOCK_LI:
        pop(b);
        b->block = NULL;
        break;
    case MD_BLOCK_H:
    case MD_BLOCK_CODE:
    case MD_BLOCK_P:
    case MD_BLOCK_TABLE:
        b->block = NULL;
        break;
    case MD_BLOCK_THEAD:
        b->in_head = false;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        b->cell = NULL;
        break;
    case MD_BLOCK_DOC:
    case MD_BLOCK_HR:
    case MD_BLOCK_HTML:
    case MD_BLOCK_TBODY:
    case MD_BLOCK_TR:
        break;
    }
    return 0;
}

bool doc_parse(struct gr_arena *arena, struct gr_str markdown, struct doc_tree *out)
{
    static const MD_PARSER parser = {
        .abi_version = 0,
        .flags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = builder_enter_span,
        .leave_span = builder_leave_span,
        .text = builder_take_text,
    };
    *out = (struct doc_tree){NULL, NULL};
    if (markdown.len == 0)
        return true;
    if (markdown.len > UINT32_MAX / 2)
        markdown.len = UINT32_MAX / 2;
    /* md4c 0.4.8 looks past the end of a text that stops within a link: give it an end to see. */
    char *copy = gr_arena_array(arena, markdown.len + 2, 1);
    if (copy == NULL)
        return false;
    memcpy(copy, markdown.ptr, markdown.len);
    copy[markdown.len] = '\n';
    struct builder b = {.arena = arena, .tree = out, .maths = DOC_RUN_TEXT};
    b.source = (struct gr_str){copy, markdown.len + 1};
    return md_parse(copy, (MD_SIZE)b.source.len, &parser, &b) == 0 && !b.failed;
}
