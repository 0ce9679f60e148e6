/* The tree of an expression and its tokens. Internal to grader/num.
 * Every node knows where it stands in its file, so that an error found while evaluating points at
 * the operator, name or literal that is to blame. Height is bounded, so walking may recurse.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_EXPR_TREE_H
#define GR_EXPR_TREE_H

#include "grader/num/calc.h"
#include "grader/num/expr.h"

enum {
    GR_EXPR_HEIGHT = 512, /* of the tree: long sums are chains that lean to the left */
    GR_EXPR_ARGS = 16
};

enum gr_op {
    GR_OP_OR,
    GR_OP_AND,
    GR_OP_NOT,
    GR_OP_EQUAL,
    GR_OP_UNEQUAL,
    GR_OP_LESS,
    GR_OP_LESS_EQUAL,
    GR_OP_MORE,
    GR_OP_MORE_EQUAL,
    GR_OP_ADD,
    GR_OP_SUBTRACT,
    GR_OP_MULTIPLY,
    GR_OP_DIVIDE,
    GR_OP_NEGATE,
    GR_OP_POWER
};

enum gr_expr_kind { GR_EXPR_NUMBER, GR_EXPR_TEXT, GR_EXPR_NAME, GR_EXPR_OP, GR_EXPR_CALL };

struct gr_expr_node {
    enum gr_expr_kind kind;
    struct gr_pos at;
    unsigned height;
    struct gr_quantity number;               /* NUMBER */
    struct gr_str text;                      /* TEXT without its quotes; NAME */
    enum gr_op op;                           /* OP: one argument for NOT and NEGATE, else two */
    const struct gr_function_info *function; /* CALL */
    size_t arg_count;
    const struct gr_expr_node *args[GR_EXPR_ARGS];
};

struct gr_expr {
    struct gr_str text;
    struct gr_pos at; /* of its first byte */
    const struct gr_expr_node *root;
};

enum gr_token_kind {
    GR_TOKEN_END,
    GR_TOKEN_NUMBER,
    GR_TOKEN_TEXT,
    GR_TOKEN_NAME,
    GR_TOKEN_OP, /* `op`; '-' comes as SUBTRACT */
    GR_TOKEN_OPEN,
    GR_TOKEN_CLOSE,
    GR_TOKEN_COMMA
};

struct gr_token {
    enum gr_token_kind kind;
    struct gr_pos at;
    struct gr_quantity number;
    struct gr_str text;
    enum gr_op op;
};

struct gr_lexer { /* code points of `text` before `byte` are eaten; `at` is the place of `byte` */
    struct gr_str text;
    size_t byte;
    struct gr_pos at;
    struct gr_err *err;
};

/* The next token; false with the error when the text holds none. */
GR_MUST_CHECK bool gr_lexer_next(struct gr_lexer *lexer, struct gr_token *out);

#endif
