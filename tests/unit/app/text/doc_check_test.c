/* Findings about pages: code, place and suggestion.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/doc.h"
#include "tests/unit/app/text/text_test.h"

static bool is_known(void *context, struct gr_str target)
{
    (void)context;
    return gr_str_is(target, "W1");
}

#define WIDE "0123456789012345678901234567890123456789012345678901234567890123456789012345"

static const struct {
    const char *markdown;
    const char *code; /* NULL: no finding */
    uint32_t line, column;
    const char *suggestion;
} rows[] = {
    {"fine $x^2$ [to](W1) \\$5 `a $ b`", NULL, 0, 0, NULL},
    {"see [x](https://example.org/)", NULL, 0, 0, NULL},
    {"first\n\nbad $\\fraq{a}{b}$", "M001", 12, 6, "frac"},
    {"αβ $\\alpa$", "M001", 10, 5, "alpha"},
    {"$\\frac{a}{b$", "M002", 10, 10, NULL},
    {"emoji 😀", "M003", 10, 7, NULL},
    {"```\n" WIDE "\n```", "M004", 11, 1, NULL},
    {"a [link](W9) b", "M005", 10, 4, NULL},
    {"costs $5 to $6 more", "M006", 10, 8, NULL},
    {"costs $5 only", "M006", 10, 7, NULL},
    {"| a |\n|---|\n| $x|y$ |", "M006", 12, 3, NULL},
    {"bad \xFF byte", "M007", 10, 5, NULL},
    {"| " WIDE " |\n|---|\n| " WIDE WIDE " |", "M004", 10, 3, NULL},
};

START_TEST(finds_what_would_not_be_drawn_right)
{
    struct gr_diags diags = {0};
    doc_check(gr_str(rows[_i].markdown), "page.md", 10, is_known, NULL, &diags);
    gr_diags_sort(&diags);
    if (rows[_i].code == NULL) {
        ck_assert_uint_eq(diags.count, 0);
    } else {
        ck_assert_uint_ge(diags.count, 1);
        const struct gr_diag *diag = &diags.items[0];
        ck_assert_str_eq(diag->code, rows[_i].code);
        ck_assert_str_eq(diag->at.file, "page.md");
        ck_assert_uint_eq(diag->at.line, rows[_i].line);
        ck_assert_uint_eq(diag->at.column, rows[_i].column);
        if (rows[_i].suggestion != NULL)
            ck_assert_str_eq(diag->suggestion, rows[_i].suggestion);
        ck_assert_ptr_nonnull(doc_explain(diag->code));
    }
    gr_diags_free(&diags);
}
END_TEST

START_TEST(explains_only_codes_that_exist)
{
    ck_assert_ptr_null(doc_explain("M999"));
    ck_assert_ptr_null(doc_explain(""));
    ck_assert_ptr_nonnull(doc_explain("M001"));
}
END_TEST

TCase *doc_check_cases(void)
{
    TCase *cases = tcase_create("doc_check");
    tcase_add_loop_test(cases, finds_what_would_not_be_drawn_right, 0,
                        sizeof rows / sizeof rows[0]);
    tcase_add_test(cases, explains_only_codes_that_exist);
    return cases;
}
