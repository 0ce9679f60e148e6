/* Formulas in one row, in ASCII and in words.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/maths.h"
#include "tests/unit/app/text/text_test.h"

static const struct {
    const char *source, *utf8, *ascii, *spoken;
} rows[] = {
    {"", "", "", ""},
    {"K", "K", "K", "K"},
    {"2Kn", "2Kn", "2Kn", "2 times K times n"},
    {"2 K n", "2 K n", "2 K n", "2 times K times n"},
    {"\\pi/\\beta", "π/β", "pi/beta", "pi over beta"},
    {"4\\pi", "4π", "4 pi", "4 times pi"},
    {"\\frac{W}{Q}", "W/Q", "W/Q", "W over Q"},
    {"\\frac{a+b}{c}", "(a + b)/c", "(a + b)/c", "the fraction a plus b over c, end of fraction"},
    {"\\frac{8 n}{\\beta}", "8 n/β", "8 n/beta", "8 times n over beta"},
    {"\\frac{a}{b c}", "a/(b c)", "a/(b c)", "the fraction a over b times c, end of fraction"},
    {"\\frac{a}{b} c", "(a/b) c", "(a/b) c", "a over b times c"},
    {"c\\frac{a}{b}", "c a/b", "c a/b", "c times a over b"},
    {"x/\\frac{a}{b}", "x/(a/b)", "x/(a/b)", "x over open bracket a over b close bracket"},
    {"\\max\\left(\\frac{8 n}{\\beta}, \\frac{2 K n}{\\pi}\\right)", "max(8 n/β, 2 K n/π)",
     "max(8 n/beta, 2 K n/pi)", "the maximum of 8 times n over beta and 2 times K times n over pi"},
    {"P = 2^{\\lceil\\log_2 v\\rceil + p}", "P = 2^(⌈log₂ v⌉+p)", "P = 2^(ceil(log2 v)+p)",
     "P equals 2 to the power the ceiling of the log base 2 of v, end of ceiling plus p, end of "
     "power"},
    {"x^2", "x²", "x^2", "x squared"},
    {"x^{10}", "x¹⁰", "x^10", "x to the power 10"},
    {"x^10", "x¹0", "x^1 0", "x to the power 1 times 0"},
    {"2^p", "2^p", "2^p", "2 to the power p"},
    {"x^{n-1}", "xⁿ⁻¹", "x^(n-1)", "x to the power n minus 1, end of power"},
    {"(a+b)^2", "(a + b)²", "(a + b)^2", "open bracket a plus b close bracket squared"},
    {"{a+b}^2", "(a + b)²", "(a + b)^2", "open bracket a plus b close bracket squared"},
    {"K^*", "K*", "K^*", "K star"},
    {"K_0", "K₀", "K_0", "K sub 0"},
    {"s_{r+1}", "s_(r+1)", "s_(r+1)", "s sub r plus 1, end of subscript"},
    {"B_{\\text{noise}}", "B_noise", "B_noise", "B sub noise"},
    {"\\sqrt{2}", "√2", "sqrt(2)", "the square root of 2"},
    {"\\sqrt{x+1}", "√(x + 1)", "sqrt(x + 1)", "the square root of x plus 1, end of root"},
    {"\\sqrt[3]{x}", "3√x", "root(3, x)", "the root of index 3 of x"},
    {"-x", "−x", "-x", "minus x"},
    {"a - (-b)", "a − (−b)", "a - (-b)", "a minus open bracket minus b close bracket"},
    {"n \\ge 100{,}000", "n ≥ 100,000", "n >= 100,000", "n is at least 100, 000"},
    {"1,000,003", "1,000,003", "1,000,003", "1,000,003"},
    {"\\lfloor n/p \\rfloor", "⌊n/p⌋", "floor(n/p)", "the floor of n over p, end of floor"},
    {"a \\le b \\ne c", "a ≤ b ≠ c", "a <= b != c", "a is at most b is not c"},
    {"3 \\times 10^{14}", "3 × 10¹⁴", "3 x 10^14", "3 times 10 to the power 14"},
    {"\\sum_{i=1}^{n} x_i", "∑(i=1..n) x_i", "sum(i=1..n) x_i",
     "the sum over i equals 1 to n of x sub i"},
    {"\\min_i t_i", "min_i t_i", "min_i t_i", "the minimum over i of t sub i"},
    {"48.03\\text{ GB/s}", "48.03 GB/s", "48.03 GB/s", "48.03 GB per s"},
    {"\\text{1,000,003}", "1,000,003", "1,000,003", "1,000,003"},
    {"f(x)", "f(x)", "f(x)", "f of x"},
    {"n \\bmod p", "n mod p", "n mod p", "n modulo p"},
    {"x_i^2", "x_i²", "x_i^2", "x sub i squared"},
    {"\\frac12", "1/2", "1/2", "1 over 2"},
    {"\\eta \\approx 0.1", "η ≈ 0.1", "eta ~= 0.1", "eta is about 0.1"},
    {"s_{r+1}^{k-1}", "s_(r+1)^(k−1)", "s_(r+1)^(k-1)",
     "s sub r plus 1, end of subscript to the power k minus 1, end of power"},
    {"[2^{E-1}, 2^E)", "[2^(E−1), 2^E)", "[2^(E-1), 2^E)",
     "open square bracket 2 to the power E minus 1, end of power, 2 to the power E close bracket"},
    {"(0, 1]", "(0, 1]", "(0, 1]", "open bracket 0, 1 close square bracket"},
    {"\\frac{a}{b}^2", "(a/b)²", "(a/b)^2", "open bracket a over b close bracket squared"},
    {"\\bar{x}", "bar(x)", "bar(x)", "x bar"},
    {"\\overline{x+y}", "overline(x + y)", "overline(x + y)",
     "overline over x plus y, end of overline"},
    {"[0, 1)", "[0, 1)", "[0, 1)", "open square bracket 0, 1 close bracket"},
};

static void write_line(const char *source, enum doc_glyphs glyphs, struct gr_buf *out)
{
    struct gr_arena arena = {0};
    const struct math_node *row = math_parse(&arena, gr_str(source), NULL);
    ck_assert_ptr_nonnull(row);
    math_line(row, glyphs, out);
    gr_arena_free(&arena);
}

START_TEST(writes_a_formula_in_one_row_of_unicode)
{
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    write_line(rows[_i].source, DOC_UTF8, &out);
    ck_assert_str_eq(gr_buf_cstr(&out), rows[_i].utf8);
    gr_buf_free(&out);
}
END_TEST

START_TEST(writes_a_formula_in_one_row_of_ascii)
{
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    write_line(rows[_i].source, DOC_ASCII, &out);
    ck_assert_str_eq(gr_buf_cstr(&out), rows[_i].ascii);
    gr_buf_free(&out);
}
END_TEST

START_TEST(says_a_formula_in_words)
{
    struct gr_arena arena = {0};
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    const struct math_node *row = math_parse(&arena, gr_str(rows[_i].source), NULL);
    ck_assert_ptr_nonnull(row);
    math_speak(row, &out);
    ck_assert_str_eq(gr_buf_cstr(&out), rows[_i].spoken);
    gr_buf_free(&out);
    gr_arena_free(&arena);
}
END_TEST

struct seen {
    int count;
    enum math_trouble trouble;
    size_t offset;
    char what[32];
};

static void note(void *context, enum math_trouble trouble, size_t offset, struct gr_str what)
{
    struct seen *seen = context;
    if (seen->count++ > 0)
        return;
    seen->trouble = trouble;
    seen->offset = offset;
    size_t len = what.len < sizeof seen->what ? what.len : sizeof seen->what - 1;
    memcpy(seen->what, what.ptr, len);
}

static const struct {
    const char *source;
    int count;
    enum math_trouble trouble;
    size_t offset;
    const char *what;
} troubles[] = {{"a + b", 0, MATH_UNBALANCED, 0, ""},
                {"a \\fraq{b}", 1, MATH_UNKNOWN_COMMAND, 2, "fraq"},
                {"\\frac{a}{b", 1, MATH_UNBALANCED, 8, "{"},
                {"a } b", 1, MATH_UNBALANCED, 2, "}"},
                {"(a", 1, MATH_UNBALANCED, 0, "("},
                {"\\left( a", 1, MATH_UNBALANCED, 0, "("},
                {"\\left. a \\right)", 0, MATH_UNBALANCED, 0, ""},
                {"x^", 1, MATH_UNBALANCED, 2, "{"},
                {"\\text{open", 1, MATH_UNBALANCED, 5, "{"},
                {"x^a^b", 1, MATH_UNBALANCED, 3, "^"},
                {"x_i^2", 0, MATH_UNBALANCED, 0, ""},
                {"\\", 1, MATH_UNKNOWN_COMMAND, 0, ""}};

START_TEST(tells_what_it_does_not_understand_and_where)
{
    struct gr_arena arena = {0};
    struct seen seen = {0};
    const struct math_report report = {note, &seen};
    ck_assert_ptr_nonnull(math_parse(&arena, gr_str(troubles[_i].source), &report));
    ck_assert_int_eq(seen.count, troubles[_i].count);
    if (seen.count > 0) {
        ck_assert_int_eq(seen.trouble, troubles[_i].trouble);
        ck_assert_uint_eq(seen.offset, troubles[_i].offset);
        ck_assert_str_eq(seen.what, troubles[_i].what);
    }
    gr_arena_free(&arena);
}
END_TEST

START_TEST(stops_at_a_depth_that_no_page_needs)
{
    struct gr_arena arena = {0};
    struct seen seen = {0};
    const struct math_report report = {note, &seen};
    static const char *const pieces[] = {"{", "(", "\\frac", "\\sqrt{", "x^{", "\\left(", "\\bar"};
    char deep[60000] = "";
    size_t len = strlen(pieces[_i]);
    for (size_t at = 0; at + len < sizeof deep; at += len)
        memcpy(deep + at, pieces[_i], len);
    ck_assert_ptr_nonnull(math_parse(&arena, gr_str(deep), &report));
    ck_assert_int_gt(seen.count, 0);
    struct gr_buf out;
    gr_buf_start(&out, 1 << 20);
    math_line(math_parse(&arena, gr_str(deep), NULL), DOC_UTF8, &out);
    gr_buf_free(&out);
    gr_arena_free(&arena);
}
END_TEST

START_TEST(finds_every_command_it_offers)
{
    static const char *const structures[] = {"frac",     "tfrac",  "dfrac",  "sqrt",        "text",
                                             "mathrm",   "mathbf", "mathit", "val",         "left",
                                             "right",    "bar",    "hat",    "tilde",       "vec",
                                             "overline", "quad",   "qquad",  "operatorname"};
    size_t count, known = sizeof structures / sizeof structures[0];
    const char *const *names = math_commands(&count);
    for (size_t i = 0; i < count; i++) {
        bool is_structure = false;
        for (size_t j = 0; j < known; j++)
            is_structure = is_structure || strcmp(names[i], structures[j]) == 0;
        ck_assert_msg(is_structure || math_symbol_find(gr_str(names[i])) != NULL, "%s", names[i]);
    }
}
END_TEST

TCase *maths_cases(void)
{
    TCase *cases = tcase_create("maths");
    int count = (int)(sizeof rows / sizeof rows[0]);
    tcase_add_loop_test(cases, writes_a_formula_in_one_row_of_unicode, 0, count);
    tcase_add_loop_test(cases, writes_a_formula_in_one_row_of_ascii, 0, count);
    tcase_add_loop_test(cases, says_a_formula_in_words, 0, count);
    tcase_add_loop_test(cases, tells_what_it_does_not_understand_and_where, 0,
                        sizeof troubles / sizeof troubles[0]);
    tcase_add_loop_test(cases, stops_at_a_depth_that_no_page_needs, 0, 7);
    tcase_add_test(cases, finds_every_command_it_offers);
    return cases;
}
