/* Widths, glyphs and ASCII forms; our table against libc's for every character that pages may use.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>
#include <string.h>
#include <wchar.h>

#include "app/text/role.h"
#include "app/text/width.h"
#include "tests/unit/app/text/text_test.h"

static const struct {
    const char *text;
    int cells;
} widths[] = {
    {"", 0},         {"abc", 3},           {"é", 1},       {"e\xCC\x81x", 2}, {"日本", 4},
    {"a\tb", 3},     {"\033[31m", 4},      {"α·β", 3},     {"⌈x⌉", 3},        {"😀", 2},
    {"\xFF\xFE", 2}, {"\xE2\x80\x8B", 0},  {"a\nb", 3},    {"─█⣿", 3},        {"\xCC\x81", 0},
    {"½²₂", 3},      {"\xEF\xBB\xBFx", 1}, {"\xC2\x9B", 0}};

START_TEST(measures_text_in_cells)
{
    ck_assert_int_eq(text_cells(gr_str(widths[_i].text)), widths[_i].cells);
}
END_TEST

START_TEST(agrees_with_libc_on_every_character_that_pages_may_use)
{
    ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C.UTF-8"));
    for (uint32_t code = 0x20; code <= 0x2FFFF; code++)
        if (text_is_allowed(code) && wcwidth((wchar_t)code) >= 0)
            ck_assert_msg(text_width(code) == wcwidth((wchar_t)code), "U+%04X: %d, libc %d", code,
                          text_width(code), wcwidth((wchar_t)code));
}
END_TEST

START_TEST(gives_every_character_a_form_in_printable_ascii)
{
    char out[TEXT_ASCII_BYTES];
    for (uint32_t code = 0x20; code <= 0x2FFF; code++) {
        if (!text_is_allowed(code))
            continue;
        ck_assert_ptr_eq(text_ascii(code, out), out);
        ck_assert_uint_gt(strlen(out), 0);
        for (const char *c = out; *c != '\0'; c++)
            ck_assert(*c >= ' ' && *c <= '~');
    }
}
END_TEST

static const struct {
    uint32_t code;
    const char *ascii;
} forms[] = {{'A', "A"},     {0x2264, "<="}, {0xD7, "x"},   {0x3B2, "beta"},
             {0x2500, "-"},  {0x2502, "|"},  {0x253C, "+"}, {0xE9, "e"},
             {0x2588, "#"},  {0x28FF, "*"},  {0x2800, " "}, {0x2192, "->"},
             {0x2014, "--"}, {0xB2, "^2"},   {0x2082, "2"}, {0x1F600, "?"}};

START_TEST(names_what_ascii_lacks)
{
    char out[TEXT_ASCII_BYTES];
    ck_assert_str_eq(text_ascii(forms[_i].code, out), forms[_i].ascii);
}
END_TEST

static const struct {
    const char *text;
    int cells;
    const char *cut;
} cuts[] = {{"abcdef", 3, "abc"},           {"日本", 3, "日"}, {"日本", 1, ""}, {"abc", 9, "abc"},
            {"e\xCC\x81x", 1, "e\xCC\x81"}, {"", 3, ""},       {"abc", 0, ""}};

START_TEST(cuts_between_glyphs_never_inside)
{
    struct gr_str cut = text_cut(gr_str(cuts[_i].text), cuts[_i].cells);
    ck_assert_msg(gr_str_is(cut, cuts[_i].cut), "%.*s", (int)cut.len, cut.ptr);
}
END_TEST

START_TEST(keeps_glyphs_short_whatever_joins_them)
{
    char zalgo[64] = "x";
    for (int i = 0; i < 20; i++)
        memcpy(zalgo + 1 + 2 * i, "\xCC\x81", 2);
    struct text_glyph glyph;
    size_t at = 0;
    ck_assert(text_next(gr_str(zalgo), &at, &glyph));
    ck_assert_uint_le(glyph.bytes.len, TEXT_GLYPH_BYTES);
    ck_assert(!text_next(gr_str(zalgo), &at, &glyph));
}
END_TEST

START_TEST(has_a_letter_of_its_own_for_each_role)
{
    for (int a = 0; a < ROLE_COUNT; a++)
        for (int b = 0; b < a; b++)
            ck_assert_int_ne(role_letter((enum role)a), role_letter((enum role)b));
}
END_TEST

TCase *width_cases(void)
{
    TCase *cases = tcase_create("width");
    tcase_add_loop_test(cases, measures_text_in_cells, 0, sizeof widths / sizeof widths[0]);
    tcase_add_test(cases, agrees_with_libc_on_every_character_that_pages_may_use);
    tcase_add_test(cases, gives_every_character_a_form_in_printable_ascii);
    tcase_add_loop_test(cases, names_what_ascii_lacks, 0, sizeof forms / sizeof forms[0]);
    tcase_add_loop_test(cases, cuts_between_glyphs_never_inside, 0, sizeof cuts / sizeof cuts[0]);
    tcase_add_test(cases, keeps_glyphs_short_whatever_joins_them);
    tcase_add_test(cases, has_a_letter_of_its_own_for_each_role);
    return cases;
}
