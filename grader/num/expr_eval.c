/* Walks a tree to a value and its dimension. One walk serves three purposes:
 * CHECKED computes both and compares dimensions; FREE computes values only (a mistake may be
 * absurd); STATIC computes dimensions only, over names whose values nobody knows yet. In CHECKED
 * the side of `if`, `and`, `or` that is not taken is still walked in STATIC, so a problem file is
 * right or wrong as a whole and not by luck of the instance.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "grader/num/expr_dim.h"
#include "grader/num/unit_table.h"

struct value {
    bool is_text;
    struct gr_str text;
    struct gr_quantity number;
};

enum { MOST_NAMES = 256 };

static bool walk_node(const struct gr_walk *walk, const struct gr_expr_node *node,
                      struct value *out);

static bool fail(const struct gr_walk *walk, const struct gr_expr_node *node, const char *text)
{
    return gr_fail_at(walk->err, GR_E_COURSE, node->at, "%s", text);
}

static bool number_of(const struct gr_walk *walk, const struct gr_expr_node *node,
                      struct gr_quantity *out)
{
    struct value value = {0};
    if (!walk_node(walk, node, &value))
        return false;
    *out = value.number;
    return !value.is_text || fail(walk, node, "a number is needed here, this is text");
}

static bool pure_of(const struct gr_walk *walk, const struct gr_expr_node *node, double *out)
{
    struct gr_quantity number;
    if (!number_of(walk, node, &number))
        return false;
    *out = number.value;
    if (walk->mode == GR_MODE_FREE || gr_dim_is_none(number.dim))
        return true;
    char dim[GR_UNIT_TEXT];
    return gr_fail_at(walk->err, GR_E_COURSE, node->at,
                      "a pure number is needed here, this is in %s; divide by its unit",
                      gr_dim_print(number.dim, dim));
}

static bool computed(const struct gr_walk *walk, const struct gr_expr_node *node,
                     enum gr_calc_status status)
{
    switch (status) {
    case GR_CALC_OK:
    case GR_CALC_TOO_SMALL: /* zero is a fair value of exp(-800) */
        return true;
    case GR_CALC_DIVISION:
        return fail(walk, node, "division by zero");
    case GR_CALC_TOO_LARGE:
        return fail(walk, node, "the result is too large to compute with (1.8e308)");
    case GR_CALC_NON_FINITE:
        break;
    }
    return fail(walk, node, "the result is not a finite number");
}

/* In STATIC values do not count; anything finite will do. */
static bool binary(const struct gr_walk *walk, const struct gr_expr_node *node, char op,
                   const double sides[2], double *out)
{
    *out = 1.0;
    return walk->mode == GR_MODE_STATIC ||
           computed(walk, node, gr_calc_binary(op, sides[0], sides[1], out));
}

static const char *nearest_name(const struct gr_scope *scope, struct gr_str name)
{
    const char *names[MOST_NAMES];
    size_t count = 0;
    for (size_t i = 0; i < scope->count && count < MOST_NAMES; i++)
        names[count++] = scope->bindings[i].name;
    return gr_nearest(name, names, count);
}

static bool unknown_name(const struct gr_walk *walk, const struct gr_expr_node *node)
{
    int len = (int)node->text.len;
    const char *nearest = nearest_name(walk->scope, node->text);
    struct gr_unit unit;
    struct gr_err ignored = {0};
    if (nearest != NULL)
        return gr_fail_at(walk->err, GR_E_COURSE, node->at,
                          "unknown name \"%.*s\"; did you mean %s?", len, node->text.ptr, nearest);
    if (gr_function_find(node->text) != NULL)
        return gr_fail_at(walk->err, GR_E_COURSE, node->at,
                          "%.*s is a function; its values stand in brackets behind it", len,
                          node->text.ptr);
    if (gr_unit_scan(node->text, &unit, &ignored) == GR_UNIT_FOUND)
        return gr_fail_at(walk->err, GR_E_COURSE, node->at,
                          "unknown name \"%.*s\"; a unit stands right behind a number: 1 %.*s", len,
                          node->text.ptr, len, node->text.ptr);
    return gr_fail_at(walk->err, GR_E_COURSE, node->at,
                      "unknown name \"%.*s\"; names come from params, run and let", len,
                      node->text.ptr);
}

static bool walk_name(const struct gr_walk *walk, const struct gr_expr_node *node,
                      struct value *out)
{
    const struct gr_binding *binding = gr_scope_find(walk->scope, node->text);
    if (binding == NULL)
        return unknown_name(walk, node);
    if (binding->is_text) {
        *out = (struct value){.is_text = true, .text = gr_str(binding->text)};
        return true;
    }
    out->number = binding->number;
    if (binding->is_dimension)
        out->number.value = 1.0;
    if (walk->mode == GR_MODE_STATIC || isfinite(out->number.value))
        return true;
    return gr_fail_at(walk->err, GR_E_COURSE, node->at, "%s has no finite value", binding->name);
}

static bool compare_numbers(enum gr_op op, double a, double b)
{
    bool is_less = a<b, is_more = a> b;
    bool wants_less = op == GR_OP_LESS || op == GR_OP_LESS_EQUAL || op == GR_OP_UNEQUAL;
    bool wants_more = op == GR_OP_MORE || op == GR_OP_MORE_EQUAL || op == GR_OP_UNEQUAL;
    bool wants_equal = op == GR_OP_EQUAL || op == GR_OP_LESS_EQUAL || op == GR_OP_MORE_EQUAL;
    return (wants_less && is_less) || (wants_more && is_more) ||
           (wants_equal && !is_less && !is_more);
}

static bool compare_texts(const struct gr_walk *walk, const struct gr_expr_node *node,
                          const struct value *left, const struct value *right, struct value *out)
{
    if (left->is_text != right->is_text)
        return fail(walk, node, "text and number do not compare");
    if (node->op != GR_OP_EQUAL && node->op != GR_OP_UNEQUAL)
        return fail(walk, node, "text compares with == and != only");
    bool is_same = gr_str_same(left->text, right->text);
    out->number.value = is_same == (node->op == GR_OP_EQUAL) ? 1.0 : 0.0;
    return true;
}

static bool walk_compare(const struct gr_walk *walk, const struct gr_expr_node *node,
                         struct value *out)
{
    struct value left = {0}, right = {0};
    if (!walk_node(walk, node->args[0], &left) || !walk_node(walk, node->args[1], &right))
        return false;
    if (left.is_text || right.is_text)
        return compare_texts(walk, node, &left, &right, out);
    out->number.value =
        compare_numbers(node->op, left.number.value, right.number.value) ? 1.0 : 0.0;
    return gr_walk_same(walk, node, "a comparison", left.number.dim, right.number.dim);
}

static struct gr_walk only_dims(const struct gr_walk *walk)
{
    struct gr_walk dims = *walk;
    dims.mode = GR_MODE_STATIC;
    return dims;
}

static bool walk_logic(const struct gr_walk *walk, const struct gr_expr_node *node,
                       struct value *out)
{
    double left, right = 0.0;
    if (!pure_of(walk, node->args[0], &left))
        return false;
    bool is_left = fabs(left) > 0.0;
    bool is_decided = walk->mode != GR_MODE_STATIC && is_left == (node->op == GR_OP_OR);
    struct gr_walk dims = only_dims(walk);
    if (!is_decided || walk->mode == GR_MODE_CHECKED)
        if (!pure_of(is_decided ? &dims : walk, node->args[1], &right))
            return false;
    bool is_true = is_decided ? is_left : fabs(right) > 0.0;
    out->number.value = is_true ? 1.0 : 0.0;
    return true;
}

static bool walk_power(const struct gr_walk *walk, const struct gr_expr_node *node,
                       struct value *out)
{
    struct gr_quantity base;
    double exponent = 1.0;
    if (!number_of(walk, node->args[0], &base))
        return false;
    /* A literal exponent counts even where values do not. */
    struct gr_walk values = *walk;
    if (walk->mode == GR_MODE_STATIC && gr_expr_node_is_literal(node->args[1]))
        values.mode = GR_MODE_CHECKED;
    return pure_of(&values, node->args[1], &exponent) &&
           gr_walk_raise(walk, node, base.dim, exponent, &out->number.dim) &&
           binary(walk, node, '^', (const double[2]){base.value, exponent}, &out->number.value);
}

static bool walk_arithmetic(const struct gr_walk *walk, const struct gr_expr_node *node,
                            struct value *out)
{
    struct gr_quantity left, right;
    if (!number_of(walk, node->args[0], &left) || !number_of(walk, node->args[1], &right))
        return false;
    const double sides[2] = {left.value, right.value};
    bool is_quotient = node->op == GR_OP_DIVIDE;
    if (node->op == GR_OP_MULTIPLY || is_quotient) {
        struct gr_dim dim = is_quotient ? gr_dim_inverse(right.dim) : right.dim;
        return gr_walk_multiply(walk, node, left.dim, dim, &out->number.dim) &&
               binary(walk, node, is_quotient ? '/' : '*', sides, &out->number.value);
    }
    bool is_sum = node->op == GR_OP_ADD;
    out->number.dim = left.dim;
    return gr_walk_same(walk, node, is_sum ? "a sum" : "a difference", left.dim, right.dim) &&
           binary(walk, node, is_sum ? '+' : '-', sides, &out->number.value);
}

static bool walk_op(const struct gr_walk *walk, const struct gr_expr_node *node, struct value *out)
{
    double pure;
    switch (node->op) {
    case GR_OP_OR:
    case GR_OP_AND:
        return walk_logic(walk, node, out);
    case GR_OP_NOT:
        if (!pure_of(walk, node->args[0], &pure))
            return false;
        out->number.value = fabs(pure) > 0.0 ? 0.0 : 1.0;
        return true;
    case GR_OP_NEGATE:
        if (!number_of(walk, node->args[0], &out->number))
            return false;
        out->number.value = -out->number.value;
        return true;
    case GR_OP_EQUAL:
    case GR_OP_UNEQUAL:
    case GR_OP_LESS:
    case GR_OP_LESS_EQUAL:
    case GR_OP_MORE:
    case GR_OP_MORE_EQUAL:
        return walk_compare(walk, node, out);
    case GR_OP_POWER:
        return walk_power(walk, node, out);
    case GR_OP_ADD:
    case GR_OP_SUBTRACT:
    case GR_OP_MULTIPLY:
    case GR_OP_DIVIDE:
        break;
    }
    return walk_arithmetic(walk, node, out);
}

static bool walk_if(const struct gr_walk *walk, const struct gr_expr_node *node, struct value *out)
{
    double condition;
    if (!pure_of(walk, node->args[0], &condition))
        return false;
    bool is_true = fabs(condition) > 0.0;
    if (!walk_node(walk, node->args[is_true ? 1 : 2], out))
        return false;
    if (walk->mode == GR_MODE_FREE)
        return true;
    struct value other = {0};
    struct gr_walk dims = only_dims(walk);
    if (!walk_node(&dims, node->args[is_true ? 2 : 1], &other))
        return false;
    if (out->is_text != other.is_text)
        return fail(walk, node, "both values of if must be numbers or both text");
    struct gr_dim yes = is_true ? out->number.dim : other.number.dim;
    struct gr_dim no = is_true ? other.number.dim : out->number.dim;
    return out->is_text || gr_walk_same(walk, node, "if", yes, no);
}

static bool walk_call(const struct gr_walk *walk, const struct gr_expr_node *node,
                      struct value *out)
{
    if (node->function->function == GR_FN_IF)
        return walk_if(walk, node, out);
    double args[GR_EXPR_ARGS];
    struct gr_dim first = {0};
    for (size_t i = 0; i < node->arg_count; i++) {
        struct gr_quantity arg;
        if (!number_of(walk, node->args[i], &arg))
            return false;
        args[i] = arg.value;
        if (i == 0)
            first = arg.dim;
        else if (!gr_walk_same(walk, node, node->function->name, first, arg.dim))
            return false;
    }
    if (!gr_walk_function(walk, node, first, &out->number.dim))
        return false;
    out->number.value = 1.0;
    return walk->mode == GR_MODE_STATIC ||
           computed(walk, node,
                    gr_calc_function(node->function->function, args, node->arg_count,
                                     &out->number.value));
}

static bool walk_node(const struct gr_walk *walk, const struct gr_expr_node *node,
                      struct value *out)
{
    *out = (struct value){.number = {.value = 1.0}};
    switch (node->kind) {
    case GR_EXPR_NUMBER:
        out->number = node->number;
        return true;
    case GR_EXPR_TEXT:
        *out = (struct value){.is_text = true, .text = node->text};
        return true;
    case GR_EXPR_NAME:
        return walk_name(walk, node, out);
    case GR_EXPR_OP:
        return walk_op(walk, node, out);
    case GR_EXPR_CALL:
        break;
    }
    return walk_call(walk, node, out);
}

static bool run(const struct gr_expr *expr, const struct gr_scope *scope, enum gr_walk_mode mode,
                struct gr_quantity *out, struct gr_err *err)
{
    struct gr_err first = {0};
    struct gr_walk walk = {.scope = scope, .mode = mode, .err = &first};
    *out = (struct gr_quantity){0};
    bool is_good = number_of(&walk, expr->root, out);
    if (!is_good) {
        *out = (struct gr_quantity){0};
        if (err != NULL && err->code == GR_OK)
            *err = first;
    }
    return is_good;
}

bool gr_expr_eval(const struct gr_expr *expr, const struct gr_scope *scope,
                  enum gr_expr_units units, struct gr_quantity *out, struct gr_err *err)
{
    return run(expr, scope, units == GR_UNITS_FREE ? GR_MODE_FREE : GR_MODE_CHECKED, out, err);
}

bool gr_expr_check(const struct gr_expr *expr, const struct gr_scope *scope, struct gr_dim *out,
                   struct gr_err *err)
{
    struct gr_quantity quantity;
    bool is_good = run(expr, scope, GR_MODE_STATIC, &quantity, err);
    *out = quantity.dim;
    return is_good;
}
