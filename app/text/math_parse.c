/* Reads the LaTeX subset into a tree: recursive descent over bytes, depth bounded. Structure
 * commands are few and named in `take_command`; everything else is the symbol table. Nothing fails
 * but memory: what is not understood becomes text and is reported. See maths.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/maths.h"
#include "app/text/width.h"

struct parser {
    struct gr_arena *arena;
    struct gr_str text;
    size_t at;
    int depth;
    const struct math_report *report;
    bool failed; /* memory gave out */
};

struct chain { /* a row under construction */
    struct math_node *first, *last;
};

static struct math_node *take_item(struct parser *p);
static struct math_node *take_base(struct parser *p);

static void tell(struct parser *p, enum math_trouble trouble, size_t offset, struct gr_str what)
{
    if (p->report != NULL)
        p->report->found(p->report->context, trouble, offset, what);
}

static struct math_node *make(struct parser *p, enum math_kind kind)
{
    struct math_node *node = gr_arena_array(p->arena, 1, sizeof *node);
    if (node == NULL)
        p->failed = true;
    else
        node->kind = kind;
    return node;
}

static struct math_node *make_text(struct parser *p, enum math_kind kind, struct gr_str text)
{
    struct math_node *node = make(p, kind);
    if (node != NULL)
        node->text = text;
    return node;
}

static struct math_node *make_symbol(struct parser *p, const struct math_symbol *symbol)
{
    struct math_node *node = make(p, MATH_SYMBOL);
    if (node != NULL)
        node->symbol = symbol;
    return node;
}

static void append(struct chain *chain, struct math_node *node)
{
    if (node == NULL)
        return;
    if (chain->last == NULL)
        chain->first = node;
    else
        chain->last->next = node;
    chain->last = node;
}

static bool is_end(const struct parser *p)
{
    return p->failed || p->at >= p->text.len;
}

static char peek(const struct parser *p)
{
    return p->at < p->text.len ? p->text.ptr[p->at] : '\0';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '~';
}

static void skip_blanks(struct parser *p)
{
    while (!is_end(p) && is_blank(peek(p)))
        p->at++;
}

/* The name after a backslash that stands at p->at: letters, or one other character. */
static struct gr_str peek_command(const struct parser *p)
{
    struct gr_str rest = gr_str_from(p->text, p->at + 1);
    size_t len = 0;
    while (len < rest.len && is_letter(rest.ptr[len]))
        len++;
    if (len == 0 && rest.len > 0) {
        uint32_t code;
        gr_utf8_next(rest, &len, &code);
    }
    return (struct gr_str){rest.ptr, len};
}

static bool at_command(const struct parser *p, const char *name)
{
    return peek(p) == '\\' && gr_str_is(peek_command(p), name);
}

/* What lies between the brace at p->at and its partner, moving past it. */
static struct gr_str take_braced_text(struct parser *p)
{
    size_t start = p->at + 1, open = 0;
    for (; p->at < p->text.len; p->at++) {
        char c = peek(p);
        if (c == '\\' && p->at + 1 < p->text.len)
            p->at++;
        else if (c == '{')
            open++;
        else if (c == '}' && --open == 0) {
            p->at++;
            return (struct gr_str){p->text.ptr + start, p->at - 1 - start};
        }
    }
    tell(p, MATH_UNBALANCED, start - 1, gr_str("{"));
    return gr_str_from(p->text, start);
}

/* A row up to the closing brace (taken), or to the end. */
static struct math_node *take_group(struct parser *p)
{
    struct math_node *row = make(p, MATH_ROW);
    struct chain chain = {NULL, NULL};
    size_t start = p->at++;
    while (!is_end(p) && peek(p) != '}')
        append(&chain, take_item(p));
    if (is_end(p))
        tell(p, MATH_UNBALANCED, start, gr_str("{"));
    else
        p->at++;
    if (row != NULL)
        row->a = chain.first;
    return row;
}

/* An argument: a group, or the next single thing. */
static struct math_node *take_argument(struct parser *p)
{
    skip_blanks(p);
    if (p->depth >= MATH_MAX_DEPTH)
        return take_item(p); /* says so */
    if (peek(p) == '{')
        return take_group(p);
    if (is_end(p) || peek(p) == '}') {
        tell(p, MATH_UNBALANCED, p->at, gr_str("{"));
        return make(p, MATH_ROW);
    }
    if (is_digit(peek(p))) /* x^10 is x^1 0, as in TeX */
        return make_text(p, MATH_NUMBER, (struct gr_str){p->text.ptr + p->at++, 1});
    p->depth++;
    struct math_node *base = take_base(p); /* without scripts: in x_i^2 the power is x's */
    p->depth--;
    return base;
}

static struct math_node *take_fraction(struct parser *p)
{
    struct math_node *node = make(p, MATH_FRACTION);
    struct math_node *a = take_argument(p), *b = take_argument(p);
    if (node != NULL) {
        node->a = a;
        node->b = b;
    }
    return node;
}

static struct math_node *take_root(struct parser *p)
{
    struct math_node *node = make(p, MATH_ROOT), *index = NULL;
    skip_blanks(p);
    if (peek(p) == '[') {
        struct chain chain = {NULL, NULL};
        p->at++;
        while (!is_end(p) && peek(p) != ']')
            append(&chain, take_item(p));
        if (!is_end(p))
            p->at++;
        index = make(p, MATH_ROW);
        if (index != NULL)
            index->a = chain.first;
    }
    struct math_node *body = take_argument(p);
    if (node != NULL) {
        node->a = body;
        node->b = index;
    }
    return node;
}

/* \text{..}, \mathrm{..}, \val{..}: upright, blanks kept. */
static struct math_node *take_text(struct parser *p)
{
    skip_blanks(p);
    if (peek(p) == '{')
        return make_text(p, MATH_TEXT, take_braced_text(p));
    return take_argument(p);
}

static struct math_node *take_accent(struct parser *p, struct gr_str name)
{
    struct math_node *node = make_text(p, MATH_ACCENT, name);
    struct math_node *body = take_argument(p);
    if (node != NULL)
        node->a = body;
    return node;
}

static bool closes(const struct parser *p)
{
    char c = peek(p);
    if (c == ')' || c == ']')
        return true;
    if (c != '\\')
        return false;
    const struct math_symbol *symbol = math_symbol_find(peek_command(p));
    return at_command(p, "right") || (symbol != NULL && symbol->class == MATH_CLOSE);
}

/* The bracket after \left or \right, or a closing one by itself; NULL for "." (none). */
static const struct math_symbol *take_delimiter(struct parser *p)
{
    skip_blanks(p);
    if (is_end(p))
        return NULL;
    struct gr_str name = {p->text.ptr + p->at, 1};
    if (peek(p) == '\\') {
        name = peek_command(p);
        p->at++;
    }
    p->at += name.len;
    return gr_str_is(name, ".") ? NULL : math_symbol_find(name);
}

/* What stands between brackets; without a partner the bracket is a symbol and the rest follows. */
static struct math_node *take_fence(struct parser *p, const struct math_symbol *open, size_t start)
{
    struct math_node *node = make(p, MATH_FENCE), *row = make(p, MATH_ROW);
    struct chain chain = {NULL, NULL};
    while (!is_end(p) && !closes(p) && peek(p) != '}')
        append(&chain, take_item(p));
    if (node == NULL || row == NULL)
        return NULL;
    row->a = chain.first;
    node->symbol = open;
    node->a = row;
    if (is_end(p) || peek(p) == '}') {
        tell(p, MATH_UNBALANCED, start, gr_str(open == NULL ? "\\left" : open->ascii));
        return node;
    }
    if (at_command(p, "right"))
        p->at += sizeof "\\right" - 1;
    node->close = take_delimiter(p);
    return node;
}

static struct math_node *unknown(struct parser *p, size_t start, struct gr_str name)
{
    tell(p, MATH_UNKNOWN_COMMAND, start, name);
    return make_text(p, MATH_TEXT, (struct gr_str){p->text.ptr + start, name.len + 1});
}

static bool is_one_of(struct gr_str name, const char *const *words)
{
    for (; *words != NULL; words++)
        if (gr_str_is(name, *words))
            return true;
    return false;
}

static struct math_node *take_command(struct parser *p)
{
    static const char *const fractions[] = {"frac", "tfrac", "dfrac", NULL};
    static const char *const uprights[] = {"text",   "mathrm", "mathbf",       "mathit",
                                           "textbf", "val",    "operatorname", NULL};
    static const char *const accents[] = {"bar", "hat", "tilde", "vec", "overline", "dot", NULL};
    static const char *const spaces[] = {",", ";", ":", "!", " ", "quad", "qquad", "\\", NULL};
    size_t start = p->at;
    struct gr_str name = peek_command(p);
    p->at += 1 + name.len;
    if (is_one_of(name, fractions))
        return take_fraction(p);
    if (gr_str_is(name, "sqrt"))
        return take_root(p);
    if (is_one_of(name, uprights))
        return take_text(p);
    if (is_one_of(name, accents))
        return take_accent(p, name);
    if (is_one_of(name, spaces))
        return make(p, MATH_BLANK);
    if (gr_str_is(name, "left"))
        return take_fence(p, take_delimiter(p), start);
    if (gr_str_is(name, "$") || gr_str_is(name, "#") || gr_str_is(name, "&") ||
        gr_str_is(name, "_"))
        return make_text(p, MATH_TEXT, name);
    const struct math_symbol *symbol = math_symbol_find(name);
    if (symbol == NULL)
        return unknown(p, start, name);
    if (symbol->class == MATH_OPEN)
        return take_fence(p, symbol, start);
    return make_symbol(p, symbol);
}

/* Digits with a point, and commas only between three and three digits: 1,000,003 is one number. */
static struct math_node *take_number(struct parser *p)
{
    size_t start = p->at;
    const char *s = p->text.ptr;
    while (!is_end(p)) {
        size_t at = p->at;
        bool groups = peek(p) == ',' && at + 3 < p->text.len && is_digit(s[at + 1]) &&
                      is_digit(s[at + 2]) && is_digit(s[at + 3]) &&
                      (at + 4 >= p->text.len || !is_digit(s[at + 4]));
        bool point = peek(p) == '.' && at + 1 < p->text.len && is_digit(s[at + 1]);
        if (!is_digit(peek(p)) && !groups && !point)
            break;
        p->at++;
    }
    return make_text(p, MATH_NUMBER, (struct gr_str){s + start, p->at - start});
}

static struct math_node *take_other(struct parser *p)
{
    size_t start = p->at;
    uint32_t code;
    gr_utf8_next(p->text, &p->at, &code);
    struct gr_str bytes = {p->text.ptr + start, p->at - start};
    const struct math_symbol *symbol = math_symbol_find(bytes);
    if (code == '{' || code == '}' || symbol == NULL)
        return make_text(p, MATH_LETTER, bytes);
    if (symbol->class == MATH_OPEN)
        return take_fence(p, symbol, start);
    return make_symbol(p, symbol);
}

static struct math_node *take_base(struct parser *p)
{
    char c = peek(p);
    if (c == '{')
        return take_group(p);
    if (c == '\\')
        return take_command(p);
    if (is_digit(c))
        return take_number(p);
    if (is_letter(c))
        return make_text(p, MATH_LETTER, (struct gr_str){p->text.ptr + p->at++, 1});
    return take_other(p);
}

/* Scripts bind to the thing before them, in either order, each once. */
static struct math_node *take_scripts(struct parser *p, struct math_node *base)
{
    struct math_node *script = NULL;
    for (;;) {
        char c = peek(p);
        if (c != '^' && c != '_')
            return script == NULL ? base : script;
        if (script == NULL) {
            script = make(p, MATH_SCRIPT);
            if (script == NULL)
                return NULL;
            script->a = base;
        }
        struct math_node **slot = c == '^' ? &script->b : &script->c;
        if (*slot != NULL)
            tell(p, MATH_UNBALANCED, p->at, (struct gr_str){p->text.ptr + p->at, 1});
        p->at++;
        *slot = take_argument(p);
    }
}

/* One thing of a row with its scripts; NULL only when memory gives out or depth does. */
static struct math_node *take_item(struct parser *p)
{
    if (is_blank(peek(p))) {
        skip_blanks(p);
        return make(p, MATH_BLANK);
    }
    if (p->depth >= MATH_MAX_DEPTH) {
        tell(p, MATH_TOO_DEEP, p->at, gr_str("{"));
        p->at = p->text.len;
        return NULL;
    }
    p->depth++;
    struct math_node *base = NULL;
    if (peek(p) == '^' || peek(p) == '_')
        base = make(p, MATH_ROW);
    else
        base = take_base(p);
    if (base != NULL && base->kind != MATH_BLANK)
        base = take_scripts(p, base);
    p->depth--;
    return base;
}

struct math_node *math_parse(struct gr_arena *arena, struct gr_str text,
                             const struct math_report *report)
{
    struct parser p = {.arena = arena, .text = text, .report = report};
    struct math_node *row = make(&p, MATH_ROW);
    struct chain chain = {NULL, NULL};
    while (!is_end(&p)) {
        if (peek(&p) == '}') {
            tell(&p, MATH_UNBALANCED, p.at++, gr_str("}"));
            continue;
        }
        append(&chain, take_item(&p));
    }
    if (p.failed || row == NULL)
        return NULL;
    row->a = chain.first;
    return row;
}
