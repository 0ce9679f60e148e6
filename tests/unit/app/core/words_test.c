/* States in words and marks, and the wrapping of plain text.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/core/words.h"
#include "tests/unit/app/core/core_cases.h"

static const struct {
    struct gr_standing standing;
    enum gr_item_kind kind;
    const char *mark, *word, *words;
    bool is_done;
} states[] = {
    {{0}, GR_ITEM_PROBLEM, "[ ]", "new", "new", false},
    {{.is_started = true}, GR_ITEM_PROBLEM, "[~]", "started", "started", false},
    {{.is_started = true, .hints = 1}, GR_ITEM_PROBLEM, "[~]", "started", "started, 1 hint", false},
    {{.is_started = true, .attempts = 1, .last = GR_VERDICT_WRONG},
     GR_ITEM_PROBLEM,
     "[~]",
     "started",
     "1 attempt",
     false},
    {{.is_started = true, .attempts = 2, .last = GR_VERDICT_NEAR},
     GR_ITEM_PROBLEM,
     "[~]",
     "started",
     "2 attempts, last one near",
     false},
    {{.is_started = true, .is_solved = true, .attempts = 3},
     GR_ITEM_PROBLEM,
     "[x]",
     "solved",
     "solved",
     true},
    {{.is_solved = true, .by_twin = true, .is_assisted = true, .hints = 2},
     GR_ITEM_PROBLEM,
     "[~]",
     "solved",
     "solved by its twin, assisted, 2 hints",
     false},
    {{.is_solved = true, .is_changed = true},
     GR_ITEM_PROBLEM,
     "[!]",
     "changed",
     "solved, changed since",
     false},
    {{0}, GR_ITEM_PAGE, "[ ]", "new", "new", false},
    {{.is_started = true}, GR_ITEM_PAGE, "[~]", "started", "started", false},
    {{.is_started = true, .check_right = true},
     GR_ITEM_PAGE,
     "[~]",
     "started",
     "started, question answered",
     false},
    {{.is_read = true}, GR_ITEM_PAGE, "[x]", "read", "read", true},
    {{.is_read = true, .check_right = true},
     GR_ITEM_PAGE,
     "[x]",
     "read",
     "read, question answered",
     true},
};

START_TEST(every_state_has_its_mark_word_and_phrase)
{
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        gr_buf_clear(&out);
        app_standing_print(&states[i].standing, states[i].kind, &out);
        ck_assert_str_eq(gr_buf_cstr(&out), states[i].words);
        ck_assert_str_eq(app_standing_mark(&states[i].standing, states[i].kind), states[i].mark);
        ck_assert_str_eq(app_standing_word(&states[i].standing, states[i].kind), states[i].word);
        ck_assert(app_standing_is_done(&states[i].standing, states[i].kind) == states[i].is_done);
    }
    gr_buf_free(&out);
}
END_TEST

START_TEST(every_verdict_has_words_of_its_own)
{
    for (int a = GR_VERDICT_UNREADABLE; a <= GR_VERDICT_WRONG; a++)
        for (int b = a + 1; b <= GR_VERDICT_WRONG; b++)
            ck_assert_str_ne(app_verdict_words((enum gr_verdict)a),
                             app_verdict_words((enum gr_verdict)b));
}
END_TEST

START_TEST(wrapped_lines_are_indented_and_never_too_wide)
{
    struct gr_buf out;
    gr_buf_start(&out, 65536);
    app_wrap(&out, 4,
             "The gap  between budget and machine is\na measurement problem, \xCE\xB7 and "
             "\xCE\xBB included, with a small number of standard causes that can each be computed "
             "before it is measured and measured before it is believed.");
    size_t cells = 0, lines = 0;
    for (size_t at = 0; at < out.len;) {
        uint32_t code = 0;
        if (cells == 0)
            ck_assert_int_eq(strncmp(out.ptr + at, "    ", 4), 0);
        ck_assert(gr_utf8_next(gr_buf_view(&out), &at, &code));
        cells = code == '\n' ? 0 : cells + 1;
        lines += code == '\n' ? 1 : 0;
        ck_assert_uint_le(cells, APP_TEXT_CELLS);
    }
    ck_assert_uint_eq(lines, 3);
    ck_assert_ptr_null(strstr(out.ptr, "  between"));
    gr_buf_free(&out);
}
END_TEST

START_TEST(a_word_wider_than_a_line_is_kept_whole)
{
    struct gr_buf out;
    char word[200];
    memset(word, 'w', sizeof word);
    word[sizeof word - 1] = '\0';
    gr_buf_start(&out, 65536);
    app_wrap(&out, 0, word);
    ck_assert_uint_eq(out.len, sizeof word);
    gr_buf_free(&out);
}
END_TEST

TCase *words_case(void)
{
    TCase *tcase = tcase_create("words");
    tcase_add_test(tcase, every_state_has_its_mark_word_and_phrase);
    tcase_add_test(tcase, every_verdict_has_words_of_its_own);
    tcase_add_test(tcase, wrapped_lines_are_indented_and_never_too_wide);
    tcase_add_test(tcase, a_word_wider_than_a_line_is_kept_whole);
    return tcase;
}
