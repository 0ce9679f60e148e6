/* A formula in one row of text. Brackets are added only where leaving them out would change the
 * meaning; super- and subscripts use their own characters only when every one of them is in the
 * safe list (digits, + - n), because fonts lack the others. See maths.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/math_shape.h"
#include "app/text/width.h"

struct line {
    struct gr_buf *out;
    enum doc_glyphs glyphs;
    bool is_tight; /* inside a script: no spaces */
};

struct spot {                       /* where in a row we are */
    const struct math_node *before; /* the node just written */
    bool wants_space;               /* an operator just written asks for one */
    bool has_blank;                 /* the author typed one */
    size_t start;                   /* where the text of `before` starts */
};

static void put_node(const struct line *line, const struct math_node *node);

static const char *form(const struct line *line, const struct math_symbol *symbol)
{
    return line->glyphs == DOC_ASCII ? symbol->ascii : symbol->utf8;
}

static void put_text(const struct line *line, struct gr_str text)
{
    if (line->glyphs == DOC_UTF8) {
        gr_buf_add(line->out, text);
        return;
    }
    struct text_glyph glyph;
    char ascii[TEXT_ASCII_BYTES];
    for (size_t at = 0; text_next(text, &at, &glyph);)
        gr_buf_text(line->out, text_ascii(glyph.code, ascii));
}

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_digit_byte(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether what was written at `at` would run together with the thing before it: "K" "pi". Letters
 * side by side are a product as they stand. */
static bool runs_together(const struct gr_buf *out, size_t before, size_t at)
{
    if (at == 0 || at >= out->len || out->failed)
        return false;
    const char *s = out->ptr;
    if (!is_word_byte(s[at - 1]) || !is_word_byte(s[at]))
        return false;
    bool long_before = at >= before + 2 && is_word_byte(s[at - 2]) && !is_digit_byte(s[at - 1]);
    bool long_after = at + 1 < out->len && is_word_byte(s[at + 1]) && !is_digit_byte(s[at]);
    return long_before || long_after || is_digit_byte(s[at]);
}

static void insert_blank(struct gr_buf *out, size_t at)
{
    gr_buf_char(out, ' ');
    if (out->failed)
        return;
    memmove(out->ptr + at + 1, out->ptr + at, out->len - 1 - at);
    out->ptr[at] = ' ';
}

static void put_bracketed(const struct line *line, const struct math_node *node, bool brackets)
{
    if (brackets)
        gr_buf_char(line->out, '(');
    put_node(line, node);
    if (brackets)
        gr_buf_char(line->out, ')');
}

static bool is_word_symbol(const struct line *line, const struct math_node *node)
{
    return node->kind == MATH_SYMBOL && is_word_byte(form(line, node->symbol)[0]);
}

static void put_operator(const struct line *line, const struct math_node *node, struct spot *spot)
{
    enum math_class class = node->symbol->class;
    bool is_unary = class == MATH_BINARY && (spot->before == NULL || !math_is_thing(spot->before));
    bool is_close = math_is_symbol(node, "/") || line->is_tight;
    bool spaced = !is_unary && (!is_close || is_word_symbol(line, node));
    if (spaced && spot->before != NULL && class != MATH_PUNCTUATION)
        gr_buf_char(line->out, ' ');
    gr_buf_text(line->out, form(line, node->symbol));
    spot->wants_space = spaced;
    spot->start = line->out->len;
}

/* Whether a blank goes between two things that stand side by side. */
static bool is_apart(const struct line *line, const struct math_node *node, const struct spot *spot)
{
    const struct math_node *before = spot->before;
    if (before == NULL || !math_is_thing(before))
        return false;
    bool after_function =
        math_class_of(before) == MATH_FUNCTION || math_class_of(before) == MATH_BIG;
    if (after_function)
        return node->kind != MATH_FENCE || math_class_of(before) == MATH_BIG;
    if (math_class_of(node) == MATH_FUNCTION || math_class_of(node) == MATH_BIG)
        return true;
    if (node->kind == MATH_FRACTION || before->kind == MATH_FRACTION)
        return true;
    return spot->has_blank && !line->is_tight;
}

/* "a/b c" would read as a over bc, and "x/a/b" as another thing than x over (a/b). */
static bool needs_brackets(const struct math_node *node, const struct spot *spot)
{
    if (node->kind != MATH_FRACTION)
        return false;
    return math_is_thing(math_next(node)) || math_is_symbol(spot->before, "/");
}

static void put_thing(const struct line *line, const struct math_node *node, struct spot *spot)
{
    if (spot->wants_space || is_apart(line, node, spot))
        gr_buf_char(line->out, ' ');
    size_t at = line->out->len;
    put_bracketed(line, node, needs_brackets(node, spot));
    if (runs_together(line->out, spot->start, at))
        insert_blank(line->out, at++);
    spot->start = at;
}

static void put_row(const struct line *line, const struct math_node *row)
{
    struct spot spot = {.start = line->out->len};
    for (const struct math_node *node = row->a; node != NULL; node = node->next) {
        if (node->kind == MATH_BLANK) {
            spot.has_blank = true;
            continue;
        }
        if (math_is_thing(node) || node->kind != MATH_SYMBOL) {
            put_thing(line, node, &spot);
            spot.wants_space = false;
        } else {
            put_operator(line, node, &spot);
        }
        spot.before = node;
        spot.has_blank = false;
    }
}

static void put_fraction(const struct line *line, const struct math_node *node)
{
    put_bracketed(line, node->a, math_loose_of(node->a) >= MATH_SUM);
    gr_buf_char(line->out, '/');
    put_bracketed(line, node->b, math_loose_of(node->b) != MATH_ATOM);
}

static void put_root(const struct line *line, const struct math_node *node)
{
    if (line->glyphs == DOC_ASCII) {
        gr_buf_text(line->out, node->b == NULL ? "sqrt(" : "root(");
        if (node->b != NULL) {
            put_node(line, node->b);
            gr_buf_text(line->out, ", ");
        }
        put_node(line, node->a);
        gr_buf_char(line->out, ')');
        return;
    }
    if (node->b != NULL)
        put_bracketed(line, node->b, math_loose_of(node->b) != MATH_ATOM);
    gr_buf_text(line->out, "√");
    struct gr_buf body;
    gr_buf_start(&body, line->out->most);
    put_node(&(struct line){&body, line->glyphs, line->is_tight}, node->a);
    bool is_short = text_cells(gr_buf_view(&body)) == 1;
    gr_buf_text(line->out, is_short ? "" : "(");
    gr_buf_add(line->out, gr_buf_view(&body));
    gr_buf_text(line->out, is_short ? "" : ")");
    gr_buf_free(&body);
}

/* The raised or lowered form of a safe character, 0 when it has none. */
static uint32_t raised(uint32_t code)
{
    static const uint32_t digits[] = {0x2070, 0xB9,   0xB2,   0xB3,   0x2074,
                                      0x2075, 0x2076, 0x2077, 0x2078, 0x2079};
    if (code >= '0' && code <= '9')
        return digits[code - '0'];
    return code == '+' ? 0x207A : code == 0x2212 || code == '-' ? 0x207B : code == 'n' ? 0x207F : 0;
}

static uint32_t lowered(uint32_t code)
{
    return code >= '0' && code <= '9' ? 0x2080 + (code - '0') : 0;
}

/* Writes `text` by the map when it holds for every character. */
static bool put_mapped(struct gr_buf *out, struct gr_str text, uint32_t (*map)(uint32_t))
{
    uint32_t code;
    for (size_t at = 0; at < text.len;)
        if (!gr_utf8_next(text, &at, &code) || map(code) == 0)
            return false;
    for (size_t at = 0; at < text.len;) {
        gr_utf8_next(text, &at, &code);
        gr_buf_utf8(out, map(code));
    }
    return true;
}

static bool is_mark(struct gr_str text)
{
    return gr_str_is(text, "*") || gr_str_is(text, "'") || gr_str_is(text, "′") ||
           gr_str_is(text, "⊤");
}

static void put_script(const struct line *line, const struct math_node *script, bool is_sub)
{
    if (script == NULL)
        return;
    struct gr_buf text;
    gr_buf_start(&text, line->out->most);
    put_node(&(struct line){&text, line->glyphs, true}, script);
    struct gr_str view = gr_buf_view(&text);
    bool done = line->glyphs == DOC_UTF8 && put_mapped(line->out, view, is_sub ? lowered : raised);
    if (!done && !is_sub && line->glyphs == DOC_UTF8 && is_mark(view)) {
        gr_buf_add(line->out, view);
        done = true;
    }
    if (!done && view.len > 0) {
        bool brackets = math_loose_of(script) != MATH_ATOM;
        gr_buf_char(line->out, is_sub ? '_' : '^');
        gr_buf_text(line->out, brackets ? "(" : "");
        gr_buf_add(line->out, view);
        gr_buf_text(line->out, brackets ? ")" : "");
    }
    gr_buf_free(&text);
}

/* Limits stand behind the sign: sum(i=1..n). */
static void put_limits(const struct line *line, const struct math_node *node)
{
    const struct line tight = {line->out, line->glyphs, true};
    put_node(line, node->a);
    gr_buf_char(line->out, '(');
    if (node->c != NULL)
        put_node(&tight, node->c);
    if (node->b != NULL) {
        gr_buf_text(line->out, "..");
        put_node(&tight, node->b);
    }
    gr_buf_char(line->out, ')');
}

static void put_scripts(const struct line *line, const struct math_node *node)
{
    if (math_class_of(node) == MATH_BIG) {
        put_limits(line, node);
        return;
    }
    put_bracketed(line, node->a, math_loose_of(node->a) != MATH_ATOM);
    bool is_log2 = line->glyphs == DOC_ASCII && math_class_of(node) == MATH_FUNCTION &&
                   node->c != NULL && node->c->kind == MATH_NUMBER;
    if (is_log2)
        gr_buf_add(line->out, node->c->text);
    else
        put_script(line, node->c, true);
    put_script(line, node->b, false);
}

static void put_fence(const struct line *line, const struct math_node *node)
{
    if (node->symbol != NULL)
        gr_buf_text(line->out, form(line, node->symbol));
    put_node(line, node->a);
    if (node->close != NULL)
        gr_buf_text(line->out, form(line, node->close));
}

static void put_accent(const struct line *line, const struct math_node *node)
{
    gr_buf_add(line->out, node->text);
    gr_buf_char(line->out, '(');
    put_node(line, node->a);
    gr_buf_char(line->out, ')');
}

static void put_node(const struct line *line, const struct math_node *node)
{
    if (node == NULL)
        return;
    switch (node->kind) {
    case MATH_ROW:
        put_row(line, node);
        break;
    case MATH_SYMBOL:
        gr_buf_text(line->out, form(line, node->symbol));
        break;
    case MATH_LETTER:
    case MATH_NUMBER:
    case MATH_TEXT:
        put_text(line, node->text);
        break;
    case MATH_BLANK:
        break;
    case MATH_FRACTION:
        put_fraction(line, node);
        break;
    case MATH_ROOT:
        put_root(line, node);
        break;
    case MATH_SCRIPT:
        put_scripts(line, node);
        break;
    case MATH_FENCE:
        put_fence(line, node);
        break;
    case MATH_ACCENT:
        put_accent(line, node);
        break;
    }
}

void math_line(const struct math_node *row, enum doc_glyphs glyphs, struct gr_buf *out)
{
    /* Written apart, so that what stands before the formula never runs together with it. */
    struct gr_buf text;
    gr_buf_start(&text, out->most);
    put_node(&(struct line){&text, glyphs, false}, row);
    gr_buf_add(out, gr_buf_view(&text));
    out->failed = out->failed || text.failed;
    gr_buf_free(&text);
}
