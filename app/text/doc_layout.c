/* Markdown to lines of cells. Each block's glyphs are gathered in one array with role, link and
 * source line, then cut into lines greedily at blanks; a word wider than the line is cut between
 * glyphs, never inside one. No line is ever wider than the width asked for. See doc.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/doc_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/text/maths.h"
#include "app/text/width.h"

enum { FORMULA_BYTES = 1 << 16, WHOLE_FORMULA_CELLS = 24 };

static bool grow(void **items, size_t *size, size_t count, size_t item_bytes)
{
    if (count < *size)
        return true;
    size_t next = *size == 0 ? 64 : *size * 2, bytes;
    if (__builtin_mul_overflow(next, item_bytes, &bytes))
        return false;
    void *larger = realloc(*items, bytes);
    if (larger == NULL)
        return false;
    *items = larger;
    *size = next;
    return true;
}

uint32_t layout_source_line(struct layout *l, size_t offset)
{
    if (offset > l->source.len)
        offset = l->source.len;
    if (offset < l->counted_offset) {
        l->counted_offset = 0;
        l->counted_line = 1;
    }
    for (; l->counted_offset < offset; l->counted_offset++)
        if (l->source.ptr[l->counted_offset] == '\n')
            l->counted_line++;
    return l->counted_line;
}

static void add_mark(struct layout *l, struct doc_mark mark)
{
    void *items = l->marks.items;
    if (!grow(&items, &l->marks.size, l->marks.count, sizeof mark)) {
        l->failed = true;
        return;
    }
    l->marks.items = items;
    l->marks.items[l->marks.count++] = mark;
    l->marks.cells += mark.width;
}

/* ASCII forms of several characters become several marks; their bytes are kept by `scratch`. */
static void add_glyph(struct layout *l, const struct text_glyph *glyph, struct doc_mark mark)
{
    mark.ptr = glyph->bytes.ptr;
    bool drops_marks = l->glyphs == DOC_ASCII && glyph->code < 0x80;
    mark.len = drops_marks ? 1 : (uint8_t)glyph->bytes.len;
    mark.width = (uint8_t)glyph->width_cells;
    if (l->glyphs == DOC_UTF8 || glyph->code < 0x80) {
        mark.is_blank = mark.is_blank && glyph->code == ' ';
        add_mark(l, mark);
        return;
    }
    char ascii[TEXT_ASCII_BYTES];
    text_ascii(glyph->code, ascii);
    const char *kept = gr_arena_text(&l->scratch, gr_str(ascii));
    l->failed = l->failed || kept == NULL;
    for (size_t i = 0; kept != NULL && kept[i] != '\0'; i++) {
        mark.ptr = kept + i;
        mark.len = mark.width = 1;
        mark.is_blank = false;
        add_mark(l, mark);
    }
}

static void add_marks(struct layout *l, struct gr_str text, struct doc_mark like)
{
    struct text_glyph glyph;
    for (size_t at = 0; !l->failed && text_next(text, &at, &glyph);)
        add_glyph(l, &glyph, like);
}

void layout_text(struct layout *l, struct gr_str text, enum role role, uint32_t source_line)
{
    add_marks(
        l, text,
        (struct doc_mark){.role = (uint8_t)role, .is_blank = true, .source_line = source_line});
}

/* The formula in one row; its text lives in `scratch`. */
static struct gr_str formula_text(struct layout *l, struct gr_str source)
{
    struct gr_buf text;
    gr_buf_start(&text, FORMULA_BYTES);
    struct math_node *row = math_parse(&l->scratch, source, NULL);
    if (row != NULL)
        math_line(row, l->glyphs, &text);
    char *kept = row == NULL || text.failed ? NULL : gr_arena_text(&l->scratch, gr_buf_view(&text));
    l->failed = l->failed || kept == NULL;
    gr_buf_free(&text);
    return gr_str(kept == NULL ? "" : kept);
}

/* Short formulas stay on one line. */
static void add_formula(struct layout *l, const struct doc_run *run, uint32_t source_line)
{
    struct gr_str text = formula_text(l, run->text);
    add_marks(l, text,
              (struct doc_mark){.role = ROLE_MATHS,
                                .is_blank = text_cells(text) > WHOLE_FORMULA_CELLS,
                                .link = run->link,
                                .source_line = source_line});
}

void layout_runs(struct layout *l, const struct doc_run *first)
{
    for (const struct doc_run *run = first; run != NULL && !l->failed; run = run->next) {
        uint32_t line = layout_source_line(l, run->offset);
        if (run->kind == DOC_RUN_MATHS || run->kind == DOC_RUN_DISPLAY)
            add_formula(l, run, line);
        else if (run->kind == DOC_RUN_BREAK)
            add_mark(l, (struct doc_mark){.ptr = "", .is_end = true, .source_line = line});
        else
            add_marks(l, run->text,
                      (struct doc_mark){.role = (uint8_t)run->role,
                                        .is_blank = true,
                                        .link = run->link,
                                        .source_line = line});
    }
}

static bool same_span(const struct doc_mark *a, const struct doc_mark *b)
{
    return a->role == b->role && a->link == b->link;
}

static void add_link(struct layout *l, const char *target, size_t span)
{
    if (l->link_count > 0 && l->links[l->link_count - 1].target == target)
        return; /* broken over two lines, or with emphasis in it, it is still one */
    void *items = l->links;
    if (!grow(&items, &l->link_size, l->link_count, sizeof *l->links)) {
        l->failed = true;
        return;
    }
    l->links = items;
    l->links[l->link_count++] = (struct doc_link){target, (uint32_t)l->line_count, (uint32_t)span};
}

static size_t count_spans(const struct doc_marks *marks, size_t from, size_t to)
{
    size_t count = 0;
    for (size_t i = from; i < to; i++)
        if (i == from || !same_span(&marks->items[i - 1], &marks->items[i]))
            count++;
    return count;
}

/* One span of marks [from, to): their bytes copied into the result's arena. */
static struct doc_span make_span(struct layout *l, size_t from, size_t to)
{
    size_t bytes = 0;
    for (size_t i = from; i < to; i++)
        bytes += l->marks.items[i].len;
    char *text = gr_arena_array(l->arena, bytes + 1, 1);
    if (text == NULL) {
        l->failed = true;
        return (struct doc_span){gr_str(""), ROLE_TEXT};
    }
    size_t at = 0;
    for (size_t i = from; i < to; i++) {
        memcpy(text + at, l->marks.items[i].ptr, l->marks.items[i].len);
        at += l->marks.items[i].len;
    }
    return (struct doc_span){{text, bytes}, (enum role)l->marks.items[from].role};
}

/* The prefix as it is drawn: quote bars are frame characters where there are any. */
static struct gr_str make_prefix(struct layout *l, const char *prefix)
{
    struct gr_buf text;
    gr_buf_start(&text, (size_t)DOC_PREFIX_BYTES * 4);
    for (const char *c = prefix; *c != '\0'; c++)
        if (*c == '|' && l->glyphs == DOC_UTF8)
            gr_buf_text(&text, "│");
        else
            gr_buf_char(&text, *c);
    char *kept = text.failed ? NULL : gr_arena_text(l->arena, gr_buf_view(&text));
    gr_buf_free(&text);
    l->failed = l->failed || kept == NULL;
    return gr_str(kept == NULL ? "" : kept);
}

void layout_emit(struct layout *l, const char *prefix, size_t from, size_t to, uint32_t source_line)
{
    size_t count = count_spans(&l->marks, from, to) + (prefix[0] != '\0' ? 1 : 0), at = 0;
    struct doc_span *spans = gr_arena_array(l->arena, count, sizeof *spans);
    void *lines = l->lines;
    if (l->failed || spans == NULL ||
        !grow(&lines, &l->line_size, l->line_count, sizeof *l->lines)) {
        l->failed = true;
        return;
    }
    l->lines = lines;
    if (prefix[0] != '\0')
        spans[at++] = (struct doc_span){make_prefix(l, prefix), ROLE_TEXT};
    for (size_t i = from; i < to && !l->failed;) {
        size_t end = i + 1;
        while (end < to && same_span(&l->marks.items[i], &l->marks.items[end]))
            end++;
        if (l->marks.items[i].link != NULL)
            add_link(l, l->marks.items[i].link, at);
        spans[at++] = make_span(l, i, end);
        i = end;
    }
    /* Positions are found again by source line, so these never run backwards. */
    if (l->line_count > 0 && source_line < l->lines[l->line_count - 1].source_line)
        source_line = l->lines[l->line_count - 1].source_line;
    l->lines[l->line_count++] = (struct doc_line){spans, at, source_line};
}

/* Where the line that starts at `from` ends; *next is where the following one starts. */
static size_t line_end(const struct doc_marks *marks, size_t from, int room, size_t *next)
{
    size_t blank = 0;
    bool has_blank = false;
    int used = 0;
    for (size_t i = from; i < marks->count; i++) {
        const struct doc_mark *mark = &marks->items[i];
        if (mark->is_end) {
            *next = i + 1;
            return i;
        }
        if (mark->is_blank && i > from) {
            blank = i;
            has_blank = true;
        }
        if (used + mark->width > room && i > from) {
            size_t end = has_blank ? blank : i;
            *next = has_blank ? blank + 1 : i;
            return end;
        }
        used += mark->width;
    }
    *next = marks->count;
    return marks->count;
}

static size_t skip_blanks(const struct doc_marks *marks, size_t at)
{
    while (at < marks->count && marks->items[at].is_blank)
        at++;
    return at;
}

/* Blanks at the end of a line are not drawn. */
static size_t trim_end(const struct doc_marks *marks, size_t from, size_t end)
{
    while (end > from && marks->items[end - 1].is_blank)
        end--;
    return end;
}

/* A prefix that leaves no room for text is left out. */
static const char *fitting(const char *prefix, int width)
{
    return text_cells(gr_str(prefix)) * 2 > width ? "" : prefix;
}

void layout_wrap(struct layout *l, const struct doc_block *block)
{
    struct doc_marks *marks = &l->marks;
    bool is_code = block->kind == DOC_BLOCK_CODE;
    const char *lead = fitting(block->lead, l->width), *hang = fitting(block->hang, l->width);
    int room = l->width - text_cells(gr_str(lead));
    uint32_t line = layout_source_line(l, block->offset);
    size_t at = is_code ? 0 : skip_blanks(marks, 0);
    for (bool first = true; !l->failed && (first || at < marks->count); first = false) {
        size_t next, end = line_end(marks, at, room, &next);
        if (at < marks->count)
            line = marks->items[at].source_line;
        layout_emit(l, first ? lead : hang, at, trim_end(marks, at, end), line);
        room = l->width - text_cells(gr_str(hang));
        bool was_forced = end < marks->count && marks->items[end].is_end;
        at = is_code || was_forced ? next : skip_blanks(marks, next);
    }
    marks->count = 0;
    marks->cells = 0;
}

static void blank_line(struct layout *l)
{
    if (l->line_count > 0 && l->lines[l->line_count - 1].count > 0)
        layout_emit(l, "", 0, 0, 0);
}

/* A display stands on lines of its own, indented. */
static void lay_display(struct layout *l, const struct doc_block *block, const struct doc_run *run)
{
    struct doc_block display = {.kind = DOC_BLOCK_PARAGRAPH, .offset = run->offset};
    const char *indent = l->width >= 40 ? "    " : "  ";
    (void)snprintf(display.lead, sizeof display.lead, "%.40s%s", block->hang, indent);
    memcpy(display.hang, display.lead, sizeof display.hang);
    blank_line(l);
    add_formula(l, run, layout_source_line(l, run->offset));
    for (size_t i = 0; i < l->marks.count; i++) /* breaks at its blanks when it must */
        l->marks.items[i].is_blank = l->marks.items[i].ptr[0] == ' ';
    layout_wrap(l, &display);
    blank_line(l);
}

static void lay_paragraph(struct layout *l, const struct doc_block *block)
{
    struct doc_block part = *block;
    const struct doc_run *run = block->runs.first;
    bool is_first = true;
    while (run != NULL && !l->failed) {
        if (run->kind == DOC_RUN_DISPLAY) {
            lay_display(l, block, run);
            run = run->next;
            continue;
        }
        struct doc_run piece[1];
        for (; run != NULL && run->kind != DOC_RUN_DISPLAY; run = run->next) {
            piece[0] = *run;
            piece[0].next = NULL;
            layout_runs(l, piece);
        }
        if (skip_blanks(&l->marks, 0) < l->marks.count) {
            if (!is_first)
                memcpy(part.lead, part.hang, sizeof part.lead);
            part.offset = block->offset;
            layout_wrap(l, &part);
            is_first = false;
        }
        l->marks.count = 0;
        l->marks.cells = 0;
    }
}

/* Blanks stay, lines stay; what is too wide goes on in the next line. */
static void lay_code(struct layout *l, const struct doc_block *block)
{
    struct doc_block code = *block;
    (void)snprintf(code.lead, sizeof code.lead, "%.44s  ", block->lead);
    (void)snprintf(code.hang, sizeof code.hang, "%.44s  ", block->hang);
    for (const struct doc_run *run = block->runs.first; run != NULL; run = run->next) {
        uint32_t line = layout_source_line(l, run->offset);
        struct doc_mark like = {.role = ROLE_CODE, .source_line = line};
        size_t start = 0;
        for (size_t i = 0; i <= run->text.len; i++) {
            bool is_end = i < run->text.len && run->text.ptr[i] == '\n';
            if (i < run->text.len && !is_end)
                continue;
            add_marks(l, (struct gr_str){run->text.ptr + start, i - start}, like);
            bool is_last = is_end && run->next == NULL && i + 1 == run->text.len;
            if (is_end && !is_last)
                add_mark(l, (struct doc_mark){.ptr = "", .is_end = true, .source_line = line});
            start = i + 1;
        }
    }
    layout_wrap(l, &code);
}

static void lay_rule(struct layout *l, const struct doc_block *block)
{
    for (int i = 0; i < l->width; i++)
        layout_text(l, gr_str(l->glyphs == DOC_UTF8 ? "─" : "-"), ROLE_FRAME,
                    layout_source_line(l, block->offset));
    layout_emit(l, "", 0, l->marks.count, layout_source_line(l, block->offset));
    l->marks.count = 0;
    l->marks.cells = 0;
}

static void lay_block(struct layout *l, const struct doc_block *block)
{
    if (block->has_gap)
        blank_line(l);
    switch (block->kind) {
    case DOC_BLOCK_PARAGRAPH:
        lay_paragraph(l, block);
        break;
    case DOC_BLOCK_HEADING:
        layout_runs(l, block->runs.first);
        layout_wrap(l, block);
        break;
    case DOC_BLOCK_CODE:
        lay_code(l, block);
        break;
    case DOC_BLOCK_RULE:
        lay_rule(l, block);
        break;
    case DOC_BLOCK_TABLE:
        layout_table(l, block);
        break;
    }
}

/* Copies the grown lists into the arena, where the doc lives. */
static bool finish(struct layout *l, struct doc *out)
{
    while (l->line_count > 0 && l->lines[l->line_count - 1].count == 0)
        l->line_count--;
    struct doc_line *lines = gr_arena_array(l->arena, l->line_count, sizeof *lines);
    struct doc_link *links = gr_arena_array(l->arena, l->link_count, sizeof *links);
    if (lines == NULL || links == NULL)
        return false;
    if (l->line_count > 0)
        memcpy(lines, l->lines, l->line_count * sizeof *lines);
    for (size_t i = 0; i < l->link_count; i++) {
        links[i] = l->links[i];
        links[i].target = gr_arena_text(l->arena, gr_str(l->links[i].target));
        if (links[i].target == NULL)
            return false;
    }
    *out = (struct doc){lines, l->line_count, links, l->link_count};
    return true;
}

bool doc_layout(struct gr_arena *arena, struct gr_str markdown, int width_cells,
                enum doc_glyphs glyphs, struct doc *out, struct gr_err *err)
{
    struct layout l = {.arena = arena, .glyphs = glyphs, .source = markdown, .counted_line = 1};
    struct doc_tree tree;
    l.width = width_cells < 8 ? 8 : width_cells;
    if (l.width > DOC_MEASURE_CELLS)
        l.width = DOC_MEASURE_CELLS;
    *out = (struct doc){0};
    bool good = doc_parse(&l.scratch, markdown, &tree);
    for (const struct doc_block *b = good ? tree.first : NULL; b != NULL && !l.failed; b = b->next)
        lay_block(&l, b);
    good = good && !l.failed && finish(&l, out);
    free(l.marks.items);
    free(l.lines);
    free(l.links);
    gr_arena_free(&l.scratch);
    return good || gr_fail(err, GR_E_MEMORY, "out of memory while laying a page out");
}
