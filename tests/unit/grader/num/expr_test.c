/* Expressions: values, dimensions, and errors at their exact place.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/expr.h"

#include <math.h>
#include <string.h>

#include "num_tests.h"

static const struct gr_binding bindings[] = {
    {.name = "n", .number = {1e6, {0, 0, 0}}},
    {.name = "K", .number = {8, {0, 0, 0}}},
    {.name = "beta", .number = {1e10, {1, 0, -1}}},
    {.name = "pi", .number = {1e11, {0, 1, -1}}},
    {.name = "t", .number = {2, {0, 0, 1}}},
    {.name = "s", .number = {4, {0, 0, 1}}},
    {.name = "broken", .number = {HUGE_VAL, {0, 0, 0}}},
    {.name = "later", .number = {HUGE_VAL, {0, 0, 1}}, .is_dimension = true},
    {.name = "format", .is_text = true, .text = "bf16"},
};
static const struct gr_scope scope = {bindings, sizeof bindings / sizeof bindings[0]};
static const struct gr_pos start = {"f.yaml", 3, 10};

static const struct {
    const char *text;
    double value;
    const char *dim;
} good[] = {
    {"4 B/FLOP * pi / beta", 40, "a pure number"},
    {"max(8 B*n/beta, 2 FLOP*K*n/pi)", 8e-4, "s"},
    {"n/K >= 400 and format == \"bf16\"", 1, "a pure number"},
    {"format != 'fp32'", 1, "a pure number"},
    {"format == 'bf16' and 1 or 0", 1, "a pure number"},
    {"2 FLOP/n", 2e-6, "FLOP"},
    {"2 FLOP/s", 2, "FLOP/s"},
    {"2 FLOP / s", 0.5, "FLOP/s"},
    {"8 B*n", 8e6, "B"},
    {"16 GiB", 17179869184.0, "B"},
    {"5 \xC2\xB5s", 5e-6, "s"},
    {"10 ms", 0.01, "s"},
    {"3 tokens * 2", 6, "a pure number"},
    {"3 GB/s * t", 6e9, "B"},
    {"5 MHz", 5e6, "1/s"},
    {"7B", 7, "B"},
    {"7 bytes", 7, "B"},
    {"12 %", 0.12, "a pure number"},
    {"12% + 1", 1.12, "a pure number"},
    {"(3 s)^2", 9, "s^2"},
    {"t^-1", 0.5, "1/s"},
    {"t^0", 1, "a pure number"},
    {"sqrt(t^2)", 2, "s"},
    {"2^22", 4194304, "a pure number"},
    {"2**3", 8, "a pure number"},
    {"-2^2", -4, "a pure number"},
    {"2^3^2", 512, "a pure number"},
    {"2^-1*4", 2, "a pure number"},
    {"2*-3", -6, "a pure number"},
    {"- -3", 3, "a pure number"},
    {"1-2-3", -4, "a pure number"},
    {"24/4/2", 3, "a pure number"},
    {"1 + 2*3", 7, "a pure number"},
    {"1e-4", 1e-4, "a pure number"},
    {"7e9", 7e9, "a pure number"},
    {"1_000_000", 1e6, "a pure number"},
    {".5", 0.5, "a pure number"},
    {"1.5E+3", 1500, "a pure number"},
    {"if(K > 3, 1 s, t)", 1, "s"},
    {"if(K > 30, 1 s, t)", 2, "s"},
    {"if(K == 8, 1, 1/(K-8))", 1, "a pure number"},
    {"K != 8 and 1/(K-8) > 2", 0, "a pure number"},
    {"K == 8 or 1/(K-8) > 2", 1, "a pure number"},
    {"not K == 8", 0, "a pure number"},
    {"not not K", 1, "a pure number"},
    {"1 s == 1000 ms", 1, "a pure number"},
    {"t < s", 1, "a pure number"},
    {"t <= 2 s and t >= 2 s", 1, "a pure number"},
    {"t > 2 s", 0, "a pure number"},
    {"true and not false", 1, "a pure number"},
    {"1 or 0 and 0", 1, "a pure number"},
    {"log2(1024) + log10(1e3) + ln(1)", 13, "a pure number"},
    {"min(3 s, t)", 2, "s"},
    {"max(1, 2, 3, 4, 5)", 5, "a pure number"},
    {"ceil(2.1) + floor(2.9) + abs(-1) + round(0.5)", 7, "a pure number"},
    {"mod(-1, 4)", 3, "a pure number"},
    {"exp(-1000)", 0, "a pure number"},
    {"later", 1, "s"},
    {"  1 +\n  2 ", 3, "a pure number"},
};
enum { GOOD_COUNT = sizeof good / sizeof good[0] };

static void parse(struct gr_arena *arena, const char *text, const struct gr_expr **out)
{
    struct gr_err err = {0};
    ck_assert_msg(gr_expr_parse(arena, gr_str(text), start, out, &err), "%s: %s", text, err.text);
}

START_TEST(computes_values_and_dimensions)
{
    struct gr_arena arena = {0};
    struct gr_err err = {0};
    const struct gr_expr *expr;
    struct gr_quantity got;
    struct gr_dim dim;
    char out[GR_UNIT_TEXT];
    parse(&arena, good[_i].text, &expr);
    ck_assert_msg(gr_expr_eval(expr, &scope, GR_UNITS_CHECKED, &got, &err), "%s", err.text);
    ck_assert_msg(got.value <= good[_i].value && got.value >= good[_i].value, "%s: %.17g",
                  good[_i].text, got.value);
    ck_assert_str_eq(gr_dim_print(got.dim, out), good[_i].dim);
    ck_assert_msg(gr_expr_check(expr, &scope, &dim, &err), "%s", err.text);
    ck_assert_str_eq(gr_dim_print(dim, out), good[_i].dim);
    ck_assert(gr_str_is(gr_expr_text(expr), good[_i].text));
    gr_arena_free(&arena);
}
END_TEST

static const struct {
    const char *text;
    uint32_t line, column;
    const char *part;
} unparsable[] = {
    {"2 n", 3, 12, "name needs *"},
    {"2n", 3, 11, "name needs *"},
    {"2 n/beta", 3, 12, "name needs *"},
    {"2 max(1, 2)", 3, 12, "write * between them"},
    {"4 min(3)", 3, 12, "write * between them"},
    {"3 s^2", 3, 13, "use brackets"},
    {"3 s**2", 3, 13, "use brackets"},
    {"5 gb", 3, 12, "GB (bytes) or Gbit (bits)"},
    {"5 secnods", 3, 12, "did you mean seconds?"},
    {"5 furlongs", 3, 12, "cannot follow a number"},
    {"K < 3 < 4", 3, 16, "do not chain"},
    {"K = 8", 3, 12, "write == "},
    {"K && 1", 3, 12, "write and"},
    {"K || 1", 3, 12, "write or"},
    {"!K", 3, 10, "write not"},
    {"K == not 1", 3, 15, "brackets around not"},
    {"010", 3, 10, "leading zero"},
    {"0x10", 3, 10, "leading zero"},
    {"1e400", 3, 10, "too large"},
    {"1e-400", 3, 10, "too close to zero"},
    {"1e3.5", 3, 13, "whole number"},
    {"5.", 3, 12, "behind the point"},
    {"5:20", 3, 11, "no meaning"},
    {".nan", 3, 10, "no meaning"},
    {"foo(3)", 3, 10, "unknown function \"foo\""},
    {"maxx(3)", 3, 10, "did you mean max?"},
    {"log(3)", 3, 10, "log2 log10"},
    {"sqrt(1, 2)", 3, 10, "takes 1 value, not 2"},
    {"if(1, 2)", 3, 10, "takes 3 values, not 2"},
    {"max()", 3, 14, "a value is missing"},
    {"max(1,)", 3, 16, "a value is missing"},
    {"max(1 2)", 3, 16, "a comma or )"},
    {"(1", 3, 10, "never closed"},
    {"(1 K)", 3, 13, "name needs *"},
    {"1)", 3, 11, "never opened"},
    {"1, 2", 3, 11, "a comma"},
    {"1 +", 3, 13, "ends too early"},
    {"", 3, 10, "ends too early"},
    {"* 2", 3, 10, "before this operator"},
    {"1 2", 3, 12, "an operator is missing"},
    {"'abc", 3, 10, "never closed"},
    {"\"abc\n\"", 3, 10, "never closed"},
    {"10 % 3", 3, 15, "an operator is missing"},
    {"K % 3", 3, 12, "mod(a, b)"},
    {"{K}", 3, 10, "without { }"},
    {"K +\n  \xC3\xA9", 4, 3, "no meaning"},
    {"'\xC3\xA9' == $", 3, 17, "no meaning"},
};
enum { UNPARSABLE_COUNT = sizeof unparsable / sizeof unparsable[0] };

START_TEST(refuses_bad_syntax_at_its_place)
{
    struct gr_arena arena = {0};
    struct gr_err err = {0};
    const struct gr_expr *expr;
    ck_assert_msg(!gr_expr_parse(&arena, gr_str(unparsable[_i].text), start, &expr, &err), "%s",
                  unparsable[_i].text);
    ck_assert_msg(strstr(err.text, unparsable[_i].part) != NULL, "%s: %s", unparsable[_i].text,
                  err.text);
    ck_assert_str_eq(err.at.file, "f.yaml");
    ck_assert_msg(err.at.line == unparsable[_i].line && err.at.column == unparsable[_i].column,
                  "%s: at %u:%u", unparsable[_i].text, err.at.line, err.at.column);
    ck_assert_int_eq(err.code, GR_E_COURSE);
    ck_assert_ptr_null(expr);
    gr_arena_free(&arena);
}
END_TEST

/* `is_static`: gr_expr_check must find it too; otherwise it must not, for only values are at fault.
 */
static const struct {
    const char *text;
    uint32_t line, column;
    bool is_static;
    const char *part;
} absurd[] = {
    {"t + beta", 3, 12, true, "a sum needs equal units: here s and B/s"},
    {"1 - t", 3, 12, true, "a difference needs equal units"},
    {"t > 0", 3, 12, true, "a comparison needs equal units"},
    {"max(1, 2, t)", 3, 10, true, "max needs equal units"},
    {"if(1, 1 s, 2 B)", 3, 10, true, "if needs equal units: here s and B"},
    {"if(t, 1, 2)", 3, 13, true, "a pure number is needed here, this is in s"},
    {"if(1, 1, 'a')", 3, 10, true, "both text"},
    {"t and 1", 3, 10, true, "a pure number"},
    {"0 and t", 3, 16, true, "a pure number"},
    {"1 or nothing", 3, 15, true, "unknown name"},
    {"ln(t)", 3, 10, true, "ln takes a pure number, this is in s"},
    {"sqrt(t)", 3, 10, true, "s has no square root"},
    {"2^t", 3, 12, true, "a pure number"},
    {"t^0.5", 3, 12, true, "whole number"},
    {"t^21", 3, 12, true, "whole number up to 20"},
    {"t^20 * t", 3, 15, true, "beyond 20"},
    {"betta", 3, 10, true, "did you mean beta?"},
    {"K *\n  betta", 4, 3, true, "did you mean beta?"},
    {"5 GB/kb", 3, 15, true, "unknown name \"kb\""},
    {"pi / GB", 3, 15, true, "behind a number: 1 GB"},
    {"max", 3, 10, true, "max is a function"},
    {"zzz", 3, 10, true, "params, run and let"},
    {"format", 3, 10, true, "this is text"},
    {"format + 1", 3, 10, true, "this is text"},
    {"format < 'x'", 3, 17, true, "== and != only"},
    {"format == 1", 3, 17, true, "do not compare"},
    {"1/0", 3, 11, false, "division by zero"},
    {"1/(K-8)", 3, 11, false, "division by zero"},
    {"mod(1, 0)", 3, 10, false, "division by zero"},
    {"sqrt(-1)", 3, 10, false, "not a finite number"},
    {"ln(0)", 3, 10, false, "not a finite number"},
    {"exp(1000)", 3, 10, false, "too large"},
    {"1e308 * 10", 3, 16, false, "too large"},
    {"(-8)^(1/3)", 3, 14, false, "not a finite number"},
    {"broken", 3, 10, false, "no finite value"},
};
enum { ABSURD_COUNT = sizeof absurd / sizeof absurd[0] };

START_TEST(refuses_absurd_values_at_their_place)
{
    struct gr_arena arena = {0};
    struct gr_err err = {0}, static_err = {0};
    const struct gr_expr *expr;
    struct gr_quantity got;
    struct gr_dim dim;
    parse(&arena, absurd[_i].text, &expr);
    ck_assert(!gr_expr_eval(expr, &scope, GR_UNITS_CHECKED, &got, &err));
    ck_assert_msg(strstr(err.text, absurd[_i].part) != NULL, "%s: %s", absurd[_i].text, err.text);
    ck_assert_msg(err.at.line == absurd[_i].line && err.at.column == absurd[_i].column,
                  "%s: at %u:%u", absurd[_i].text, err.at.line, err.at.column);
    ck_assert_int_eq(gr_expr_check(expr, &scope, &dim, &static_err), !absurd[_i].is_static);
    if (absurd[_i].is_static)
        ck_assert_uint_eq(static_err.at.column, absurd[_i].column);
    gr_arena_free(&arena);
}
END_TEST

START_TEST(a_mistake_may_be_absurd_in_its_units)
{
    static const struct {
        const char *text;
        double value;
    } rows[] = {{"t + beta", 1e10 + 2},
                {"t > 1", 1},
                {"sqrt(t + s*s - s*s + 2)", 2},
                {"t^0.5 * t^0.5", 2},
                {"if(t, 1 s, 2 B)", 1}};
    struct gr_arena arena = {0};
    struct gr_err err = {0};
    const struct gr_expr *expr;
    struct gr_quantity got;
    parse(&arena, rows[_i].text, &expr);
    ck_assert_msg(gr_expr_eval(expr, &scope, GR_UNITS_FREE, &got, &err), "%s", err.text);
    ck_assert(fabs(got.value - rows[_i].value) <= 1e-9 * rows[_i].value);
    gr_arena_free(&arena);
}
END_TEST

START_TEST(exponents_of_unknown_values_must_be_written)
{
    struct gr_arena arena = {0};
    struct gr_err err = {0};
    const struct gr_expr *expr;
    struct gr_dim dim;
    parse(&arena, "later^K", &expr);
    ck_assert(!gr_expr_check(expr, &scope, &dim, &err));
    ck_assert(strstr(err.text, "written number") != NULL);
    err = (struct gr_err){0};
    parse(&arena, "later^-2", &expr);
    ck_assert(gr_expr_check(expr, &scope, &dim, &err));
    ck_assert_int_eq(dim.seconds, -2);
    gr_arena_free(&arena);
}
END_TEST

static bool count_names(void *context, struct gr_str name, struct gr_pos at)
{
    uint32_t *columns = context;
    (void)name;
    columns[++columns[0]] = at.column;
    return columns[0] < 3;
}

START_TEST(names_come_in_order_until_told_to_stop)
{
    struct gr_arena arena = {0};
    const struct gr_expr *expr;
    uint32_t columns[8] = {0};
    parse(&arena, "max(n, K) + 2 s * t - beta", &expr);
    gr_expr_names(expr, count_names, columns);
    ck_assert_uint_eq(columns[0], 3);
    ck_assert_uint_eq(columns[1], 14);
    ck_assert_uint_eq(columns[2], 17);
    ck_assert_uint_eq(columns[3], 28);
    ck_assert(gr_expr_uses(expr, "beta") && gr_expr_uses(expr, "n"));
    ck_assert(!gr_expr_uses(expr, "s") && !gr_expr_uses(expr, "max"));
    gr_arena_free(&arena);
}
END_TEST

/* `count` times `part`, then `end`. */
static bool parse_repeated(const char *part, size_t count, const char *end, struct gr_err *err)
{
    struct gr_arena arena = {0};
    struct gr_buf text;
    const struct gr_expr *expr;
    gr_buf_start(&text, 1 << 20);
    for (size_t i = 0; i < count; i++)
        gr_buf_text(&text, part);
    gr_buf_text(&text, end);
    bool is_good = gr_expr_parse(&arena, gr_buf_view(&text), start, &expr, err);
    struct gr_quantity got;
    if (is_good)
        is_good = gr_expr_eval(expr, &scope, GR_UNITS_CHECKED, &got, err);
    gr_buf_free(&text);
    gr_arena_free(&arena);
    return is_good;
}

START_TEST(nesting_and_length_are_bounded)
{
    static const struct {
        const char *part, *end;
        size_t fits, fails;
    } rows[] = {{"(", "1", 0, 100000},   {"-", "1", 60, 100000},   {"not ", "1", 60, 100000},
                {"1^", "1", 30, 100000}, {"1+", "1", 500, 100000}, {"1,", "1", 0, 2}};
    struct gr_err err = {0};
    ck_assert_msg(parse_repeated(rows[_i].part, rows[_i].fits, rows[_i].end, &err), "%s", err.text);
    ck_assert(!parse_repeated(rows[_i].part, rows[_i].fails, rows[_i].end, &err));
    ck_assert_int_eq(err.code, GR_E_COURSE);
}
END_TEST

START_TEST(an_older_error_is_kept)
{
    struct gr_arena arena = {0};
    struct gr_err err = {.code = GR_E_STORE, .text = "first"};
    const struct gr_expr *expr;
    ck_assert(!gr_expr_parse(&arena, gr_str("1 +"), start, &expr, &err));
    ck_assert_str_eq(err.text, "first");
    ck_assert(gr_expr_parse(&arena, gr_str("1"), start, &expr, &err));
    ck_assert(!gr_expr_parse(&arena, gr_str("1 +"), start, &expr, NULL));
    gr_arena_free(&arena);
}
END_TEST

TCase *expr_cases(void)
{
    TCase *cases = tcase_create("expr");
    tcase_add_loop_test(cases, computes_values_and_dimensions, 0, GOOD_COUNT);
    tcase_add_loop_test(cases, refuses_bad_syntax_at_its_place, 0, UNPARSABLE_COUNT);
    tcase_add_loop_test(cases, refuses_absurd_values_at_their_place, 0, ABSURD_COUNT);
    tcase_add_loop_test(cases, a_mistake_may_be_absurd_in_its_units, 0, 5);
    tcase_add_test(cases, exponents_of_unknown_values_must_be_written);
    tcase_add_test(cases, names_come_in_order_until_told_to_stop);
    tcase_add_loop_test(cases, nesting_and_length_are_bounded, 0, 6);
    tcase_add_test(cases, an_older_error_is_kept);
    return cases;
}
