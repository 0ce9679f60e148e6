/* The answer field: editing by glyphs, arming, pastes and bursts.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/field.h"

#include <string.h>

#include "tests/unit/app/view/view_test.h"

static struct gr_unit unit(const char *text)
{
    struct gr_unit out;
    struct gr_err err = {0};
    ck_assert(gr_unit_parse(gr_str(text), &out, &err));
    return out;
}

/* Letters edit: < > left and right, H E home and end, b backspace, d delete, w word, u k clear to
 * the ends, ( ) words; everything after the colon is typed first. */
static const struct {
    const char *typed, *edits, *text;
    size_t at;
} edits[] = {{"abc", "", "abc", 3},        {"abc", "<b", "ac", 1},      {"abc", "Hd", "bc", 0},
             {"abc", "<<<<<d", "bc", 0},   {"日本", "<b", "本", 0},     {"日本", "b", "日", 3},
             {"e\xCC\x81x", "<b", "x", 0}, {"ab cd", "w", "ab ", 3},    {"ab cd", "<u", "d", 0},
             {"ab cd", "H>k", "a", 1},     {"ab cd", "((", "ab cd", 0}, {"ab cd", "H)", "ab cd", 2},
             {"ab", "Eb>b", "", 0},        {"ab  ", "w", "", 0},        {"x", "dEHb", "x", 0}};

static enum field_edit edit_of(char letter)
{
    static const char letters[] = "<>()HEbdwuk";
    static const enum field_edit all[] = {FIELD_LEFT,         FIELD_RIGHT,     FIELD_WORD_LEFT,
                                          FIELD_WORD_RIGHT,   FIELD_HOME,      FIELD_END,
                                          FIELD_BACKSPACE,    FIELD_DELETE,    FIELD_DELETE_WORD,
                                          FIELD_DELETE_START, FIELD_DELETE_END};
    const char *at = strchr(letters, letter);
    ck_assert_ptr_nonnull(at);
    return all[at - letters];
}

START_TEST(edits_by_whole_glyphs)
{
    struct field field;
    field_start(&field);
    ck_assert(field_insert(&field, gr_str(edits[_i].typed), 1));
    for (const char *c = edits[_i].edits; *c != '\0'; c++)
        field_do(&field, edit_of(*c), 2);
    ck_assert_str_eq(field.text, edits[_i].text);
    ck_assert_uint_eq(field.at, edits[_i].at);
}
END_TEST

START_TEST(reads_first_and_submits_only_the_same_text)
{
    struct field field;
    struct gr_unit asked = unit("kB");
    field_start(&field);
    field_insert(&field, gr_str("12 kB"), 1000);
    ck_assert_int_eq(field_enter(&field, &asked, 2000), FIELD_READ);
    ck_assert(field.is_armed);
    ck_assert_int_eq(field.reading.status, GR_READ_OK);
    field_insert(&field, gr_str("1"), 3000);
    ck_assert(!field.is_armed);
    field_do(&field, FIELD_BACKSPACE, 3500);
    ck_assert_int_eq(field_enter(&field, &asked, 4000), FIELD_READ);
    field_do(&field, FIELD_LEFT, 4500);
    ck_assert(field.is_armed);
    ck_assert_int_eq(field_enter(&field, &asked, 5000), FIELD_SUBMIT);
    ck_assert_int_eq(field_enter(&field, &asked, 6000), FIELD_READ);
}
END_TEST

START_TEST(never_arms_what_cannot_be_read)
{
    static const char *const texts[] = {"", "3,5", "abc", "12 ms", "1/0"};
    struct field field;
    struct gr_unit asked = unit("kB");
    field_start(&field);
    field_insert(&field, gr_str(texts[_i]), 1000);
    ck_assert_int_eq(field_enter(&field, &asked, 2000), FIELD_UNREADABLE);
    ck_assert_int_eq(field_enter(&field, &asked, 3000), FIELD_UNREADABLE);
    ck_assert(field.reading.message[0] != '\0');
}
END_TEST

/* Keys with their times; E is Enter. Wanted: whether anything was submitted. */
static const struct {
    const char *keys;
    int step_ms;
    bool submits;
} bursts[] = {{"12EE", 100, true},   {"12EE", 0, false}, {"1E2E3E", 1, false}, {"5EE", 2, false},
              {"5EEEEEE", 0, false}, {"123E", 3, false}, {"5EE", 40, true}};

START_TEST(takes_no_enter_from_keys_too_fast_for_fingers)
{
    struct field field;
    struct gr_unit asked = unit("");
    int64_t now = 1000;
    bool submitted = false;
    field_start(&field);
    for (const char *key = bursts[_i].keys; *key != '\0'; key++, now += bursts[_i].step_ms) {
        if (*key == 'E') {
            submitted = field_enter(&field, &asked, now) == FIELD_SUBMIT || submitted;
        } else {
            field_insert(&field, (struct gr_str){key, 1}, now);
            field_key(&field, now);
        }
    }
    ck_assert_int_eq(submitted, bursts[_i].submits);
}
END_TEST

static const struct {
    const char *paste, *text;
    bool cut;
} pastes[] = {{"12 kB", "12 kB", false},
              {"12\n", "12", false},
              {"\n\n 7 \n8\n", "7", true},
              {"1\r2", "1", true},
              {"\033[31m5", "[31m5", false},
              {"a\x01"
               "b",
               "ab", false},
              {"\n", "", false}};

START_TEST(takes_the_first_line_of_a_paste_and_never_submits)
{
    struct field field;
    bool cut = true;
    field_start(&field);
    field.is_armed = true;
    field_paste(&field, gr_str(pastes[_i].paste), 1000, &cut);
    ck_assert_str_eq(field.text, pastes[_i].text);
    ck_assert(!field.is_armed);
    if (pastes[_i].text[0] != '\0')
        ck_assert_int_eq(cut, pastes[_i].cut);
}
END_TEST

START_TEST(holds_no_more_than_it_has_room_for)
{
    struct field field;
    bool cut = false;
    char much[4 * FIELD_BYTES];
    memset(much, '7', sizeof much - 1);
    much[sizeof much - 1] = '\0';
    field_start(&field);
    field_paste(&field, gr_str(much), 1, &cut);
    ck_assert(cut);
    ck_assert_uint_lt(field.len, FIELD_BYTES);
    ck_assert_uint_eq(strlen(field.text), field.len);
    ck_assert(!field_insert(&field, gr_str("日"), 2));
}
END_TEST

START_TEST(brings_the_last_submission_back)
{
    struct field field;
    struct gr_unit asked = unit("");
    field_start(&field);
    field_insert(&field, gr_str("41"), 1000);
    field_enter(&field, &asked, 2000);
    ck_assert_int_eq(field_enter(&field, &asked, 3000), FIELD_SUBMIT);
    field_do(&field, FIELD_DELETE_START, 4000);
    field_do(&field, FIELD_RECALL, 5000);
    ck_assert_str_eq(field.text, "41");
    ck_assert(field.needs_saving);
}
END_TEST

START_TEST(shows_the_cursor_inside_at_every_width_and_place)
{
    struct grid grid = {0};
    struct field field;
    field_start(&field);
    field_insert(&field, gr_str("12 日本 × 34567890 FLOP/s"), 1);
    for (int width = 1; width <= 40; width++) {
        field_do(&field, FIELD_HOME, 2);
        for (size_t steps = 0; steps < 30; steps++) {
            ck_assert(grid_start(&grid, 1, width, DOC_UTF8));
            struct pane all = grid_pane(&grid);
            field_draw(&field, &all, true);
            if (width >= 3) {
                ck_assert_int_ge(grid.cursor_column, 1);
                ck_assert_int_le(grid.cursor_column, width - 2);
            }
            field_do(&field, FIELD_RIGHT, 3);
        }
    }
    grid_free(&grid);
}
END_TEST

TCase *field_cases(void)
{
    TCase *cases = tcase_create("field");
    tcase_add_loop_test(cases, edits_by_whole_glyphs, 0, sizeof edits / sizeof edits[0]);
    tcase_add_test(cases, reads_first_and_submits_only_the_same_text);
    tcase_add_loop_test(cases, never_arms_what_cannot_be_read, 0, 5);
    tcase_add_loop_test(cases, takes_no_enter_from_keys_too_fast_for_fingers, 0,
                        sizeof bursts / sizeof bursts[0]);
    tcase_add_loop_test(cases, takes_the_first_line_of_a_paste_and_never_submits, 0,
                        sizeof pastes / sizeof pastes[0]);
    tcase_add_test(cases, holds_no_more_than_it_has_room_for);
    tcase_add_test(cases, brings_the_last_submission_back);
    tcase_add_test(cases, shows_the_cursor_inside_at_every_width_and_place);
    return cases;
}
