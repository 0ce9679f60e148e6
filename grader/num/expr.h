/* Expressions of problem files: `4 B/FLOP * pi / beta`, `n/lanes >= 400 and format == "bf16"`,
 * `max(8 B*n/beta, 2 FLOP*K*n/pi)`. Numbers may carry a unit right after them (one blank allowed):
 * then they are quantities in B, FLOP and s, and addition, comparison, min, max and if() demand
 * equal dimensions. Operators by rising binding: or; and; not; == != < <= > >=; + -; * / (and
 * juxtaposition never); unary -; ^ ** (right to left, integer exponent on dimensioned values; -2^2
 * is -4). Functions: sqrt ln log2 log10 exp min max ceil floor abs round mod if. Text literals in
 * double or single quotes compare with == and != only. true is 1, false is 0. Arithmetic is plain
 * IEEE double in the written order. Depth of nesting is bounded (GR_EXPR_DEPTH).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_EXPR_H
#define GR_EXPR_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/base/arena.h"
#include "grader/base/err.h"
#include "grader/num/units.h"

enum { GR_EXPR_DEPTH = 64 };

struct gr_quantity {
    double value; /* in B, FLOP, s */
    struct gr_dim dim;
};

struct gr_binding { /* one name an expression may use */
    const char *name;
    bool is_text;
    struct gr_quantity number;
    const char *text;
    double low, high;  /* interval of a measured value; both equal number.value when exact */
    bool is_dimension; /* only the dimension is known (static checking): value counts as 1 */
};

struct gr_scope {
    const struct gr_binding *bindings;
    size_t count;
};
const struct gr_binding *gr_scope_find(const struct gr_scope *scope, struct gr_str name);

struct gr_expr; /* an immutable tree in an arena */

/* `at` is where the text starts in its file; errors point at the offending column of that line. */
GR_MUST_CHECK bool gr_expr_parse(struct gr_arena *arena, struct gr_str text, struct gr_pos at,
                                 const struct gr_expr **out, struct gr_err *err);

enum gr_expr_units {
    GR_UNITS_CHECKED, /* dimension errors are errors */
    GR_UNITS_FREE     /* a mistake's value may be dimensionally absurd: only values are computed */
};
/* Division by zero, a non-finite result, unknown names and text where a number is needed are
 * errors. */
GR_MUST_CHECK bool gr_expr_eval(const struct gr_expr *expr, const struct gr_scope *scope,
                                enum gr_expr_units units, struct gr_quantity *out,
                                struct gr_err *err);
/* The dimension alone, over a scope whose values may be unknown (is_dimension): no value errors
 * such as division by zero are raised. Exponents of dimensioned powers must be literals. */
GR_MUST_CHECK bool gr_expr_check(const struct gr_expr *expr, const struct gr_scope *scope,
                                 struct gr_dim *out, struct gr_err *err);
/* Calls `visit` for each name used, with its position, until it returns false. */
void gr_expr_names(const struct gr_expr *expr,
                   bool (*visit)(void *context, struct gr_str name, struct gr_pos at),
                   void *context);
bool gr_expr_uses(const struct gr_expr *expr, const char *name);
/* The text it was parsed from. */
struct gr_str gr_expr_text(const struct gr_expr *expr);
/* Where that text starts. */
struct gr_pos gr_expr_at(const struct gr_expr *expr);

#endif
