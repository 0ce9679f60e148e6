/* What stands in blocks: emphasis, links, code, formulas and text. md4c hands out pieces of the
 * source, so that a piece's address gives its place. See doc_builder.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/doc_builder.h"

static void push_role(struct builder *b, enum role role)
{
    if (b->role_depth < MAX_SPANS)
        b->roles[b->role_depth++] = role;
    else
        b->role_extra++;
}

static void pop_role(struct builder *b)
{
    if (b->role_extra > 0)
        b->role_extra--;
    else if (b->role_depth > 0)
        b->role_depth--;
}

int builder_enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct builder *b = context;
    b->formula = NULL;
    if (type == MD_SPAN_A) {
        const MD_ATTRIBUTE *href = &((MD_SPAN_A_DETAIL *)detail)->href;
        b->link = gr_arena_text(b->arena, (struct gr_str){href->text, href->size});
        b->failed = b->link == NULL;
        push_role(b, ROLE_LINK);
    } else if (type == MD_SPAN_CODE) {
        push_role(b, ROLE_CODE);
    } else if (type == MD_SPAN_STRONG) {
        push_role(b, ROLE_HEADING);
    } else if (type == MD_SPAN_LATEXMATH) {
        b->maths = DOC_RUN_MATHS;
    } else if (type == MD_SPAN_LATEXMATH_DISPLAY) {
        b->maths = DOC_RUN_DISPLAY;
    } else {
        push_role(b, b->role_depth > 0 ? b->roles[b->role_depth - 1] : ROLE_TEXT);
    }
    return b->failed ? 1 : 0;
}

int builder_leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct builder *b = context;
    (void)detail;
    b->formula = NULL;
    if (type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY)
        b->maths = DOC_RUN_TEXT;
    else
        pop_role(b);
    if (type == MD_SPAN_A)
        b->link = NULL;
    return 0;
}

static enum role role_now(const struct builder *b)
{
    if (b->role_depth > 0)
        return b->roles[b->role_depth - 1];
    if (b->block != NULL && b->block->kind == DOC_BLOCK_HEADING)
        return ROLE_HEADING;
    if (b->block != NULL && b->block->kind == DOC_BLOCK_CODE)
        return ROLE_CODE;
    return ROLE_TEXT;
}

static struct doc_run *add_run(struct builder *b, enum doc_run_kind kind, struct gr_str text)
{
    if (b->block == NULL)
        builder_open_block(b, DOC_BLOCK_PARAGRAPH);
    struct doc_run *run = builder_take(b, sizeof *run);
    if (run == NULL)
        return NULL;
    bool is_maths = kind == DOC_RUN_MATHS || kind == DOC_RUN_DISPLAY;
    run->kind = kind;
    run->role = is_maths ? ROLE_MATHS : role_now(b);
    run->text = text;
    run->link = b->link;
    run->offset = b->offset;
    if (b->is_fresh)
        b->block->offset = b->offset;
    b->is_fresh = false;
    struct doc_runs *runs = b->cell != NULL ? &b->cell->runs : &b->block->runs;
    if (runs->last == NULL)
        runs->first = run;
    else
        runs->last->next = run;
    runs->last = run;
    return run;
}

static void add_entity(struct builder *b, struct gr_str text)
{
    uint32_t code = doc_entity(text);
    if (code == 0) {
        add_run(b, DOC_RUN_TEXT, text);
        return;
    }
    struct gr_buf bytes;
    gr_buf_start(&bytes, 16);
    gr_buf_utf8(&bytes, code);
    char *copy = gr_arena_text(b->arena, gr_buf_view(&bytes));
    gr_buf_free(&bytes);
    b->failed = b->failed || copy == NULL;
    if (copy != NULL)
        add_run(b, DOC_RUN_TEXT, gr_str(copy));
}

/* A formula may come in pieces; those that lie side by side in the source are one view. */
static void add_maths(struct builder *b, struct gr_str text)
{
    struct doc_run *run = b->formula;
    if (run == NULL) {
        b->formula = add_run(b, b->maths, text);
        return;
    }
    if (run->text.ptr + run->text.len == text.ptr) {
        run->text.len += text.len;
        return;
    }
    struct gr_buf joined;
    gr_buf_start(&joined, run->text.len + text.len + 1);
    gr_buf_add(&joined, run->text);
    gr_buf_add(&joined, text);
    char *copy = joined.failed ? NULL : gr_arena_text(b->arena, gr_buf_view(&joined));
    b->failed = copy == NULL;
    if (copy != NULL)
        run->text = (struct gr_str){copy, joined.len};
    gr_buf_free(&joined);
}

static bool is_in_source(const struct builder *b, struct gr_str text)
{
    return text.ptr >= b->source.ptr && text.ptr + text.len <= b->source.ptr + b->source.len;
}

static void add_text(struct builder *b, struct gr_str text)
{
    bool verbatim = text.len > 0 && is_in_source(b, text);
    struct doc_run *run = add_run(b, DOC_RUN_TEXT, text);
    if (run != NULL)
        run->is_verbatim = verbatim;
}

int builder_take_text(MD_TEXTTYPE type, const MD_CHAR *ptr, MD_SIZE size, void *context)
{
    struct builder *b = context;
    struct gr_str text = {ptr, size};
    if (is_in_source(b, text) && size > 0)
        b->offset = (size_t)(ptr - b->source.ptr);
    if (b->maths != DOC_RUN_TEXT) {
        add_maths(b, type == MD_TEXT_SOFTBR || type == MD_TEXT_BR ? gr_str(" ") : text);
        return b->failed ? 1 : 0;
    }
    switch (type) {
    case MD_TEXT_NULLCHAR:
        add_run(b, DOC_RUN_TEXT, gr_str("\xEF\xBF\xBD"));
        break;
    case MD_TEXT_BR:
        add_run(b, DOC_RUN_BREAK, gr_str(""));
        break;
    case MD_TEXT_SOFTBR:
        add_run(b, DOC_RUN_TEXT, gr_str(" "));
        break;
    case MD_TEXT_ENTITY:
        add_entity(b, text);
        break;
    case MD_TEXT_NORMAL:
    case MD_TEXT_CODE:
    case MD_TEXT_HTML:
    case MD_TEXT_LATEXMATH:
        add_text(b, text);
        break;
    }
    return b->failed ? 1 : 0;
}
