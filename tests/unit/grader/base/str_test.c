/* Views, UTF-8 at the border, the nearest word.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/str.h"

#include <string.h>

#include "base_tests.h"

START_TEST(views_compare_by_their_bytes)
{
    ck_assert(gr_str_is(gr_str("abc"), "abc"));
    ck_assert(!gr_str_is(gr_str("abc"), "ab"));
    ck_assert(gr_str_is(gr_str(NULL), ""));
    ck_assert(gr_str_same((struct gr_str){.ptr = NULL, .len = 0}, gr_str("")));
    ck_assert(gr_str_starts(gr_str("abc"), "ab"));
    ck_assert(gr_str_starts(gr_str("abc"), ""));
    ck_assert(!gr_str_starts(gr_str("a"), "ab"));
    ck_assert(gr_str_is(gr_str_from(gr_str("abc"), 1), "bc"));
    ck_assert(gr_str_is(gr_str_from(gr_str("abc"), 9), ""));
}
END_TEST

START_TEST(trims_ascii_blanks_at_both_ends)
{
    static const char *const rows[][2] = {{"", ""},         {"  ", ""},
                                          {" a b ", "a b"}, {"\t\r\n\v\fa", "a"},
                                          {"a\n", "a"},     {"\xC2\xA0", "\xC2\xA0"}};
    ck_assert(gr_str_is(gr_str_trim(gr_str(rows[_i][0])), rows[_i][1]));
}
END_TEST

static const struct {
    const char *bytes;
    uint32_t code; /* 0: malformed */
} sequences[] = {
    {"a", 'a'},
    {"\x7F", 0x7F},
    {"\xC2\x80", 0x80},
    {"\xDF\xBF", 0x7FF},
    {"\xE0\xA0\x80", 0x800},
    {"\xED\x9F\xBF", 0xD7FF},
    {"\xEE\x80\x80", 0xE000},
    {"\xEF\xBF\xBF", 0xFFFF},
    {"\xF0\x90\x80\x80", 0x10000},
    {"\xF4\x8F\xBF\xBF", 0x10FFFF},
    {"\x80", 0},             /* continuation alone */
    {"\xC0\x80", 0},         /* overlong */
    {"\xC1\xBF", 0},         /* overlong */
    {"\xE0\x9F\xBF", 0},     /* overlong */
    {"\xF0\x8F\xBF\xBF", 0}, /* overlong */
    {"\xED\xA0\x80", 0},     /* surrogate */
    {"\xED\xBF\xBF", 0},     /* surrogate */
    {"\xF4\x90\x80\x80", 0}, /* beyond U+10FFFF */
    {"\xF5\x80\x80\x80", 0},
    {"\xFF", 0},
    {"\xC2", 0},         /* cut */
    {"\xE2\x82", 0},     /* cut */
    {"\xF0\x9F\x98", 0}, /* cut */
    {"\xC2\x41", 0},
    {"\xE2\x41\x80", 0},
};
enum { SEQUENCE_COUNT = sizeof sequences / sizeof sequences[0] };

START_TEST(decodes_utf8_strictly)
{
    struct gr_str text = gr_str(sequences[_i].bytes);
    size_t at = 0;
    uint32_t code;
    bool is_good = gr_utf8_next(text, &at, &code);
    ck_assert_int_eq(is_good, sequences[_i].code != 0);
    ck_assert_uint_eq(code, is_good ? sequences[_i].code : 0xFFFD);
    ck_assert_uint_eq(at, is_good ? text.len : 1);
    ck_assert_uint_eq(gr_utf8_bad(text), is_good ? text.len : 0);
}
END_TEST

START_TEST(finds_the_first_malformed_byte)
{
    ck_assert_uint_eq(gr_utf8_bad(gr_str("")), 0);
    ck_assert_uint_eq(gr_utf8_bad(gr_str("a\xC3\xA9z")), 4);
    ck_assert_uint_eq(gr_utf8_bad(gr_str("a\xC3\xA9\xFFz")), 3);
}
END_TEST

START_TEST(suggests_only_plausible_slips)
{
    static const char *const words[] = {"tolerance", "params", "unit", "beta", "let", "GiB", "s"};
    static const struct {
        const char *typed, *want;
    } rows[] = {{"tolerence", "tolerance"},
                {"tolernace", "tolerance"},
                {"parms", "params"},
                {"PARAMS", "params"},
                {"untis", "unit"},
                {"betta", "beta"},
                {"lte", "let"},
                {"Gib", "GiB"},
                {"ram", NULL},
                {"xyz", NULL},
                {"", NULL},
                {"furlong", NULL},
                {"q", NULL},
                {"a-word-that-is-much-longer-than-any-word-known", NULL}};
    const char *got = gr_nearest(gr_str(rows[_i].typed), words, sizeof words / sizeof words[0]);
    if (rows[_i].want == NULL)
        ck_assert_msg(got == NULL, "%s for %s", got, rows[_i].typed);
    else
        ck_assert_msg(got != NULL && strcmp(got, rows[_i].want) == 0, "%s", rows[_i].typed);
}
END_TEST

TCase *str_cases(void)
{
    TCase *cases = tcase_create("str");
    tcase_add_test(cases, views_compare_by_their_bytes);
    tcase_add_loop_test(cases, trims_ascii_blanks_at_both_ends, 0, 6);
    tcase_add_loop_test(cases, decodes_utf8_strictly, 0, SEQUENCE_COUNT);
    tcase_add_test(cases, finds_the_first_malformed_byte);
    tcase_add_loop_test(cases, suggests_only_plausible_slips, 0, 14);
    return cases;
}
