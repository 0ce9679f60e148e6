/* Arithmetic that says what went wrong instead of returning inf or NaN. Shared by answers and
 * expressions, so that both mean the same by every operator and function. Internal to grader/num.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_CALC_H
#define GR_CALC_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/base/str.h"

enum gr_calc_status {
    GR_CALC_OK,
    GR_CALC_DIVISION,  /* by zero */
    GR_CALC_TOO_LARGE, /* finite operands, result beyond DBL_MAX */
    GR_CALC_TOO_SMALL, /* operands not zero, result would be zero */
    GR_CALC_NON_FINITE /* no real value: sqrt(-1), ln(0) */
};

enum gr_function {
    GR_FN_SQRT,
    GR_FN_LN,
    GR_FN_LOG2,
    GR_FN_LOG10,
    GR_FN_EXP,
    GR_FN_MIN,
    GR_FN_MAX,
    GR_FN_CEIL,
    GR_FN_FLOOR,
    GR_FN_ABS,
    GR_FN_ROUND, /* halves away from zero */
    GR_FN_MOD,   /* takes the sign of the divisor: mod(-1, 4) is 3 */
    GR_FN_IF     /* expressions only: the caller chooses the branch */
};

struct gr_function_info {
    const char *name;
    enum gr_function function;
    size_t least_args, most_args;
    bool is_for_answers; /* offered to students too */
};
/* NULL when there is no such function. */
const struct gr_function_info *gr_function_find(struct gr_str name);
const char *gr_function_nearest(struct gr_str name);

/* op: one of + - * / ^ */
enum gr_calc_status gr_calc_binary(char op, double a, double b, double *out);
/* `count` within the function's bounds; not for GR_FN_IF. */
enum gr_calc_status gr_calc_function(enum gr_function function, const double *args, size_t count,
                                     double *out);

#endif
