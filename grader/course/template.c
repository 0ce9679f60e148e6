/* See template.h for what is filled in where. The scanner walks the text once and knows three
 * states: prose, maths between dollar signs, and code (spans and fences), which is copied as it is.
 * Every line of the text starts in the column in which its first line does: true for block scalars
 * and files, near enough for folded ones.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/template.h"

#include <string.h>

#include "grader/course/source.h"
#include "grader/course/template_brace.h"

/* Bytes of one text; findings of one text; bytes that a code span may reach, so that backticks that
 * never close cannot make a long text take quadratic time. */
enum { TEXT_MOST = 2 * 1024 * 1024, MOST_FINDINGS = 50, SPAN_MOST = 4096 };

struct scan {
    struct gr_arena *arena;
    struct gr_diags *diags;
    struct gr_str text;
    size_t i;
    struct gr_pos at; /* of text[i] */
    uint32_t first_column;
    enum gr_template_kind kind;
    struct gr_part *parts;
    size_t count, size;
    struct gr_buf pending; /* text not yet in a part */
    struct gr_pos pending_at;
    size_t maths; /* dollar signs that opened the maths we are in; 0 outside */
    size_t findings;
    bool is_short; /* memory gave out */
};

static struct gr_diag *finding(struct scan *scan, const char *code, struct gr_pos at,
                               const char *text, const char *help)
{
    if (scan->findings++ >= MOST_FINDINGS)
        return NULL;
    struct gr_diag *diag = gr_diag_add(scan->diags, GR_ERROR, code, at, "%s", text);
    gr_diag_help(scan->diags, diag, "%s", help);
    return diag;
}

static bool has_more(const struct scan *scan)
{
    return scan->i < scan->text.len && !scan->is_short;
}

static bool looking_at(const struct scan *scan, const char *word)
{
    return gr_str_starts(gr_str_from(scan->text, scan->i), word);
}

static void advance(struct scan *scan, size_t bytes)
{
    size_t end = scan->i + bytes;
    while (scan->i < end) {
        uint32_t code_point;
        (void)gr_utf8_next(scan->text, &scan->i, &code_point);
        scan->at.column++;
        if (code_point == '\n') {
            scan->at.line++;
            scan->at.column = scan->first_column;
        }
    }
}

/* Keeps at least so many bytes, never half a character. */
static void keep(struct scan *scan, size_t bytes)
{
    size_t start = scan->i;
    if (scan->pending.len == 0)
        scan->pending_at = scan->at;
    advance(scan, bytes);
    gr_buf_add(&scan->pending,
               (struct gr_str){.ptr = scan->text.ptr + start, .len = scan->i - start});
}

/* ---- parts -------------------------------------------------------------------------------- */

static struct gr_part *part_new(struct scan *scan)
{
    if (scan->count == scan->size) {
        size_t size = scan->size == 0 ? 16 : scan->size * 2;
        struct gr_part *parts = gr_arena_array(scan->arena, size, sizeof *parts);
        if (parts == NULL) {
            scan->is_short = true;
            return NULL;
        }
        if (scan->count > 0)
            memcpy(parts, scan->parts, scan->count * sizeof *parts);
        scan->parts = parts;
        scan->size = size;
    }
    return &scan->parts[scan->count++];
}

static void flush(struct scan *scan)
{
    if (scan->pending.failed)
        scan->is_short = true;
    if (scan->pending.len == 0 || scan->is_short)
        return;
    char *text = gr_arena_text(scan->arena, gr_buf_view(&scan->pending));
    struct gr_part *part = text == NULL ? NULL : part_new(scan);
    if (part == NULL) {
        scan->is_short = true;
        return;
    }
    part->kind = GR_PART_TEXT;
    part->at = scan->pending_at;
    part->text = (struct gr_str){.ptr = text, .len = scan->pending.len};
    gr_buf_clear(&scan->pending);
}

/* ---- one value: {name}, {name -> unit}, {= expression -> unit}, {? ..} -------------------- */

/* Position of byte `offset` of the text between the braces, which starts at scan->i. */
static struct gr_pos inner_pos(const struct scan *scan, size_t offset)
{
    struct scan probe = *scan;
    advance(&probe, offset);
    return probe.at;
}

static size_t leading_blanks(struct gr_str text)
{
    size_t n = 0;
    while (n < text.len && (text.ptr[n] == ' ' || text.ptr[n] == '\n'))
        n++;
    return n;
}

static bool unit_read(struct scan *scan, struct gr_str inner, size_t arrow, struct gr_part *part)
{
    if (arrow == inner.len)
        return true;
    struct gr_err err = {0};
    struct gr_str rest = gr_str_from(inner, arrow + 2);
    struct gr_pos at = inner_pos(scan, arrow + 2 + leading_blanks(rest));
    part->has_unit = gr_unit_parse(gr_str_trim(rest), &part->unit, &err);
    if (!part->has_unit)
        (void)finding(scan, "T004", at, err.text, "{name -> unit} prints the value in that unit");
    return part->has_unit;
}

static bool expression_read(struct scan *scan, struct gr_str text, size_t offset,
                            struct gr_part *part)
{
    struct gr_err err = {0};
    size_t blanks = leading_blanks(text);
    struct gr_pos at = inner_pos(scan, offset + blanks);
    text = gr_str_trim(text);
    if (part->kind == GR_PART_VALUE && offset == 0 && !gr_brace_is_name(text)) {
        (void)finding(scan, "T002", at, "only a name can be filled in here",
                      scan->kind == GR_TEMPLATE_EXPRESSIONS
                          ? "an expression is {= ...}; a brace that is only a brace is \\{"
                          : "give the expression a name under let:; a mere brace is \\{");
        return false;
    }
    if (gr_expr_parse(scan->arena, text, at, &part->expr, &err))
        return true;
    scan->is_short = scan->is_short || err.code == GR_E_MEMORY;
    if (scan->is_short)
        return false;
    (void)finding(scan, "T005", err.at.line > 0 ? err.at : at, err.text,
                  "see `{= expression -> unit}`");
    return false;
}

static bool inner_read(struct scan *scan, struct gr_str inner, struct gr_part *part)
{
    size_t mark = inner.len > 0 && (inner.ptr[0] == '=' || inner.ptr[0] == '?');
    if (mark == 1 && scan->kind == GR_TEMPLATE_NAMES) {
        (void)finding(scan, "T002", scan->at, "expressions are filled in only in solutions",
                      "give the expression a name under let: and write {name}");
        return false;
    }
    part->kind = mark == 1 && inner.ptr[0] == '?' ? GR_PART_BLANK : GR_PART_VALUE;
    size_t arrow = gr_brace_arrow(inner);
    struct gr_str text = {.ptr = inner.ptr + mark, .len = arrow - mark};
    bool has_expression = expression_read(scan, text, mark, part);
    return unit_read(scan, inner, arrow, part) && has_expression;
}

/* `opening` is "{" or "\val{"; scan->i stands on it. */
static void value_read(struct scan *scan, const char *opening)
{
    struct gr_pos at = scan->at;
    flush(scan);
    advance(scan, strlen(opening));
    struct gr_str rest = gr_str_from(scan->text, scan->i);
    size_t len = 0;
    while (len < rest.len && rest.ptr[len] != '}' && rest.ptr[len] != '{')
        len++;
    if (len == rest.len || rest.ptr[len] != '}') {
        (void)finding(scan, "T001", at, "a { without its }", "a brace that is only a brace is \\{");
        return;
    }
    struct gr_part part = {.at = at, .in_maths = scan->maths > 0};
    if (inner_read(scan, (struct gr_str){.ptr = rest.ptr, .len = len}, &part)) {
        struct gr_part *slot = part_new(scan);
        if (slot != NULL)
            *slot = part;
    }
    advance(scan, len + 1);
}

/* ---- code, maths, prose ------------------------------------------------------------------- */

static size_t run_of(struct gr_str text, size_t from, char c)
{
    size_t n = from;
    while (n < text.len && text.ptr[n] == c)
        n++;
    return n - from;
}

static size_t line_len(struct gr_str text, size_t from)
{
    const char *end = from < text.len ? memchr(text.ptr + from, '\n', text.len - from) : NULL;
    return end == NULL ? text.len - from : (size_t)(end - (text.ptr + from)) + 1;
}

/* Length of the fence that starts at scan->i (the start of a line), with its character; 0: none. */
static size_t fence_at(struct gr_str text, size_t from, char *c)
{
    size_t at = from + run_of(text, from, ' ');
    *c = at < text.len ? text.ptr[at] : '\0';
    size_t len = *c == '`' || *c == '~' ? run_of(text, at, *c) : 0;
    return len >= 3 ? len : 0;
}

static void keep_fence(struct scan *scan, size_t opening, char fence)
{
    keep(scan, line_len(scan->text, scan->i));
    while (has_more(scan)) {
        char c;
        size_t len = fence_at(scan->text, scan->i, &c);
        keep(scan, line_len(scan->text, scan->i));
        if (len >= opening && c == fence)
            return;
    }
}

static bool ends_paragraph(struct gr_str text, size_t at)
{
    return text.ptr[at] == '\n' && at + 1 < text.len && text.ptr[at + 1] == '\n';
}

/* A code span, or the backticks alone when nothing closes them. */
static void keep_code(struct scan *scan)
{
    struct gr_str text = scan->text;
    size_t ticks = run_of(text, scan->i, '`');
    size_t end = text.len - scan->i > SPAN_MOST ? scan->i + SPAN_MOST : text.len;
    size_t at = scan->i + ticks;
    while (at < end && !ends_paragraph(text, at)) {
        size_t run = run_of(text, at, '`');
        if (run == ticks) {
            keep(scan, at + run - scan->i);
            return;
        }
        at += run > 0 ? run : 1;
    }
    keep(scan, ticks);
}

/* Whether `dollars` closes before the paragraph does. */
static bool maths_closes(const struct scan *scan, size_t dollars)
{
    struct gr_str text = scan->text;
    for (size_t i = scan->i + dollars; i < text.len; i++) {
        if (text.ptr[i] == '\\' && i + 1 < text.len)
            i++;
        else if (ends_paragraph(text, i))
            return false;
        else if (text.ptr[i] == '$')
            return run_of(text, i, '$') >= dollars;
    }
    return false;
}

static void keep_dollars(struct scan *scan)
{
    size_t run = run_of(scan->text, scan->i, '$') >= 2 ? 2 : 1;
    if (scan->maths > 0) {
        run = scan->maths;
        scan->maths = 0;
    } else if (maths_closes(scan, run)) {
        scan->maths = run;
    } else {
        (void)finding(scan, "T003", scan->at, "a $ that nothing closes",
                      "money is \\$5; maths ends with $ in the same paragraph");
    }
    keep(scan, run);
}

/* ---- a value written for the other side of the $ ------------------------------------------ */

static void check_misplaced(struct scan *scan)
{
    bool is_half_val = gr_brace_is_val(gr_str_from(scan->text, scan->i));
    bool is_brace = looking_at(scan, "{") && gr_brace_is_misplaced(scan->text, scan->i);
    if (scan->maths > 0 && (is_half_val || is_brace))
        (void)finding(scan, "T007", scan->at, "no value is filled in here",
                      "inside $...$ a value is \\val{name} or \\val{name -> unit}");
    if (scan->maths == 0 && is_half_val)
        (void)finding(scan, "T007", scan->at, "\\val is for maths",
                      "outside $...$ a value is {name} or {name -> unit}");
}

static void maths_step(struct scan *scan)
{
    if (looking_at(scan, "\\val{")) {
        value_read(scan, "\\val{");
        return;
    }
    check_misplaced(scan);
    if (looking_at(scan, "$"))
        keep_dollars(scan);
    else
        keep(scan, looking_at(scan, "\\") && scan->i + 1 < scan->text.len ? 2 : 1);
}

static void prose_step(struct scan *scan)
{
    char c;
    bool line_starts = scan->i == 0 || scan->text.ptr[scan->i - 1] == '\n';
    size_t fence = line_starts ? fence_at(scan->text, scan->i, &c) : 0;
    if (fence > 0) {
        keep_fence(scan, fence, c);
    } else if (looking_at(scan, "\\{") || looking_at(scan, "\\}")) {
        advance(scan, 1);
        keep(scan, 1);
    } else if (looking_at(scan, "\\") && scan->i + 1 < scan->text.len) {
        check_misplaced(scan);
        keep(scan, 2);
    } else if (looking_at(scan, "{")) {
        value_read(scan, "{");
    } else if (looking_at(scan, "`")) {
        keep_code(scan);
    } else if (looking_at(scan, "$")) {
        keep_dollars(scan);
    } else {
        keep(scan, 1);
    }
}

bool gr_template_parse(struct gr_arena *arena, struct gr_str text, struct gr_pos at,
                       enum gr_template_kind kind, struct gr_template *out, struct gr_diags *diags)
{
    struct scan scan = {.arena = arena,
                        .diags = diags,
                        .text = text,
                        .at = at,
                        .first_column = at.column,
                        .kind = kind};
    gr_buf_start(&scan.pending, TEXT_MOST);
    while (has_more(&scan)) {
        if (scan.maths > 0)
            maths_step(&scan);
        else
            prose_step(&scan);
    }
    flush(&scan);
    gr_buf_free(&scan.pending);
    if (scan.is_short) {
        gr_report_memory(diags, at.file);
        return false;
    }
    *out = (struct gr_template){.parts = scan.parts, .count = scan.count};
    return scan.findings == 0;
}
