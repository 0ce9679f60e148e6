/* Input: an expression. It parses or says where not; what parses can be checked, evaluated in every
 * way and listed, and what evaluates is finite.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "fuzz.h"
#include "grader/num/expr.h"

static const struct gr_binding bindings[] = {
    {.name = "n", .number = {1e6, {0, 0, 0}}},
    {.name = "K", .number = {8, {0, 0, 0}}},
    {.name = "beta", .number = {1e10, {1, 0, -1}}},
    {.name = "t", .number = {2, {0, 0, 1}}},
    {.name = "later", .number = {0, {0, 0, 1}}, .is_dimension = true},
    {.name = "format", .is_text = true, .text = "bf16"},
};
static const struct gr_scope scope = {bindings, sizeof bindings / sizeof bindings[0]};

static bool count(void *context, struct gr_str name, struct gr_pos at)
{
    size_t *names = context;
    fuzz_expect(name.len > 0 && at.line > 0 && at.column > 0);
    (*names)++;
    return *names < 100;
}

static void check_error(const struct gr_err *err)
{
    fuzz_expect(err->code == GR_E_COURSE && err->text[0] != '\0');
    fuzz_expect(err->at.line > 0 && err->at.column > 0);
}

static void evaluate(const struct gr_expr *expr)
{
    struct gr_err err = {0}, free_err = {0}, static_err = {0};
    struct gr_quantity got;
    struct gr_dim dim;
    size_t names = 0;
    gr_expr_names(expr, count, &names);
    bool is_value = gr_expr_eval(expr, &scope, GR_UNITS_CHECKED, &got, &err);
    if (is_value)
        fuzz_expect(isfinite(got.value));
    else
        check_error(&err);
    struct gr_dim checked = got.dim;
    if (gr_expr_eval(expr, &scope, GR_UNITS_FREE, &got, &free_err))
        fuzz_expect(isfinite(got.value));
    else
        check_error(&free_err);
    if (!gr_expr_check(expr, &scope, &dim, &static_err))
        check_error(&static_err);
    else if (is_value)
        fuzz_expect(gr_dim_same(dim, checked));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gr_arena arena = {0};
    struct gr_err err = {0};
    const struct gr_expr *expr;
    struct gr_str text = {.ptr = (const char *)data, .len = size};
    if (gr_expr_parse(&arena, text, (struct gr_pos){"f", 1, 1}, &expr, &err))
        evaluate(expr);
    else
        check_error(&err);
    gr_arena_free(&arena);
    return 0;
}
