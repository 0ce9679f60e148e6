/* A formula in words: "K equals the minimum of a and b over c". Ends are spoken ("end of root")
 * only where a listener could not tell them. See maths.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/math_shape.h"
#include "app/text/width.h"

static void say_node(const struct math_node *node, struct gr_buf *out);

static void say_gap(struct gr_buf *out)
{
    if (out->len > 0 && out->ptr[out->len - 1] != ' ')
        gr_buf_char(out, ' ');
}

static void say(struct gr_buf *out, const char *words)
{
    if (words[0] != ',' && words[0] != '\0')
        say_gap(out);
    gr_buf_text(out, words);
}

/* Upright text: "FLOP/s" is "FLOP per s". */
static void say_text(struct gr_buf *out, struct gr_str text)
{
    say_gap(out);
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == '/')
            gr_buf_text(out, " per ");
        else if (text.ptr[i] != ' ' || (out->len > 0 && out->ptr[out->len - 1] != ' '))
            gr_buf_char(out, text.ptr[i]);
}

static void say_letter(struct gr_buf *out, struct gr_str text)
{
    struct text_glyph glyph;
    char name[TEXT_ASCII_BYTES];
    for (size_t at = 0; text_next(text, &at, &glyph);)
        say(out, text_ascii(glyph.code, name));
}

static bool is_loose(const struct math_node *node)
{
    return math_loose_of(node) != MATH_ATOM;
}

/* "f(x)" is f of x; other letters before brackets are factors. */
static bool is_function_letter(const struct math_node *node)
{
    return node->kind == MATH_LETTER && node->text.len == 1 &&
           strchr("fgh", node->text.ptr[0]) != NULL;
}

static void say_between(const struct math_node *before, const struct math_node *node,
                        struct gr_buf *out)
{
    if (before == NULL || !math_is_thing(before) || !math_is_thing(node))
        return;
    enum math_class class = math_class_of(before);
    if (class == MATH_FUNCTION || class == MATH_BIG || before->kind == MATH_TEXT ||
        node->kind == MATH_TEXT)
        return;
    if (math_is_symbol(before, "nabla") || math_is_symbol(before, "partial") ||
        math_is_symbol(node, "!") || math_is_symbol(node, "%"))
        return;
    say(out, is_function_letter(before) && node->kind == MATH_FENCE ? "of" : "times");
}

static bool is_choice(const struct math_node *node) /* max and min choose among things */
{
    if (node == NULL || math_class_of(node) != MATH_FUNCTION)
        return false;
    const struct math_node *base = node->kind == MATH_SCRIPT ? node->a : node;
    return math_is_symbol(base, "max") || math_is_symbol(base, "min");
}

/* A thing that what follows or comes before applies to as a whole. */
static void say_held(const struct math_node *node, struct gr_buf *out)
{
    bool marked = is_loose(node);
    if (marked)
        say(out, "open bracket");
    say_node(node, out);
    if (marked)
        say(out, "close bracket");
}

static void say_row(const struct math_node *row, bool commas_are_and, struct gr_buf *out)
{
    const struct math_node *before = NULL;
    for (const struct math_node *node = row->a; node != NULL; node = node->next) {
        if (node->kind == MATH_BLANK)
            continue;
        say_between(before, node, out);
        bool is_argument = before != NULL && node->kind == MATH_FENCE &&
                           (math_class_of(before) == MATH_FUNCTION || is_function_letter(before));
        if (is_argument && node->a != NULL)
            say_row(node->a, is_choice(before), out);
        else if (commas_are_and && math_is_symbol(node, ","))
            say(out, "and");
        else if (math_is_symbol(before, "/"))
            say_held(node, out);
        else
            say_node(node, out);
        before = node;
    }
}

static void say_fraction(const struct math_node *node, struct gr_buf *out)
{
    bool marked = math_loose_of(node->a) >= MATH_SUM || is_loose(node->b);
    if (marked)
        say(out, "the fraction");
    say_node(node->a, out);
    say(out, "over");
    say_node(node->b, out);
    if (marked)
        say(out, ", end of fraction");
}

static void say_root(const struct math_node *node, struct gr_buf *out)
{
    if (node->b == NULL) {
        say(out, "the square root of");
    } else {
        say(out, "the root of index");
        say_node(node->b, out);
        say(out, "of");
    }
    say_node(node->a, out);
    if (is_loose(node->a))
        say(out, ", end of root");
}

static bool is_number(const struct math_node *node, const char *digits)
{
    while (node != NULL && node->kind == MATH_ROW && node->a != NULL && node->a->next == NULL)
        node = node->a;
    return node != NULL && node->kind == MATH_NUMBER && gr_str_is(node->text, digits);
}

static void say_power(const struct math_node *power, struct gr_buf *out)
{
    if (is_number(power, "2")) {
        say(out, "squared");
    } else if (is_number(power, "3")) {
        say(out, "cubed");
    } else if (math_is_symbol(power, "*") || math_is_symbol(power, "star") ||
               math_is_symbol(power, "ast")) {
        say(out, "star");
    } else if (math_is_symbol(power, "'") || math_is_symbol(power, "prime")) {
        say(out, "prime");
    } else {
        say(out, "to the power");
        say_node(power, out);
        if (is_loose(power))
            say(out, ", end of power");
    }
}

/* "the maximum over i of", "the log base 2 of", "the sum over i equals 1 to n of". */
static void say_operator(const struct math_node *node, struct gr_buf *out)
{
    const char *words = node->a->symbol->spoken;
    size_t len = strlen(words);
    bool has_of = len > 3 && strcmp(words + len - 3, " of") == 0;
    char head[64];
    size_t keep = has_of ? len - 3 : len;
    keep = keep < sizeof head ? keep : sizeof head - 1;
    memcpy(head, words, keep);
    head[keep] = '\0';
    say(out, head);
    if (node->c != NULL) {
        say(out, math_is_symbol(node->a, "log") ? "base" : "over");
        say_node(node->c, out);
    }
    if (node->b != NULL) {
        say(out, math_class_of(node) == MATH_BIG ? "to" : "to the power");
        say_node(node->b, out);
    }
    say(out, "of");
}

static void say_scripts(const struct math_node *node, struct gr_buf *out)
{
    enum math_class class = math_class_of(node);
    if (class == MATH_FUNCTION || class == MATH_BIG) {
        say_operator(node, out);
        return;
    }
    say_held(node->a, out);
    if (node->c != NULL) {
        say(out, "sub");
        say_node(node->c, out);
        if (is_loose(node->c))
            say(out, ", end of subscript");
    }
    if (node->b != NULL)
        say_power(node->b, out);
}

static void say_symbol(const struct math_node *node, struct gr_buf *out)
{
    say(out, node->symbol->spoken);
    if (node->symbol->class == MATH_BIG)
        say(out, "of");
}

static void say_fence(const struct math_node *node, struct gr_buf *out)
{
    if (node->symbol != NULL)
        say(out, node->symbol->spoken);
    say_node(node->a, out);
    bool is_plain = node->symbol != NULL && node->symbol->name[0] == 'l' && !is_loose(node->a);
    if (node->close != NULL && !is_plain)
        say(out, node->close->spoken);
}

static void say_accent(const struct math_node *node, struct gr_buf *out)
{
    if (!is_loose(node->a)) {
        say_node(node->a, out);
        say_text(out, node->text);
        return;
    }
    say_text(out, node->text);
    say(out, "over");
    say_node(node->a, out);
    say(out, ", end of");
    say_text(out, node->text);
}

static void say_node(const struct math_node *node, struct gr_buf *out)
{
    if (node == NULL)
        return;
    switch (node->kind) {
    case MATH_ROW:
        say_row(node, false, out);
        break;
    case MATH_SYMBOL:
        say_symbol(node, out);
        break;
    case MATH_LETTER:
        say_letter(out, node->text);
        break;
    case MATH_NUMBER:
    case MATH_TEXT:
        say_text(out, node->text);
        break;
    case MATH_BLANK:
        break;
    case MATH_FRACTION:
        say_fraction(node, out);
        break;
    case MATH_ROOT:
        say_root(node, out);
        break;
    case MATH_SCRIPT:
        say_scripts(node, out);
        break;
    case MATH_FENCE:
        say_fence(node, out);
        break;
    case MATH_ACCENT:
        say_accent(node, out);
        break;
    }
}

void math_speak(const struct math_node *row, struct gr_buf *out)
{
    struct gr_buf words;
    gr_buf_start(&words, out->most);
    say_node(row, &words);
    gr_buf_add(out, gr_str_trim(gr_buf_view(&words)));
    out->failed = out->failed || words.failed;
    gr_buf_free(&words);
}
