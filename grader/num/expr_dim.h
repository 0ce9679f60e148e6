/* The rules of dimensions, used by expr_eval.c. Internal to grader/num.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_EXPR_DIM_H
#define GR_EXPR_DIM_H

#include "grader/num/expr_tree.h"

enum gr_walk_mode {
    GR_MODE_CHECKED, /* values and dimensions */
    GR_MODE_FREE,    /* values only */
    GR_MODE_STATIC   /* dimensions only */
};

struct gr_walk {
    const struct gr_scope *scope;
    enum gr_walk_mode mode;
    struct gr_err *err;
};

/* Each is true when the rule holds (always in FREE), else fills the error at the node. */
bool gr_walk_same(const struct gr_walk *walk, const struct gr_expr_node *node, const char *verb,
                  struct gr_dim a, struct gr_dim b);
bool gr_walk_multiply(const struct gr_walk *walk, const struct gr_expr_node *node, struct gr_dim a,
                      struct gr_dim b, struct gr_dim *out);
struct gr_dim gr_dim_inverse(struct gr_dim dim);
/* *out = base^exponent; `node` is the power. */
bool gr_walk_raise(const struct gr_walk *walk, const struct gr_expr_node *node, struct gr_dim base,
                   double exponent, struct gr_dim *out);
/* What the call makes of its first argument's dimension. */
bool gr_walk_function(const struct gr_walk *walk, const struct gr_expr_node *node, struct gr_dim in,
                      struct gr_dim *out);
/* A written number, with or without a minus. */
bool gr_expr_node_is_literal(const struct gr_expr_node *node);

#endif
