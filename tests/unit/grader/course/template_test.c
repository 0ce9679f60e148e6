/* Text with values in it: what is a value, what is left alone, what is refused and where, and how a
 * filled text reads.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <kn/rng.h>
#include <stdlib.h>
#include <string.h>

#include "grader/course/template.h"

static const struct gr_binding names[] = {
    {.name = "n", .number = {.value = 16777216}, .low = 16777216, .high = 16777216},
    {.name = "K", .number = {.value = 8}, .low = 8, .high = 8},
    {.name = "x", .number = {.value = 0.123456789}, .low = 0.123456789, .high = 0.123456789},
    {.name = "beta",
     .number = {.value = 48034567890.5, .dim = {1, 0, -1}},
     .low = 47e9,
     .high = 49e9},
    {.name = "format", .is_text = true, .text = "bf16"},
};
static const struct gr_scope scope = {.bindings = names, .count = sizeof names / sizeof names[0]};

struct parsed {
    struct gr_arena arena;
    struct gr_diags diags;
    struct gr_template text;
    bool good;
};

static struct parsed parse(const char *text, enum gr_template_kind kind)
{
    struct parsed out = {0};
    struct gr_pos at = {.file = "t", .line = 10, .column = 3};
    out.good = gr_template_parse(&out.arena, gr_str(text), at, kind, &out.text, &out.diags);
    return out;
}

static void drop(struct parsed *parsed)
{
    gr_diags_free(&parsed->diags);
    gr_arena_free(&parsed->arena);
}

static const struct {
    const char *text, *filled;
} fills[] = {
    {"plain", "plain"},
    {"", ""},
    {"{n} elements", "16,777,216 elements"},
    {"{ K } and {format}", "8 and bf16"},
    {"at {beta -> GB/s}.", "at 48.03 GB/s."},
    {"{beta->GB/s}", "48.03 GB/s"},
    {"{x}", "0.123457"},
    {"$n = \\val{n}$", "$n = \\text{16,777,216}$"},
    {"$2^{\\val{K}}$", "$2^{8}$"},
    {"$\\beta = \\val{beta -> GB/s}$", "$\\beta = 48.03\\text{ GB/s}$"},
    {"$\\text{\\val{format}}$", "$\\text{\\text{bf16}}$"},
    {"$\\frac{1}{2}$ and {K}", "$\\frac{1}{2}$ and 8"},
    {"$2^{n} x_{n} \\frac{1}{n} \\frac {n} {2}$", "$2^{n} x_{n} \\frac{1}{n} \\frac {n} {2}$"},
    {"$\\sqrt{n} \\sqrt[3]{n} \\text{n} \\overline{n} {=} {,}$",
     "$\\sqrt{n} \\sqrt[3]{n} \\text{n} \\overline{n} {=} {,}$"},
    {"\\value of {K}", "\\value of 8"},
    {"$$\nx_{1}\n$$ {K}", "$$\nx_{1}\n$$ 8"},
    {"`{n}` is code", "`{n}` is code"},
    {"``a ` {n}`` {K}", "``a ` {n}`` 8"},
    {"a lone ` and {K}", "a lone ` and 8"},
    {"```c\n{n} $ `\n```\n{K}", "```c\n{n} $ `\n```\n8"},
    {"~~~\n{n}\n```\n~~~\n{K}", "~~~\n{n}\n```\n~~~\n8"},
    {"  ```\n  {n}\n  ```\n{K}", "  ```\n  {n}\n  ```\n8"},
    {"\\{n\\} is a brace", "{n} is a brace"},
    {"money \\$5 and {K}", "money \\$5 and 8"},
    {"a \\\\ b {K}", "a \\\\ b 8"},
    {"a } alone", "a } alone"},
    {"\xC3\xA9 {K} \xCE\xB2", "\xC3\xA9 8 \xCE\xB2"},
};

START_TEST(fills_names_outside_code_and_val_inside_maths)
{
    struct parsed got = parse(fills[_i].text, GR_TEMPLATE_NAMES);
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    ck_assert_msg(got.good, "%s: %s", fills[_i].text,
                  got.diags.count > 0 ? got.diags.items[0].text : "");
    ck_assert(gr_template_fill(&got.text, 0, SIZE_MAX, &scope, GR_BLANKS_FILLED, &out, &err));
    ck_assert_str_eq(gr_buf_cstr(&out), fills[_i].filled);
    gr_buf_free(&out);
    drop(&got);
}
END_TEST

static const struct {
    const char *text, *code;
    enum gr_template_kind kind;
    uint32_t line, column;
} refusals[] = {
    {"a {n", "T001", GR_TEMPLATE_NAMES, 10, 5},
    {"a {n {K}", "T001", GR_TEMPLATE_NAMES, 10, 5},
    {"a {}", "T002", GR_TEMPLATE_NAMES, 10, 6},
    {"a {2*n}", "T002", GR_TEMPLATE_NAMES, 10, 6},
    {"a { n+1 }", "T002", GR_TEMPLATE_NAMES, 10, 7},
    {"a {= n}", "T002", GR_TEMPLATE_NAMES, 10, 6},
    {"a {2*n}", "T002", GR_TEMPLATE_EXPRESSIONS, 10, 6},
    {"a\nbc {= n *}", "T005", GR_TEMPLATE_EXPRESSIONS, 11, 12},
    {"a {= }", "T005", GR_TEMPLATE_EXPRESSIONS, 10, 8},
    {"a {n -> zz}", "T004", GR_TEMPLATE_NAMES, 10, 11},
    {"a\n\xC3\xA9 {n -> zz}", "T004", GR_TEMPLATE_NAMES, 11, 11},
    {"from $5", "T003", GR_TEMPLATE_NAMES, 10, 8},
    {"from $5\n\nto $6", "T003", GR_TEMPLATE_NAMES, 10, 8},
    {"$$x$", "T003", GR_TEMPLATE_NAMES, 10, 3},
    {"$\\val{2*n}$", "T002", GR_TEMPLATE_NAMES, 10, 9},
    {"$n = {n}$", "T007", GR_TEMPLATE_NAMES, 10, 8},
    {"$x_{1} {n}$", "T007", GR_TEMPLATE_NAMES, 10, 10},
    {"$n \\le {n}$", "T007", GR_TEMPLATE_NAMES, 10, 10},
    {"$\\frac{1}{2}{ n }$", "T007", GR_TEMPLATE_NAMES, 10, 15},
    {"$$T = {beta -> GB/s}$$", "T007", GR_TEMPLATE_NAMES, 10, 9},
    {"$T = {= n}$", "T007", GR_TEMPLATE_EXPRESSIONS, 10, 8},
    {"$T = {? n -> ms}$", "T007", GR_TEMPLATE_EXPRESSIONS, 10, 8},
    {"$n = \\val {n}$", "T007", GR_TEMPLATE_NAMES, 10, 8},
    {"so \\val{n} it is", "T007", GR_TEMPLATE_NAMES, 10, 6},
};

START_TEST(refuses_at_the_place)
{
    struct parsed got = parse(refusals[_i].text, refusals[_i].kind);
    ck_assert(!got.good);
    ck_assert_uint_gt(got.diags.count, 0);
    const struct gr_diag *diag = &got.diags.items[0];
    ck_assert_msg(strcmp(diag->code, refusals[_i].code) == 0, "%s in %s (%s)", diag->code,
                  refusals[_i].text, diag->text);
    ck_assert_msg(diag->at.line == refusals[_i].line && diag->at.column == refusals[_i].column,
                  "%u:%u in %s", (unsigned)diag->at.line, (unsigned)diag->at.column,
                  refusals[_i].text);
    drop(&got);
}
END_TEST

START_TEST(hides_blanks_and_prints_pieces)
{
    struct parsed got = parse("A {= 2*K} B {? n/K} C $\\val{? K + 1}$.", GR_TEMPLATE_EXPRESSIONS);
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    ck_assert(got.good);
    ck_assert_uint_eq(got.text.count, 7);
    ck_assert_int_eq(got.text.parts[3].kind, GR_PART_BLANK);
    ck_assert(gr_template_fill(&got.text, 0, SIZE_MAX, &scope, GR_BLANKS_FILLED, &out, &err));
    ck_assert_str_eq(gr_buf_cstr(&out), "A 16 B 2,097,152 C $9$.");
    gr_buf_clear(&out);
    ck_assert(gr_template_fill(&got.text, 0, SIZE_MAX, &scope, GR_BLANKS_HIDDEN, &out, &err));
    ck_assert_str_eq(gr_buf_cstr(&out), "A 16 B ____ C $\\text{____}$.");
    gr_buf_clear(&out);
    ck_assert(gr_template_fill(&got.text, 2, 4, &scope, GR_BLANKS_FILLED, &out, &err));
    ck_assert_str_eq(gr_buf_cstr(&out), " B 2,097,152");
    gr_buf_free(&out);
    drop(&got);
}
END_TEST

START_TEST(an_expression_is_as_exact_as_its_least_exact_name)
{
    struct parsed got = parse("{= x/3} {= beta/3 -> GB/s}", GR_TEMPLATE_EXPRESSIONS);
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    ck_assert(gr_template_fill(&got.text, 0, SIZE_MAX, &scope, GR_BLANKS_FILLED, &out, &err));
    ck_assert_str_eq(gr_buf_cstr(&out), "0.0411523 16.01 GB/s");
    gr_buf_free(&out);
    drop(&got);
}
END_TEST

static const char *const unfillable[] = {"{unknown}", "{n -> ms}", "{= 1/0}", "{= format + 1}"};

START_TEST(fails_with_a_reason_when_a_value_cannot_be_filled)
{
    struct parsed got = parse(unfillable[_i], GR_TEMPLATE_EXPRESSIONS);
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    ck_assert(got.good);
    ck_assert(!gr_template_fill(&got.text, 0, SIZE_MAX, &scope, GR_BLANKS_FILLED, &out, &err));
    ck_assert_int_ne(err.code, GR_OK);
    ck_assert_str_ne(err.text, "");
    gr_buf_free(&out);
    drop(&got);
}
END_TEST

START_TEST(leaves_out_findings_after_many)
{
    struct gr_buf text;
    gr_buf_start(&text, 1 << 20);
    for (int i = 0; i < 100000; i++)
        gr_buf_text(&text, "{ `a` ``");
    struct parsed got = parse(gr_buf_cstr(&text), GR_TEMPLATE_NAMES);
    ck_assert(!got.good);
    ck_assert_uint_eq(got.diags.count, 50);
    drop(&got);
    gr_buf_free(&text);
}
END_TEST

START_TEST(survives_random_texts)
{
    static const char *const pieces[] = {"{",  "}",  "$",      "$$",  "`",   "```",
                                         "\n", "\\", "\\val{", "n",   "->",  "GB/s",
                                         " ",  "= ", "? ",     "\\{", "~~~", "\xC3\xA9"};
    for (uint64_t round = 0; round < 20000; round++) {
        struct gr_buf text;
        gr_buf_start(&text, 4096);
        size_t count = kn_rng_below(5, round, 0, 24);
        for (size_t i = 0; i < count; i++)
            gr_buf_text(&text,
                        pieces[kn_rng_below(5, round, i + 1, sizeof pieces / sizeof pieces[0])]);
        struct parsed got = parse(gr_buf_cstr(&text), (enum gr_template_kind)(round % 2));
        ck_assert(got.good == (got.diags.errors == 0));
        drop(&got);
        gr_buf_free(&text);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("template");
    TCase *cases = tcase_create("template");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, fills_names_outside_code_and_val_inside_maths, 0,
                        (int)(sizeof fills / sizeof fills[0]));
    tcase_add_loop_test(cases, refuses_at_the_place, 0,
                        (int)(sizeof refusals / sizeof refusals[0]));
    tcase_add_test(cases, hides_blanks_and_prints_pieces);
    tcase_add_test(cases, an_expression_is_as_exact_as_its_least_exact_name);
    tcase_add_loop_test(cases, fails_with_a_reason_when_a_value_cannot_be_filled, 0,
                        (int)(sizeof unfillable / sizeof unfillable[0]));
    tcase_add_test(cases, leaves_out_findings_after_many);
    tcase_add_test(cases, survives_random_texts);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
