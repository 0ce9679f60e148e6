/* IEEE double arithmetic in the written order, every result looked at. pow, log2 and exp are
 * libm's: glibc's pow and log2 are exact where the result is, so 2^22 and log2(1024) are whole.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/calc.h"

#include <math.h>

enum { MOST_ARGS = 16 };

static const struct gr_function_info functions[] = {
    {"sqrt", GR_FN_SQRT, 1, 1, true},       {"ln", GR_FN_LN, 1, 1, true},
    {"log2", GR_FN_LOG2, 1, 1, true},       {"log10", GR_FN_LOG10, 1, 1, true},
    {"exp", GR_FN_EXP, 1, 1, true},         {"min", GR_FN_MIN, 1, MOST_ARGS, true},
    {"max", GR_FN_MAX, 1, MOST_ARGS, true}, {"ceil", GR_FN_CEIL, 1, 1, true},
    {"floor", GR_FN_FLOOR, 1, 1, true},     {"abs", GR_FN_ABS, 1, 1, true},
    {"round", GR_FN_ROUND, 1, 1, false},    {"mod", GR_FN_MOD, 2, 2, false},
    {"if", GR_FN_IF, 3, 3, false},
};
enum { FUNCTION_COUNT = sizeof functions / sizeof functions[0] };

const struct gr_function_info *gr_function_find(struct gr_str name)
{
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (gr_str_is(name, functions[i].name))
            return &functions[i];
    return NULL;
}

const char *gr_function_nearest(struct gr_str name)
{
    const char *names[FUNCTION_COUNT];
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        names[i] = functions[i].name;
    return gr_nearest(name, names, FUNCTION_COUNT);
}

static bool is_zero(double value)
{
    return fpclassify(value) == FP_ZERO;
}

static enum gr_calc_status judge(double value, bool may_be_zero, double *out)
{
    *out = value;
    if (isnan(value))
        return GR_CALC_NON_FINITE;
    if (isinf(value))
        return GR_CALC_TOO_LARGE;
    return is_zero(value) && !may_be_zero ? GR_CALC_TOO_SMALL : GR_CALC_OK;
}

static enum gr_calc_status power(double a, double b, double *out)
{
    if (is_zero(a) && b < 0.0) {
        *out = 0.0;
        return GR_CALC_DIVISION;
    }
    return judge(pow(a, b), is_zero(a), out);
}

enum gr_calc_status gr_calc_binary(char op, double a, double b, double *out)
{
    switch (op) {
    case '+':
        return judge(a + b, true, out);
    case '-':
        return judge(a - b, true, out);
    case '*':
        return judge(a * b, is_zero(a) || is_zero(b), out);
    case '/':
        *out = 0.0;
        return is_zero(b) ? GR_CALC_DIVISION : judge(a / b, is_zero(a), out);
    default:
        return power(a, b, out);
    }
}

static double extreme(const double *args, size_t count, bool is_most)
{
    double best = args[0];
    for (size_t i = 1; i < count; i++)
        if (is_most ? args[i] > best : args[i] < best)
            best = args[i];
    return best;
}

static enum gr_calc_status modulo(double a, double b, double *out)
{
    *out = 0.0;
    if (is_zero(b))
        return GR_CALC_DIVISION;
    double rest = fmod(a, b);
    if (!is_zero(rest) && (rest < 0.0) != (b < 0.0))
        rest += b;
    return judge(rest, true, out);
}

static enum gr_calc_status logarithm(double (*function)(double), double value, double *out)
{
    *out = 0.0;
    return value > 0.0 ? judge(function(value), true, out) : GR_CALC_NON_FINITE;
}

enum gr_calc_status gr_calc_function(enum gr_function function, const double *args, size_t count,
                                     double *out)
{
    switch (function) {
    case GR_FN_SQRT:
        return judge(sqrt(args[0]), true, out);
    case GR_FN_LN:
        return logarithm(log, args[0], out);
    case GR_FN_LOG2:
        return logarithm(log2, args[0], out);
    case GR_FN_LOG10:
        return logarithm(log10, args[0], out);
    case GR_FN_EXP:
        return judge(exp(args[0]), false, out);
    case GR_FN_MIN:
    case GR_FN_MAX:
        return judge(extreme(args, count, function == GR_FN_MAX), true, out);
    case GR_FN_CEIL:
        return judge(ceil(args[0]), true, out);
    case GR_FN_FLOOR:
        return judge(floor(args[0]), true, out);
    case GR_FN_ABS:
        return judge(fabs(args[0]), true, out);
    case GR_FN_ROUND:
        return judge(round(args[0]), true, out);
    case GR_FN_MOD:
        return modulo(args[0], args[1], out);
    case GR_FN_IF:
        break;
    }
    *out = 0.0;
    return GR_CALC_NON_FINITE;
}
