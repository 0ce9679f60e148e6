/* Tokens to a tree, by precedence climbing: one table of binding powers instead of a function per
 * level. Invariants: brackets, signs and powers nest at most GR_EXPR_DEPTH deep while parsing, and
 * no tree is higher than GR_EXPR_HEIGHT, so neither parsing nor walking can exhaust the stack.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "grader/num/expr_tree.h"

struct parser {
    struct gr_lexer lexer;
    struct gr_token token; /* the next one, not yet eaten */
    struct gr_arena *arena;
    struct gr_err *err;
    unsigned depth;
};

enum { BIND_NOT = 3, BIND_COMPARE = 4, BIND_NEGATE = 7, BIND_POWER = 8 };

/* How strongly an operator between two operands binds; 0 when it is none. */
static int binding(const struct gr_token *token)
{
    if (token->kind != GR_TOKEN_OP)
        return 0;
    switch (token->op) {
    case GR_OP_OR:
        return 1;
    case GR_OP_AND:
        return 2;
    case GR_OP_EQUAL:
    case GR_OP_UNEQUAL:
    case GR_OP_LESS:
    case GR_OP_LESS_EQUAL:
    case GR_OP_MORE:
    case GR_OP_MORE_EQUAL:
        return BIND_COMPARE;
    case GR_OP_ADD:
    case GR_OP_SUBTRACT:
        return 5;
    case GR_OP_MULTIPLY:
    case GR_OP_DIVIDE:
        return 6;
    case GR_OP_POWER:
        return BIND_POWER;
    case GR_OP_NOT:
    case GR_OP_NEGATE:
        break;
    }
    return 0;
}

static const struct gr_expr_node *expression(struct parser *parser, int least);

static const struct gr_expr_node *fail(struct parser *parser, struct gr_pos at, const char *text)
{
    (void)gr_fail_at(parser->err, GR_E_COURSE, at, "%s", text);
    return NULL;
}

static bool next(struct parser *parser)
{
    return gr_lexer_next(&parser->lexer, &parser->token);
}

/* A copy of `node` in the arena, its height reckoned from its arguments. */
static const struct gr_expr_node *keep(struct parser *parser, struct gr_expr_node node)
{
    node.height = 1;
    for (size_t i = 0; i < node.arg_count; i++) {
        unsigned height = node.args[i]->height + 1;
        node.height = height > node.height ? height : node.height;
    }
    if (node.height > GR_EXPR_HEIGHT)
        return fail(parser, node.at, "this expression is too long; split it with let");
    struct gr_expr_node *kept = gr_arena_array(parser->arena, 1, sizeof *kept);
    if (kept == NULL) {
        (void)gr_fail(parser->err, GR_E_MEMORY, "out of memory while reading an expression");
        return NULL;
    }
    *kept = node;
    return kept;
}

static const struct gr_expr_node *unary(struct parser *parser, enum gr_op op, int operand_binding)
{
    struct gr_expr_node node = {
        .kind = GR_EXPR_OP, .at = parser->token.at, .op = op, .arg_count = 1};
    if (!next(parser))
        return NULL;
    node.args[0] = expression(parser, operand_binding);
    return node.args[0] == NULL ? NULL : keep(parser, node);
}

/* "(a, b)" of a call, '(' being the next token. */
static bool arguments(struct parser *parser, struct gr_expr_node *call)
{
    call->arg_count = 0;
    if (!next(parser))
        return false;
    for (;;) {
        if (call->arg_count == GR_EXPR_ARGS)
            return fail(parser, parser->token.at, "a function takes at most 16 values") != NULL;
        const struct gr_expr_node *arg = expression(parser, 1);
        if (arg == NULL)
            return false;
        call->args[call->arg_count++] = arg;
        bool is_more = parser->token.kind == GR_TOKEN_COMMA;
        if (!is_more && parser->token.kind != GR_TOKEN_CLOSE)
            return fail(parser, parser->token.at, "a comma or ) is missing here") != NULL;
        if (!next(parser))
            return false;
        if (!is_more)
            return true;
    }
}

static const struct gr_expr_node *unknown_function(struct parser *parser,
                                                   const struct gr_token *name)
{
    const char *nearest = gr_function_nearest(name->text);
    int len = (int)name->text.len;
    if (nearest == NULL || gr_str_is(name->text, "log"))
        (void)gr_fail_at(parser->err, GR_E_COURSE, name->at,
                         "unknown function \"%.*s\"; there are sqrt ln log2 log10 exp min max ceil "
                         "floor abs round mod if",
                         len, name->text.ptr);
    else
        (void)gr_fail_at(parser->err, GR_E_COURSE, name->at,
                         "unknown function \"%.*s\"; did you mean %s?", len, name->text.ptr,
                         nearest);
    return NULL;
}

static const struct gr_expr_node *call(struct parser *parser, const struct gr_token *name)
{
    struct gr_expr_node node = {.kind = GR_EXPR_CALL, .at = name->at, .text = name->text};
    node.function = gr_function_find(name->text);
    if (node.function == NULL)
        return unknown_function(parser, name);
    if (!arguments(parser, &node))
        return NULL;
    if (node.arg_count < node.function->least_args || node.arg_count > node.function->most_args) {
        (void)gr_fail_at(parser->err, GR_E_COURSE, name->at, "%s takes %zu value%s, not %zu",
                         node.function->name, node.function->least_args,
                         node.function->least_args == 1 ? "" : "s", node.arg_count);
        return NULL;
    }
    return keep(parser, node);
}

static const struct gr_expr_node *name_or_call(struct parser *parser)
{
    struct gr_token name = parser->token;
    if (!next(parser))
        return NULL;
    if (parser->token.kind == GR_TOKEN_OPEN)
        return call(parser, &name);
    struct gr_expr_node node = {.kind = GR_EXPR_NAME, .at = name.at, .text = name.text};
    if (gr_str_is(name.text, "true") || gr_str_is(name.text, "false")) {
        node.kind = GR_EXPR_NUMBER;
        node.number.value = gr_str_is(name.text, "true") ? 1.0 : 0.0;
    }
    return keep(parser, node);
}

static const struct gr_expr_node *brackets(struct parser *parser)
{
    struct gr_pos open = parser->token.at;
    if (!next(parser))
        return NULL;
    const struct gr_expr_node *inner = expression(parser, 1);
    if (inner == NULL)
        return NULL;
    if (parser->token.kind == GR_TOKEN_END)
        return fail(parser, open, "this bracket is never closed");
    if (parser->token.kind != GR_TOKEN_CLOSE)
        return fail(parser, parser->token.at, "an operator or ) is missing here");
    return next(parser) ? inner : NULL;
}

static const struct gr_expr_node *literal(struct parser *parser)
{
    struct gr_expr_node node = {.kind = parser->token.kind == GR_TOKEN_TEXT ? GR_EXPR_TEXT
                                                                            : GR_EXPR_NUMBER,
                                .at = parser->token.at,
                                .number = parser->token.number,
                                .text = parser->token.text};
    return next(parser) ? keep(parser, node) : NULL;
}

static const struct gr_expr_node *operand(struct parser *parser, int least)
{
    const struct gr_token *token = &parser->token;
    switch (token->kind) {
    case GR_TOKEN_NUMBER:
    case GR_TOKEN_TEXT:
        return literal(parser);
    case GR_TOKEN_NAME:
        return name_or_call(parser);
    case GR_TOKEN_OPEN:
        return brackets(parser);
    case GR_TOKEN_OP:
        if (token->op == GR_OP_SUBTRACT)
            return unary(parser, GR_OP_NEGATE, BIND_NEGATE);
        if (token->op == GR_OP_NOT && least <= BIND_NOT)
            return unary(parser, GR_OP_NOT, BIND_NOT);
        if (token->op == GR_OP_NOT)
            return fail(parser, token->at, "put brackets around not");
        return fail(parser, token->at, "a value is missing before this operator");
    case GR_TOKEN_END:
        return fail(parser, token->at, "the expression ends too early: a value is missing");
    case GR_TOKEN_CLOSE:
    case GR_TOKEN_COMMA:
        break;
    }
    return fail(parser, token->at, "a value is missing here");
}

/* Operators that bind at least as strongly as `least`, from left to right; ^ from right to left,
 * its exponent with a sign of its own. */
static const struct gr_expr_node *operators(struct parser *parser, int least)
{
    const struct gr_expr_node *left = operand(parser, least);
    int bound;
    while (left != NULL && (bound = binding(&parser->token)) >= least && bound > 0) {
        struct gr_expr_node node = {.kind = GR_EXPR_OP,
                                    .at = parser->token.at,
                                    .op = parser->token.op,
                                    .arg_count = 2,
                                    .args = {left}};
        if (!next(parser))
            return NULL;
        node.args[1] = expression(parser, bound == BIND_POWER ? BIND_NEGATE : bound + 1);
        left = node.args[1] == NULL ? NULL : keep(parser, node);
        if (left != NULL && bound == BIND_COMPARE && binding(&parser->token) == BIND_COMPARE)
            return fail(parser, parser->token.at,
                        "comparisons do not chain; write a < b and b < c");
    }
    return left;
}

static const struct gr_expr_node *expression(struct parser *parser, int least)
{
    if (parser->depth == GR_EXPR_DEPTH)
        return fail(parser, parser->token.at,
                    "this expression nests too deeply; split it with let");
    parser->depth++;
    const struct gr_expr_node *node = operators(parser, least);
    parser->depth--;
    return node;
}

static bool refuse_rest(struct parser *parser)
{
    const struct gr_token *token = &parser->token;
    const char *text = "an operator is missing here";
    if (token->kind == GR_TOKEN_CLOSE)
        text = "this bracket was never opened";
    if (token->kind == GR_TOKEN_COMMA)
        text = "a comma separates the values of a function only";
    return fail(parser, token->at, text) != NULL;
}

bool gr_expr_parse(struct gr_arena *arena, struct gr_str text, struct gr_pos at,
                   const struct gr_expr **out, struct gr_err *err)
{
    struct gr_err first = {0}; /* err may already hold an older error; ours must decide */
    char *copy = gr_arena_text(arena, text);
    struct gr_expr *expr = gr_arena_array(arena, 1, sizeof *expr);
    *out = NULL;
    if (copy == NULL || expr == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory while reading an expression");
    expr->text = (struct gr_str){.ptr = copy, .len = text.len};
    expr->at = at;
    struct parser parser = {
        .lexer = {.text = expr->text, .at = at, .err = &first}, .arena = arena, .err = &first};
    if (parser.lexer.at.line == 0)
        parser.lexer.at.line = 1;
    if (parser.lexer.at.column == 0)
        parser.lexer.at.column = 1;
    expr->root = next(&parser) ? expression(&parser, 1) : NULL;
    bool is_good =
        expr->root != NULL && (parser.token.kind == GR_TOKEN_END || refuse_rest(&parser));
    if (!is_good && err != NULL && err->code == GR_OK)
        *err = first;
    if (is_good)
        *out = expr;
    return is_good;
}
