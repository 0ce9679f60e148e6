/* What operators and functions make of dimensions, and which they refuse.
 * Exponents stay within +-20, far beyond any quantity of the course, so int8_t cannot overflow.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/expr_dim.h"

#include <math.h>

enum { MOST_EXPONENT = 20 };

static bool fail(const struct gr_walk *walk, const struct gr_expr_node *node, const char *text)
{
    return gr_fail_at(walk->err, GR_E_COURSE, node->at, "%s", text);
}

bool gr_walk_same(const struct gr_walk *walk, const struct gr_expr_node *node, const char *verb,
                  struct gr_dim a, struct gr_dim b)
{
    if (walk->mode == GR_MODE_FREE || gr_dim_same(a, b))
        return true;
    char left[GR_UNIT_TEXT], right[GR_UNIT_TEXT];
    return gr_fail_at(walk->err, GR_E_COURSE, node->at, "%s needs equal units: here %s and %s",
                      verb, gr_dim_print(a, left), gr_dim_print(b, right));
}

static bool is_small(int exponent)
{
    return exponent <= MOST_EXPONENT && exponent >= -MOST_EXPONENT;
}

bool gr_walk_multiply(const struct gr_walk *walk, const struct gr_expr_node *node, struct gr_dim a,
                      struct gr_dim b, struct gr_dim *out)
{
    int bytes = a.bytes + b.bytes, flop = a.flop + b.flop, seconds = a.seconds + b.seconds;
    *out = (struct gr_dim){0};
    if (is_small(bytes) && is_small(flop) && is_small(seconds))
        *out = (struct gr_dim){(int8_t)bytes, (int8_t)flop, (int8_t)seconds};
    else if (walk->mode != GR_MODE_FREE)
        return fail(walk, node, "the unit's exponents grow beyond 20");
    return true;
}

struct gr_dim gr_dim_inverse(struct gr_dim dim)
{
    return (struct gr_dim){(int8_t)-dim.bytes, (int8_t)-dim.flop, (int8_t)-dim.seconds};
}

bool gr_expr_node_is_literal(const struct gr_expr_node *node)
{
    if (node->kind == GR_EXPR_OP && node->op == GR_OP_NEGATE)
        node = node->args[0];
    return node->kind == GR_EXPR_NUMBER;
}

/* The exponent of something that has a dimension: a whole number, and known without running. */
bool gr_walk_raise(const struct gr_walk *walk, const struct gr_expr_node *node, struct gr_dim base,
                   double exponent, struct gr_dim *out)
{
    const struct gr_expr_node *power = node->args[1];
    *out = (struct gr_dim){0};
    if (walk->mode == GR_MODE_FREE || gr_dim_is_none(base))
        return true;
    if (walk->mode == GR_MODE_STATIC && !gr_expr_node_is_literal(power))
        return fail(walk, power, "the exponent of a value with a unit must be a written number");
    if (fabs(exponent) > MOST_EXPONENT || fabs(exponent - nearbyint(exponent)) > 0.0)
        return fail(walk, power, "the exponent of a value with a unit is a whole number up to 20");
    int times = (int)fabs(exponent);
    struct gr_dim step = exponent < 0.0 ? gr_dim_inverse(base) : base;
    for (int i = 0; i < times; i++)
        if (!gr_walk_multiply(walk, node, *out, step, out))
            return false;
    return true;
}

/* What the function makes of the dimension of its first argument. */
bool gr_walk_function(const struct gr_walk *walk, const struct gr_expr_node *node, struct gr_dim in,
                      struct gr_dim *out)
{
    char dim[GR_UNIT_TEXT];
    *out = in;
    if (walk->mode == GR_MODE_FREE)
        return true;
    bool is_keeping =
        node->function->function == GR_FN_MIN || node->function->function == GR_FN_MAX ||
        node->function->function == GR_FN_CEIL || node->function->function == GR_FN_FLOOR ||
        node->function->function == GR_FN_ABS || node->function->function == GR_FN_ROUND ||
        node->function->function == GR_FN_MOD;
    if (is_keeping || gr_dim_is_none(in))
        return true;
    if (node->function->function != GR_FN_SQRT)
        return gr_fail_at(walk->err, GR_E_COURSE, node->at,
                          "%s takes a pure number, this is in %s; divide by its unit",
                          node->function->name, gr_dim_print(in, dim));
    if (in.bytes % 2 != 0 || in.flop % 2 != 0 || in.seconds % 2 != 0)
        return gr_fail_at(walk->err, GR_E_COURSE, node->at, "%s has no square root",
                          gr_dim_print(in, dim));
    *out = (struct gr_dim){(int8_t)(in.bytes / 2), (int8_t)(in.flop / 2), (int8_t)(in.seconds / 2)};
    return true;
}
