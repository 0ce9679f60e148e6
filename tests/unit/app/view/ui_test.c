/* The transition, and every screen at every size: nothing outside, no half glyph, the cursor where
 * the focus is.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/ui.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/app/view/view_test.h"

static struct ui ui;
static struct grid grid;
static struct gr_err err;
static int64_t now = 1000;

static const char text[] =
    "# Frage 日本\n\nHow many ⌈bytes⌉ does it take, given $x = \\frac{a}{b}$ "
    "and a [link](W1)?\n\n| a | b |\n|---|---|\n| 1 | [x](E1) |\n\n```\nwide "
    "code line 日本語日本語日本語日本語\n```\n\nEnd.\n";

static void show(enum screen screen)
{
    ui_push(&ui, screen, "T.1.W1");
    ui_clear(&ui);
    (void)snprintf(ui.title, sizeof ui.title, "W1 Täglich 日本");
    (void)snprintf(ui.side, sizeof ui.side, "instance 3");
    ck_assert(ui_text(&ui, gr_str(text), &err));
}

static void add_field(void)
{
    ui.has_field = true;
    ck_assert(gr_unit_parse(gr_str("kB"), &ui.unit, &err));
    (void)snprintf(ui.label, sizeof ui.label, "kB");
    (void)snprintf(ui.rule, sizeof ui.rule, "accepted within 1 %% of the reference");
    ck_assert(ui_lay(&ui, &err));
}

static void set_up(void)
{
    ui_start(&ui, DOC_UTF8);
    show(SCREEN_HOME);
}

static void tear_down(void)
{
    ui_free(&ui);
    grid_free(&grid);
}

static struct want key(uint32_t code)
{
    now += 200;
    return ui_event(&ui, &(struct event){.kind = EVENT_KEY, .key = code, .now_ms = now});
}

static void type(const char *keys)
{
    for (; *keys != '\0'; keys++)
        key((uint32_t)*keys);
}

static struct want size(int rows, int columns)
{
    return ui_event(
        &ui, &(struct event){.kind = EVENT_SIZE, .rows = rows, .columns = columns, .now_ms = now});
}

/* The first place that is neither a whole glyph nor the right half of the one before it; -1: none.
 * Plain code: an assertion for each cell would take Check minutes. */
static int broken_cell(void)
{
    for (int row = 0; row < grid.rows; row++)
        for (int column = 0; column < grid.columns;) {
            const struct grid_cell *cell = grid_at(&grid, row, column);
            bool is_wide = cell->width == 2;
            if (cell->width < 1 || cell->len < 1 || column + cell->width > grid.columns ||
                (is_wide && grid_at(&grid, row, column + 1)->width != 0))
                return row * grid.columns + column;
            column += cell->width;
        }
    return -1;
}

static bool has_cursor(void)
{
    return grid.cursor_row >= 0 && grid.cursor_row < grid.rows && grid.cursor_column >= 0 &&
           grid.cursor_column < grid.columns;
}

static void expect_whole_cells(void)
{
    bool good = ui_draw(&ui, &grid) && grid.rows == ui.rows && grid.columns == ui.columns &&
                broken_cell() < 0 && has_cursor();
    if (!good)
        ck_abort_msg("%dx%d: cell %d, cursor %d,%d", ui.columns, ui.rows, broken_cell(),
                     grid.cursor_row, grid.cursor_column);
}

static void set_scene(int scene)
{
    show(scene < 6 ? (enum screen)scene : SCREEN_PROBLEM);
    if (scene == SCREEN_PROBLEM || scene >= 6)
        add_field();
    if (scene == 6)
        type("12 kB");
    if (scene == 7) {
        type("3");
        key(',');
        key('5');
        key(KEYS_ENTER);
    }
    if (scene == 8) {
        ui.is_running = true;
        ui.progress = (struct gr_progress){.step = "timing", .done = 7, .total = 200};
    }
    if (scene == 9)
        key('?');
    if (scene == 10)
        ui.glyphs = DOC_ASCII;
}

START_TEST(draws_every_screen_at_every_size)
{
    set_scene(_i);
    for (int rows = 1; rows <= 50; rows++)
        for (int columns = 1; columns <= 120; columns += rows % 3 == 0 ? 1 : 7) {
            size(rows, columns);
            expect_whole_cells();
        }
}
END_TEST

START_TEST(takes_a_size_of_nothing_for_80x24)
{
    size(0, 0);
    ck_assert_int_eq(ui.rows, 24);
    ck_assert_int_eq(ui.columns, 80);
    size(100000, 100000);
    ck_assert(ui_draw(&ui, &grid));
}
END_TEST

START_TEST(submits_on_the_second_enter_only)
{
    show(SCREEN_PROBLEM);
    add_field();
    type("96");
    ck_assert(ui.in_field);
    ck_assert_int_eq(key(KEYS_ENTER).kind, WANT_SAVE);
    ck_assert_int_eq(key(KEYS_ENTER).kind, WANT_SUBMIT);
    type("1");
    ck_assert_int_eq(key(KEYS_ENTER).kind, WANT_SAVE);
    type("2");
    ck_assert_int_eq(key(KEYS_ENTER).kind, WANT_SAVE);
}
END_TEST

START_TEST(takes_letters_as_text_only_in_the_field)
{
    show(SCREEN_PROBLEM);
    add_field();
    ck_assert_int_eq(key('q').kind, WANT_BACK);
    key(KEYS_ENTER);
    ck_assert(ui.in_field);
    ck_assert_int_eq(key('q').kind, WANT_NOTHING);
    ck_assert_str_eq(ui.field.text, "q");
    ck_assert_int_eq(key(KEYS_ESCAPE).kind, WANT_SAVE);
    ck_assert(!ui.in_field);
    ck_assert_str_eq(ui.field.text, "q");
}
END_TEST

START_TEST(saves_after_a_rest_and_reads_the_text_aloud_then)
{
    show(SCREEN_PROBLEM);
    add_field();
    ck_assert_int_eq(ui_rest_ms(&ui, now), -1);
    type("9");
    ck_assert_int_eq(ui_rest_ms(&ui, now), FIELD_REST_MS);
    ck_assert_int_eq(ui_rest_ms(&ui, now + FIELD_REST_MS), 0);
    struct want want = ui_event(&ui, &(struct event){.kind = EVENT_REST, .now_ms = now + 300});
    ck_assert_int_eq(want.kind, WANT_SAVE);
    ck_assert(ui.field.has_reading);
    ck_assert(!ui.field.is_armed);
}
END_TEST

START_TEST(drops_a_paste_outside_a_field)
{
    struct event paste = {.kind = EVENT_PASTE, .text = gr_str("q\nQ\n"), .now_ms = now};
    ck_assert_int_eq(ui_event(&ui, &paste).kind, WANT_NOTHING);
    ck_assert(ui.status[0] != '\0');
    show(SCREEN_PROBLEM);
    add_field();
    paste.text = gr_str("1\n2\n3\n");
    ck_assert_int_eq(ui_event(&ui, &paste).kind, WANT_NOTHING);
    ck_assert_str_eq(ui.field.text, "1");
    ck_assert(!ui.field.is_armed);
}
END_TEST

/* What costs something, why, and what it asks for in the end. */
static const struct {
    uint32_t key;
    bool is_alone, why_costs, is_typed, is_running, has_unsaved;
    enum want_kind kind;
} costs[] = {{'S', true, false, false, false, false, WANT_SOLUTION},
             {'w', true, true, false, false, false, WANT_WHY},
             {'d', false, false, true, false, false, WANT_DEAL},
             {'Q', false, false, false, true, false, WANT_QUIT},
             {'Q', false, false, true, false, true, WANT_QUIT}};

static void set_costs(size_t row)
{
    show(SCREEN_PROBLEM);
    add_field();
    ui.is_alone = costs[row].is_alone;
    ui.why_costs = costs[row].why_costs;
    ui.has_unsaved = costs[row].has_unsaved;
    if (costs[row].is_typed)
        type("7");
    ui.in_field = false;
    ui.is_running = costs[row].is_running;
}

START_TEST(asks_twice_before_what_costs_something)
{
    set_costs((size_t)_i);
    ck_assert_int_eq(key(costs[_i].key).kind, WANT_NOTHING);
    ck_assert(ui.status[0] == '!');
    ck_assert_int_eq(key(costs[_i].key).kind, costs[_i].kind);
    ck_assert_int_eq(key(costs[_i].key).kind, WANT_NOTHING);
    key('?'); /* another key between: it is asked anew */
    key('?');
    ck_assert_int_eq(key(costs[_i].key).kind, WANT_NOTHING);
}
END_TEST

START_TEST(asks_once_where_nothing_is_lost)
{
    show(SCREEN_PROBLEM);
    add_field();
    ck_assert_int_eq(key('S').kind, WANT_SOLUTION);
    ck_assert_int_eq(key('w').kind, WANT_WHY);
    ck_assert_int_eq(key('d').kind, WANT_DEAL);
    field_set(&ui.field, gr_str("12"));
    ui.field.is_sent = true;
    ck_assert_int_eq(key('d').kind, WANT_DEAL);
    ck_assert_int_eq(key('Q').kind, WANT_QUIT);
}
END_TEST

START_TEST(waits_before_it_tries_a_failed_save_again)
{
    show(SCREEN_PROBLEM);
    add_field();
    type("9");
    (void)ui_event(&ui, &(struct event){.kind = EVENT_REST, .now_ms = now + FIELD_REST_MS});
    ui.field.needs_saving = false; /* the store refused, and the text is kept elsewhere */
    ui.has_unsaved = ui.can_save = true;
    ui_save_later(&ui);
    ck_assert_int_eq(ui_rest_ms(&ui, now + FIELD_REST_MS), UI_RETRY_MS);
    struct event rest = {.kind = EVENT_REST, .now_ms = now + FIELD_REST_MS + UI_RETRY_MS};
    ck_assert_int_eq(ui_event(&ui, &rest).kind, WANT_SAVE);
    type("8"); /* what is typed then is tried after its own pause */
    ck_assert_int_eq(ui_rest_ms(&ui, now), FIELD_REST_MS);
    ui.field.needs_saving = ui.can_save = false; /* a store that somebody else holds: no use */
    ck_assert_int_eq(ui_rest_ms(&ui, now), -1);
}
END_TEST

START_TEST(quits_by_q_when_the_screen_is_too_small_to_draw)
{
    show(SCREEN_READER);
    size(4, 18);
    ck_assert_int_eq(key('q').kind, WANT_QUIT);
    size(24, 80);
    ck_assert_int_eq(key('q').kind, WANT_BACK);
}
END_TEST

/* The words of the screen, one blank between them, rows joined. */
static const char *words_shown(struct gr_buf *out)
{
    struct gr_buf rows;
    gr_buf_start(&rows, 1 << 18);
    gr_buf_start(out, 1 << 18);
    ck_assert(ui_draw(&ui, &grid));
    grid_print(&grid, &rows);
    for (const char *c = gr_buf_cstr(&rows); *c != '\0'; c++)
        if (*c != ' ' && *c != '\n')
            gr_buf_char(out, *c);
        else if (out->len > 0 && out->ptr[out->len - 1] != ' ')
            gr_buf_char(out, ' ');
    gr_buf_free(&rows);
    return gr_buf_cstr(out);
}

START_TEST(never_cuts_news)
{
    static const int sizes[][2] = {{24, 80}, {12, 40}, {16, 44}, {9, 30}, {24, 60}};
    static const char *const news[] = {
        "! S again shows the solution; this deal then counts as assisted",
        "a hint; it costs nothing",
        "! cannot save what was typed: the disk or your quota is full; free some"};
    set_scene(_i);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (size_t j = 0; j < sizeof news / sizeof news[0]; j++) {
            struct gr_buf shown;
            size(sizes[i][0], sizes[i][1]);
            ui_say(&ui, ROLE_WARNING, "%s", news[j]);
            ck_assert_msg(strstr(words_shown(&shown), news[j]) != NULL, "%dx%d: %s", sizes[i][1],
                          sizes[i][0], gr_buf_cstr(&shown));
            gr_buf_free(&shown);
        }
}
END_TEST

/* Blanks out every entry of the table that the bar shows whole; what is left was cut. */
static bool is_whole_bar(char *bar)
{
    size_t count;
    const struct key_row *rows = keymap_rows(&count);
    for (size_t i = 0; i < count; i++) {
        char entry[80];
        if (rows[i].name == NULL || rows[i].bar == 0)
            continue;
        for (int is_short = 0; is_short < 2; is_short++) {
            int len = (int)(is_short ? strcspn(rows[i].words, ",") : strlen(rows[i].words));
            (void)snprintf(entry, sizeof entry, " %s %.*s ", rows[i].name, len, rows[i].words);
            char *at = strstr(bar, entry);
            if (at != NULL)
                memset(at + 1, ' ', strlen(entry) - 2);
        }
    }
    return strspn(bar, " ") == strlen(bar);
}

START_TEST(never_cuts_a_key_in_the_bar)
{
    set_scene(_i);
    ui.has_deal = ui.has_twin = ui.has_walk = true;
    for (int columns = 20; columns <= 120; columns++) {
        char bar[122];
        ui.status[0] = '\0'; /* on a tiny screen news covers the bar */
        size(24, columns);
        ck_assert(ui_draw(&ui, &grid));
        for (int i = 0; i < columns; i++) /* keys and their words are ASCII */
            bar[i] = grid_at(&grid, 23, i)->bytes[0];
        bar[columns] = ' ';
        bar[columns + 1] = '\0';
        ck_assert_msg(is_whole_bar(bar), "%d columns: %s", columns, bar);
    }
}
END_TEST

START_TEST(stops_a_run_by_interrupt_and_never_quits_by_it)
{
    struct event interrupt = {.kind = EVENT_INTERRUPT, .now_ms = now};
    ck_assert_int_eq(ui_event(&ui, &interrupt).kind, WANT_NOTHING);
    ui.is_running = true;
    ck_assert_int_eq(ui_event(&ui, &interrupt).kind, WANT_CANCEL);
    ck_assert_int_eq(key(KEYS_ESCAPE).kind, WANT_CANCEL);
}
END_TEST

START_TEST(opens_the_focused_link_and_answers_choices)
{
    key(KEYS_TAB);
    struct want want = key(KEYS_ENTER);
    ck_assert_int_eq(want.kind, WANT_OPEN);
    ck_assert_str_eq(want.item, "W1");
    show(SCREEN_READER);
    ui.choice_count = 3;
    want = key('c');
    ck_assert_int_eq(want.kind, WANT_CHOICE);
    ck_assert_uint_eq(want.number, 2);
    ck_assert_int_ne(key('d').kind, WANT_CHOICE);
}
END_TEST

START_TEST(counts_a_page_as_read_once_its_end_was_seen)
{
    show(SCREEN_READER);
    size(8, 40);
    ck_assert_int_eq(key('j').kind, WANT_NOTHING);
    ck_assert_int_eq(key('G').kind, WANT_READ);
}
END_TEST

START_TEST(keeps_home_at_the_bottom_however_deep_one_goes)
{
    (void)snprintf(ui.frames[0].item, UI_ITEM_BYTES, "home");
    for (int i = 0; i < 3 * UI_MAX_FRAMES; i++)
        show(SCREEN_READER);
    ck_assert_uint_eq(ui.depth, UI_MAX_FRAMES);
    ck_assert_str_eq(ui.frames[0].item, "home");
}
END_TEST

/* Keys drawn by a counter, so that a failure comes again. */
START_TEST(survives_a_storm_of_keys_and_sizes)
{
    static const uint32_t keys[] = {
        KEYS_UP,    KEYS_DOWN,      KEYS_LEFT,   KEYS_RIGHT, KEYS_HOME, KEYS_END,   KEYS_TAB,
        KEYS_ENTER, KEYS_BACKSPACE, KEYS_DELETE, KEYS_F1,    '?',       'j',        'G',
        ' ',        KEYS_PAGE_UP,   0x65E5,      '7',        'b',       KEYS_ESCAPE};
    uint64_t state = 0x9E3779B97F4A7C15u + (uint64_t)_i;
    set_scene(_i);
    for (int i = 0; i < 3000; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint32_t draw = (uint32_t)(state >> 33);
        if (draw % 16 == 0)
            size((int)(draw / 16 % 40), (int)(draw / 640 % 100));
        else
            (void)key(keys[draw / 16 % (sizeof keys / sizeof keys[0])]);
        if (draw % 8 == 1)
            expect_whole_cells();
    }
}
END_TEST

TCase *ui_cases(void)
{
    TCase *cases = tcase_create("ui");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, draws_every_screen_at_every_size, 0, 11);
    tcase_add_test(cases, takes_a_size_of_nothing_for_80x24);
    tcase_add_test(cases, submits_on_the_second_enter_only);
    tcase_add_test(cases, takes_letters_as_text_only_in_the_field);
    tcase_add_test(cases, saves_after_a_rest_and_reads_the_text_aloud_then);
    tcase_add_test(cases, drops_a_paste_outside_a_field);
    tcase_add_loop_test(cases, asks_twice_before_what_costs_something, 0,
                        (int)(sizeof costs / sizeof costs[0]));
    tcase_add_test(cases, asks_once_where_nothing_is_lost);
    tcase_add_test(cases, waits_before_it_tries_a_failed_save_again);
    tcase_add_test(cases, quits_by_q_when_the_screen_is_too_small_to_draw);
    tcase_add_loop_test(cases, never_cuts_news, 0, 10);
    tcase_add_loop_test(cases, never_cuts_a_key_in_the_bar, 0, 10);
    tcase_add_test(cases, stops_a_run_by_interrupt_and_never_quits_by_it);
    tcase_add_test(cases, opens_the_focused_link_and_answers_choices);
    tcase_add_test(cases, counts_a_page_as_read_once_its_end_was_seen);
    tcase_add_test(cases, keeps_home_at_the_bottom_however_deep_one_goes);
    tcase_add_loop_test(cases, survives_a_storm_of_keys_and_sizes, 0, 11);
    return cases;
}
