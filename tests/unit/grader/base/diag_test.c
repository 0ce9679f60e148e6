/* Findings: counted, copied, sorted.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/diag.h"

#include <string.h>

#include "base_tests.h"

START_TEST(findings_are_counted_by_severity)
{
    struct gr_diags diags = {0};
    struct gr_pos at = {"a.yaml", 1, 1};
    ck_assert_ptr_nonnull(gr_diag_add(&diags, GR_ERROR, "E001", at, "bad %d", 7));
    ck_assert_ptr_nonnull(gr_diag_add(&diags, GR_WARNING, "W001", at, "meh"));
    ck_assert_ptr_nonnull(gr_diag_add(&diags, GR_WARNING, "W002", at, "meh"));
    ck_assert_ptr_nonnull(gr_diag_add(&diags, GR_NOTE, "N001", at, "hm"));
    ck_assert_uint_eq(diags.count, 4);
    ck_assert_uint_eq(diags.errors, 1);
    ck_assert_uint_eq(diags.warnings, 2);
    ck_assert_uint_eq(diags.lost, 0);
    ck_assert_str_eq(diags.items[0].text, "bad 7");
    gr_diags_free(&diags);
    ck_assert_uint_eq(diags.count, 0);
}
END_TEST

START_TEST(a_finding_owns_its_texts)
{
    struct gr_diags diags = {0};
    char file[] = "a.yaml", word[] = "beta";
    struct gr_diag *diag =
        gr_diag_add(&diags, GR_ERROR, "E001", (struct gr_pos){file, 3, 4}, "unknown");
    gr_diag_help(&diags, diag, "write %s", word);
    gr_diag_suggest(&diags, diag, word);
    memset(file, 'x', sizeof file - 1);
    memset(word, 'x', sizeof word - 1);
    ck_assert_str_eq(diag->at.file, "a.yaml");
    ck_assert_str_eq(diag->help, "write beta");
    ck_assert_str_eq(diag->suggestion, "beta");
    gr_diag_help(&diags, NULL, "ignored");
    gr_diag_suggest(&diags, NULL, "ignored");
    gr_diag_suggest(&diags, diag, NULL);
    ck_assert_str_eq(diag->suggestion, "beta");
    gr_diags_free(&diags);
}
END_TEST

START_TEST(sorts_by_file_line_column_code_and_text)
{
    static const struct gr_pos places[] = {{"b", 1, 1}, {"a", 2, 1}, {"a", 1, 9}, {"a", 1, 2},
                                           {"a", 1, 2}, {"a", 1, 2}, {NULL, 0, 0}};
    static const char *const codes[] = {"E9", "E8", "E7", "E2", "E1", "E1", "E0"};
    static const char *const texts[] = {"x", "x", "x", "x", "z", "y", "x"};
    static const char *const want[] = {"E0x", "E1y", "E1z", "E2x", "E7x", "E8x", "E9x"};
    struct gr_diags diags = {0};
    for (size_t i = 0; i < 7; i++)
        (void)gr_diag_add(&diags, GR_ERROR, codes[i], places[i], "%s", texts[i]);
    gr_diags_sort(&diags);
    for (size_t i = 0; i < 7; i++) {
        ck_assert(strncmp(diags.items[i].code, want[i], 2) == 0);
        ck_assert(diags.items[i].text[0] == want[i][2]);
    }
    gr_diags_free(&diags);
    gr_diags_sort(&diags);
}
END_TEST

START_TEST(numbers_in_texts_are_sorted_as_numbers)
{
    static const char *const texts[] = {"instance 10: x",
                                        "instance 9: x",
                                        "2 of 10",
                                        "10 of 10",
                                        "instance 9",
                                        "a",
                                        "07",
                                        "7",
                                        "99999999999999999999999",
                                        "9999999999999999999999"};
    static const char *const want[] = {"2 of 10",
                                       "07",
                                       "7",
                                       "10 of 10",
                                       "9999999999999999999999",
                                       "99999999999999999999999",
                                       "a",
                                       "instance 9",
                                       "instance 9: x",
                                       "instance 10: x"};
    enum { COUNT = sizeof want / sizeof want[0] };
    struct gr_diags diags = {0};
    for (size_t i = 0; i < COUNT; i++)
        (void)gr_diag_add(&diags, GR_ERROR, "G003", (struct gr_pos){"a", 1, 1}, "%s", texts[i]);
    gr_diags_sort(&diags);
    for (size_t i = 0; i < COUNT; i++)
        ck_assert_str_eq(diags.items[i].text, want[i]);
    gr_diags_free(&diags);
}
END_TEST

START_TEST(many_findings_keep_their_order_and_long_texts_are_cut)
{
    struct gr_diags diags = {0};
    char text[2000];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    for (uint32_t i = 0; i < 500; i++)
        ck_assert_ptr_nonnull(
            gr_diag_add(&diags, GR_NOTE, "N001", (struct gr_pos){"f", i + 1, 1}, "%s", text));
    gr_diags_sort(&diags);
    for (uint32_t i = 0; i < 500; i++)
        ck_assert_uint_eq(diags.items[i].at.line, i + 1);
    ck_assert(strlen(diags.items[0].text) < 1000 && strlen(diags.items[0].text) > 100);
    gr_diags_free(&diags);
}
END_TEST

START_TEST(severities_have_words)
{
    ck_assert_str_eq(gr_severity_word(GR_ERROR), "error");
    ck_assert_str_eq(gr_severity_word(GR_WARNING), "warning");
    ck_assert_str_eq(gr_severity_word(GR_NOTE), "note");
}
END_TEST

TCase *diag_cases(void)
{
    TCase *cases = tcase_create("diag");
    tcase_add_test(cases, findings_are_counted_by_severity);
    tcase_add_test(cases, a_finding_owns_its_texts);
    tcase_add_test(cases, sorts_by_file_line_column_code_and_text);
    tcase_add_test(cases, many_findings_keep_their_order_and_long_texts_are_cut);
    tcase_add_test(cases, numbers_in_texts_are_sorted_as_numbers);
    tcase_add_test(cases, severities_have_words);
    return cases;
}
