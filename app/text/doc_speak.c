/* Markdown as prose to be heard or piped: formulas in words, lists and tables as sentences, no
 * frames, no escapes. See doc.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/doc_tree.h"
#include "app/text/maths.h"
#include "app/text/width.h"

enum { PARAGRAPH_BYTES = 1 << 20 };

struct speaker {
    struct gr_arena arena;
    struct gr_buf *out;
    struct gr_buf paragraph;
    int width;
    bool failed;
};

static void say_formula(struct speaker *s, struct gr_str text)
{
    struct math_node *row = math_parse(&s->arena, text, NULL);
    if (row == NULL)
        s->failed = true;
    else
        math_speak(row, &s->paragraph);
}

/* Control characters never reach the listener's terminal. */
static void say_text(struct speaker *s, struct gr_str text)
{
    struct text_glyph glyph;
    for (size_t at = 0; text_next(text, &at, &glyph);)
        gr_buf_add(&s->paragraph, glyph.bytes);
}

static bool ends_link(const struct doc_run *run)
{
    return run->link != NULL && (run->next == NULL || run->next->link != run->link);
}

static bool names_target(const struct gr_buf *paragraph, const char *target)
{
    return strstr(gr_buf_cstr(paragraph), target) != NULL;
}

static void say_runs(struct speaker *s, const struct doc_run *first)
{
    for (const struct doc_run *run = first; run != NULL; run = run->next) {
        if (run->kind == DOC_RUN_MATHS || run->kind == DOC_RUN_DISPLAY)
            say_formula(s, run->text);
        else if (run->kind == DOC_RUN_BREAK)
            gr_buf_char(&s->paragraph, ' ');
        else
            say_text(s, run->text);
        if (ends_link(run) && !names_target(&s->paragraph, run->link))
            gr_buf_printf(&s->paragraph, " (%s)", run->link);
    }
}

/* The paragraph wrapped behind its prefixes, then emptied. */
static void flush(struct speaker *s, const char *lead, const char *hang)
{
    struct gr_str rest = gr_str_trim(gr_buf_view(&s->paragraph));
    gr_buf_text(s->out, lead);
    int used = text_cells(gr_str(lead)), start = used;
    while (rest.len > 0) {
        const char *blank = memchr(rest.ptr, ' ', rest.len);
        size_t len = blank == NULL ? rest.len : (size_t)(blank - rest.ptr);
        struct gr_str word = {rest.ptr, len};
        int cells = text_cells(word);
        if (s->width > 0 && used > start && used + 1 + cells > s->width) {
            gr_buf_char(s->out, '\n');
            gr_buf_text(s->out, hang);
            used = start = text_cells(gr_str(hang));
        } else if (used > start) {
            gr_buf_char(s->out, ' ');
            used++;
        }
        gr_buf_add(s->out, word);
        used += cells;
        rest = gr_str_trim(gr_str_from(rest, len));
    }
    gr_buf_char(s->out, '\n');
    s->failed = s->failed || s->paragraph.failed;
    gr_buf_clear(&s->paragraph);
}

static void say_code(struct speaker *s, const struct doc_block *block)
{
    bool at_start = true;
    for (const struct doc_run *run = block->runs.first; run != NULL; run = run->next)
        for (size_t i = 0; i < run->text.len; i++) {
            unsigned char c = (unsigned char)run->text.ptr[i];
            if (at_start && c != '\n')
                gr_buf_text(s->out, "  ");
            at_start = c == '\n';
            if (c == '\n' || c >= 0x20 || c == '\t')
                gr_buf_char(s->out, c == '\t' ? ' ' : (char)c);
        }
    if (!at_start)
        gr_buf_char(s->out, '\n');
}

/* "Head cell; head cell." per row: what a listener needs to place a number. */
static void say_table(struct speaker *s, const struct doc_block *block)
{
    const struct doc_table_row *head = block->rows;
    if (head != NULL && !head->is_head)
        head = NULL;
    for (const struct doc_table_row *row = block->rows; row != NULL; row = row->next) {
        if (row == head)
            continue;
        const struct doc_cell *title = head == NULL ? NULL : head->first;
        for (const struct doc_cell *cell = row->first; cell != NULL; cell = cell->next) {
            if (cell != row->first)
                gr_buf_text(&s->paragraph, "; ");
            if (title != NULL && title->runs.first != NULL) {
                say_runs(s, title->runs.first);
                gr_buf_text(&s->paragraph, " ");
            }
            say_runs(s, cell->runs.first);
            title = title == NULL ? NULL : title->next;
        }
        gr_buf_char(&s->paragraph, '.');
        flush(s, block->lead, block->hang);
    }
}

static void say_block(struct speaker *s, const struct doc_block *block)
{
    if (block->has_gap && block->kind != DOC_BLOCK_RULE)
        gr_buf_char(s->out, '\n');
    switch (block->kind) {
    case DOC_BLOCK_PARAGRAPH:
    case DOC_BLOCK_HEADING:
        say_runs(s, block->runs.first);
        flush(s, block->lead, block->hang);
        break;
    case DOC_BLOCK_CODE:
        say_code(s, block);
        break;
    case DOC_BLOCK_TABLE:
        say_table(s, block);
        break;
    case DOC_BLOCK_RULE:
        break;
    }
}

bool doc_speak(struct gr_str markdown, int width_cells, struct gr_buf *out, struct gr_err *err)
{
    struct speaker s = {.out = out, .width = width_cells < 0 ? 0 : width_cells};
    struct doc_tree tree;
    gr_buf_start(&s.paragraph, PARAGRAPH_BYTES);
    bool good = doc_parse(&s.arena, markdown, &tree);
    for (const struct doc_block *b = good ? tree.first : NULL; b != NULL && !s.failed; b = b->next)
        say_block(&s, b);
    good = good && !s.failed && !out->failed;
    gr_buf_free(&s.paragraph);
    gr_arena_free(&s.arena);
    return good || gr_fail(err, GR_E_MEMORY, "out of memory while reading a page out");
}
