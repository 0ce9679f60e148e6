/* Findings about a page's Markdown: formulas that would not be set, characters without one width,
 * lines that would not fit, links that lead nowhere, dollar signs read as maths by mistake. Runs
 * over the same tree as the layout, so that it judges what is drawn. See doc.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/doc_tree.h"
#include "app/text/maths.h"
#include "app/text/width.h"

struct checker {
    struct gr_arena arena;
    struct gr_str source;
    const char *file;
    uint32_t first_line;
    bool (*known)(void *context, struct gr_str target);
    void *context;
    struct gr_diags *diags;
    size_t formula; /* offset of the formula under check */
};

const char *doc_explain(const char *code)
{
    static const char *const about[][2] = {
        {"M001", "A formula uses only the commands that this program sets."},
        {"M002", "A formula's braces and brackets come in pairs, not nested too deeply."},
        {"M003", "Pages use only characters that every terminal draws in one cell."},
        {"M004", "Lines of code and tables fit in 76 columns."},
        {"M005", "A link leads to an item of the course."},
        {"M006", "A dollar sign that is money is written \\$; formulas do not start or end with a "
                 "blank."},
        {"M007", "Pages are UTF-8."}};
    for (size_t i = 0; i < sizeof about / sizeof about[0]; i++)
        if (strcmp(code, about[i][0]) == 0)
            return about[i][1];
    return NULL;
}

/* Line and column (in code points) of a byte of the Markdown. */
static struct gr_pos position(const struct checker *c, size_t offset)
{
    struct gr_pos at = {c->file, c->first_line, 1};
    for (size_t i = 0; i < offset && i < c->source.len; i++) {
        unsigned char byte = (unsigned char)c->source.ptr[i];
        if (byte == '\n') {
            at.line++;
            at.column = 1;
        } else if ((byte & 0xC0u) != 0x80u) {
            at.column++;
        }
    }
    return at;
}

static void found_trouble(void *context, enum math_trouble trouble, size_t offset,
                          struct gr_str what)
{
    struct checker *c = context;
    struct gr_pos at = position(c, c->formula + offset);
    int len = what.len > 40 ? 40 : (int)what.len;
    if (trouble == MATH_UNKNOWN_COMMAND) {
        size_t count;
        const char *const *names = math_commands(&count);
        struct gr_diag *diag = gr_diag_add(c->diags, GR_ERROR, "M001", at,
                                           "unknown maths command \\%.*s", len, what.ptr);
        gr_diag_suggest(c->diags, diag, gr_nearest(what, names, count));
        gr_diag_help(c->diags, diag, "use a command of the list, or \\text{...} for words");
    } else if (trouble == MATH_UNBALANCED) {
        struct gr_diag *diag =
            gr_diag_add(c->diags, GR_WARNING, "M002", at, "\"%.*s\" has no partner", len, what.ptr);
        gr_diag_help(c->diags, diag, "close it, or write \\left. or \\right. for an open side");
    } else {
        gr_diag_add(c->diags, GR_ERROR, "M002", at, "more than %d levels of braces",
                    (int)MATH_MAX_DEPTH);
    }
}

static void check_formula(struct checker *c, const struct doc_run *run)
{
    c->formula = run->offset;
    struct gr_str text = run->text;
    bool has_blank_end = text.len > 0 && (text.ptr[0] == ' ' || text.ptr[text.len - 1] == ' ') &&
                         text.ptr[0] != '\n';
    if (run->kind == DOC_RUN_MATHS && has_blank_end) {
        struct gr_diag *diag = gr_diag_add(c->diags, GR_WARNING, "M006", position(c, run->offset),
                                           "this was read as a formula: $%.*s$",
                                           text.len > 40 ? 40 : (int)text.len, text.ptr);
        gr_diag_help(c->diags, diag, "write \\$ for money; a formula has no blank at its ends");
    }
    const struct math_report report = {found_trouble, c};
    if (math_parse(&c->arena, text, &report) == NULL)
        c->diags->lost++;
}

/* A dollar sign left over in prose is a formula that was not closed, or money. */
static void check_dollars(struct checker *c, const struct doc_run *run)
{
    if (!run->is_verbatim || run->role == ROLE_CODE)
        return;
    for (size_t i = 0; i < run->text.len; i++) {
        size_t offset = run->offset + i;
        bool is_escaped = offset > 0 && c->source.ptr[offset - 1] == '\\';
        if (run->text.ptr[i] != '$' || is_escaped)
            continue;
        struct gr_diag *diag = gr_diag_add(c->diags, GR_WARNING, "M006", position(c, offset),
                                           "a dollar sign that opens no formula");
        gr_diag_help(c->diags, diag,
                     "close the formula, or write \\$ for the sign itself; inside "
                     "a table a formula cannot hold the bar |");
    }
}

static void check_link(struct checker *c, const struct doc_run *run)
{
    if (run->link == NULL || (run->next != NULL && run->next->link == run->link))
        return;
    struct gr_str target = gr_str(run->link);
    bool is_outside = strstr(run->link, "://") != NULL || gr_str_starts(target, "mailto:");
    if (is_outside || c->known == NULL || c->known(c->context, target))
        return;
    struct gr_diag *diag =
        gr_diag_add(c->diags, GR_ERROR, "M005", position(c, run->offset),
                    "the link leads to \"%s\", which is no item of this course", run->link);
    gr_diag_help(c->diags, diag, "`wallclock list` shows the names of all items");
}

static void check_runs(struct checker *c, const struct doc_run *first)
{
    for (const struct doc_run *run = first; run != NULL; run = run->next) {
        if (run->kind == DOC_RUN_MATHS || run->kind == DOC_RUN_DISPLAY)
            check_formula(c, run);
        else
            check_dollars(c, run);
        check_link(c, run);
    }
}

static void tell_wide(struct checker *c, size_t offset, const char *what, int cells)
{
    struct gr_diag *diag = gr_diag_add(c->diags, GR_WARNING, "M004", position(c, offset),
                                       "%s is %d columns wide", what, cells);
    gr_diag_help(c->diags, diag, "%d columns fit; wider ones go on in the next line",
                 (int)DOC_MEASURE_CELLS);
}

/* Code is indented by two, behind its container's prefix. */
static void check_code(struct checker *c, const struct doc_block *block)
{
    for (const struct doc_run *run = block->runs.first; run != NULL; run = run->next) {
        size_t start = 0;
        for (size_t i = 0; i <= run->text.len; i++) {
            if (i < run->text.len && run->text.ptr[i] != '\n')
                continue;
            struct gr_str line = {run->text.ptr + start, i - start};
            int cells = text_cells(line) + text_cells(gr_str(block->hang)) + 2;
            if (cells > DOC_MEASURE_CELLS)
                tell_wide(c, run->offset + start, "this line of code", cells);
            start = i + 1;
        }
    }
}

static int row_cells(struct checker *c, const struct doc_table_row *row)
{
    struct gr_buf text;
    gr_buf_start(&text, 1 << 16);
    int cells = 0;
    for (const struct doc_cell *cell = row->first; cell != NULL; cell = cell->next) {
        cells += cell == row->first ? 0 : 2;
        for (const struct doc_run *run = cell->runs.first; run != NULL; run = run->next) {
            struct math_node *formula =
                run->kind == DOC_RUN_MATHS ? math_parse(&c->arena, run->text, NULL) : NULL;
            gr_buf_clear(&text);
            if (formula != NULL)
                math_line(formula, DOC_UTF8, &text);
            cells += text_cells(formula != NULL ? gr_buf_view(&text) : run->text);
        }
    }
    gr_buf_free(&text);
    return cells;
}

static void check_table(struct checker *c, const struct doc_block *block)
{
    int widest = 0;
    for (const struct doc_table_row *row = block->rows; row != NULL; row = row->next) {
        for (const struct doc_cell *cell = row->first; cell != NULL; cell = cell->next)
            check_runs(c, cell->runs.first);
        int cells = row_cells(c, row);
        widest = cells > widest ? cells : widest;
    }
    if (widest > DOC_MEASURE_CELLS)
        tell_wide(c, block->offset, "this table", widest);
}

static void check_characters(struct checker *c)
{
    size_t bad = gr_utf8_bad(c->source);
    if (bad < c->source.len) {
        struct gr_diag *diag =
            gr_diag_add(c->diags, GR_ERROR, "M007", position(c, bad), "this is not UTF-8");
        gr_diag_help(c->diags, diag, "save the file as UTF-8");
        return;
    }
    uint32_t code;
    for (size_t at = 0; at < c->source.len;) {
        size_t start = at;
        gr_utf8_next(c->source, &at, &code);
        if (code == '\n' || code == '\r' || code == '\t' || text_is_allowed(code))
            continue;
        struct gr_diag *diag =
            gr_diag_add(c->diags, GR_ERROR, "M003", position(c, start),
                        "the character U+%04X has no sure width on a terminal", (unsigned)code);
        gr_diag_help(c->diags, diag,
                     "use ASCII, Latin-1, Greek, arrows, maths, box, block or "
                     "Braille characters");
    }
}

void doc_check(struct gr_str markdown, const char *file, uint32_t first_line,
               bool (*known)(void *context, struct gr_str target), void *context,
               struct gr_diags *diags)
{
    struct checker c = {.source = markdown,
                        .file = file,
                        .first_line = first_line,
                        .known = known,
                        .context = context,
                        .diags = diags};
    struct doc_tree tree;
    if (!doc_parse(&c.arena, markdown, &tree)) {
        diags->lost++;
        gr_arena_free(&c.arena);
        return;
    }
    check_characters(&c);
    for (const struct doc_block *block = tree.first; block != NULL; block = block->next) {
        if (block->kind == DOC_BLOCK_TABLE)
            check_table(&c, block);
        else if (block->kind == DOC_BLOCK_CODE)
            check_code(&c, block);
        else
            check_runs(&c, block->runs.first);
    }
    gr_arena_free(&c.arena);
}
