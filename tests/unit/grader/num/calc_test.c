/* Arithmetic that reports instead of returning inf or NaN.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/calc.h"

#include <float.h>
#include <math.h>

#include "num_tests.h"

static const struct {
    double a;
    char op;
    double b;
    enum gr_calc_status status;
    double want;
} rows[] = {
    {2, '+', 3, GR_CALC_OK, 5},
    {2, '-', 3, GR_CALC_OK, -1},
    {2, '-', 2, GR_CALC_OK, 0},
    {2, '*', 3, GR_CALC_OK, 6},
    {0, '*', 3, GR_CALC_OK, 0},
    {1, '/', 4, GR_CALC_OK, 0.25},
    {0, '/', 4, GR_CALC_OK, 0},
    {1, '/', 0, GR_CALC_DIVISION, 0},
    {0, '/', 0, GR_CALC_DIVISION, 0},
    {DBL_MAX, '+', DBL_MAX, GR_CALC_TOO_LARGE, HUGE_VAL},
    {DBL_MAX, '*', 2, GR_CALC_TOO_LARGE, HUGE_VAL},
    {DBL_MIN, '*', DBL_MIN, GR_CALC_TOO_SMALL, 0},
    {DBL_MIN, '/', DBL_MAX, GR_CALC_TOO_SMALL, 0},
    {2, '^', 22, GR_CALC_OK, 4194304},
    {2, '^', -1074, GR_CALC_OK, 4.9406564584124654e-324},
    {2, '^', -1075, GR_CALC_TOO_SMALL, 0},
    {2, '^', 1024, GR_CALC_TOO_LARGE, HUGE_VAL},
    {0, '^', 0, GR_CALC_OK, 1},
    {0, '^', -1, GR_CALC_DIVISION, 0},
    {-8, '^', 3, GR_CALC_OK, -512},
    {10, '^', 22, GR_CALC_OK, 1e22},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

START_TEST(operators_report_what_went_wrong)
{
    double got;
    ck_assert_int_eq(gr_calc_binary(rows[_i].op, rows[_i].a, rows[_i].b, &got), rows[_i].status);
    ck_assert(got <= rows[_i].want && got >= rows[_i].want);
}
END_TEST

START_TEST(a_root_of_a_negative_number_has_no_value)
{
    double got;
    ck_assert_int_eq(gr_calc_binary('^', -8, 1.0 / 3, &got), GR_CALC_NON_FINITE);
    double minus = -1, zero = 0;
    ck_assert_int_eq(gr_calc_function(GR_FN_SQRT, &minus, 1, &got), GR_CALC_NON_FINITE);
    ck_assert_int_eq(gr_calc_function(GR_FN_LN, &zero, 1, &got), GR_CALC_NON_FINITE);
    ck_assert_int_eq(gr_calc_function(GR_FN_LOG10, &minus, 1, &got), GR_CALC_NON_FINITE);
}
END_TEST

START_TEST(functions_are_exact_where_the_result_is)
{
    static const struct {
        const char *name;
        double args[3];
        size_t count;
        double want;
    } table[] = {{"sqrt", {144}, 1, 12},   {"log2", {1048576}, 1, 20}, {"log10", {1e15}, 1, 15},
                 {"ln", {1}, 1, 0},        {"exp", {0}, 1, 1},         {"min", {3, 1, 2}, 3, 1},
                 {"max", {3, 1, 2}, 3, 3}, {"max", {7}, 1, 7},         {"ceil", {2.1}, 1, 3},
                 {"ceil", {-2.1}, 1, -2},  {"floor", {-2.1}, 1, -3},   {"abs", {-4}, 1, 4},
                 {"round", {2.5}, 1, 3},   {"round", {-2.5}, 1, -3},   {"mod", {10, 3}, 2, 1},
                 {"mod", {-1, 4}, 2, 3},   {"mod", {1, -4}, 2, -3},    {"mod", {8, 4}, 2, 0}};
    double got;
    const struct gr_function_info *info = gr_function_find(gr_str(table[_i].name));
    ck_assert_ptr_nonnull(info);
    ck_assert_int_eq(gr_calc_function(info->function, table[_i].args, table[_i].count, &got),
                     GR_CALC_OK);
    ck_assert(got <= table[_i].want && got >= table[_i].want);
}
END_TEST

START_TEST(modulo_zero_is_a_division_by_zero)
{
    double got, args[2] = {5, 0};
    ck_assert_int_eq(gr_calc_function(GR_FN_MOD, args, 2, &got), GR_CALC_DIVISION);
    ck_assert_ptr_null(gr_function_find(gr_str("sin")));
}
END_TEST

TCase *calc_cases(void)
{
    TCase *cases = tcase_create("calc");
    tcase_add_loop_test(cases, operators_report_what_went_wrong, 0, ROW_COUNT);
    tcase_add_test(cases, a_root_of_a_negative_number_has_no_value);
    tcase_add_loop_test(cases, functions_are_exact_where_the_result_is, 0, 18);
    tcase_add_test(cases, modulo_zero_is_a_division_by_zero);
    return cases;
}
