/* Cells and panes: nothing outside, no half glyph.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/grid.h"

#include "tests/unit/app/view/view_test.h"

static struct grid grid;

static void tear_down(void)
{
    grid_free(&grid);
}

static void expect(const char *text)
{
    struct gr_buf out;
    gr_buf_start(&out, 1 << 16);
    grid_print(&grid, &out);
    ck_assert_str_eq(gr_buf_cstr(&out), text);
    gr_buf_free(&out);
}

static const struct {
    int row, column;
    const char *text, *shows;
} puts_[] = {{0, 0, "abcdef", "abcd\n\n"}, {1, 2, "xy", "\n  xy\n"},  {0, 3, "日", "\n\n"},
             {0, 2, "日x", "  日\n\n"},    {5, 0, "no", "\n\n"},      {0, -2, "abcd", "cd\n\n"},
             {0, -1, "日x", " x\n\n"},     {0, 0, "a\tb", "a b\n\n"}, {0, 9, "far", "\n\n"}};

START_TEST(cuts_what_falls_outside_and_never_splits_a_glyph)
{
    ck_assert(grid_start(&grid, 2, 4, DOC_UTF8));
    struct pane all = grid_pane(&grid);
    pane_put(&all, puts_[_i].row, puts_[_i].column, gr_str(puts_[_i].text), ROLE_TEXT);
    expect(puts_[_i].shows);
}
END_TEST

START_TEST(blanks_the_other_half_of_a_wide_glyph_written_over)
{
    ck_assert(grid_start(&grid, 1, 6, DOC_UTF8));
    struct pane all = grid_pane(&grid);
    pane_put(&all, 0, 0, gr_str("日本語"), ROLE_TEXT);
    pane_put(&all, 0, 1, gr_str("x"), ROLE_TEXT);
    expect(" x本語\n");
    pane_put(&all, 0, 2, gr_str("y"), ROLE_TEXT);
    expect(" xy 語\n");
    pane_put(&all, 0, 3, gr_str("人"), ROLE_TEXT);
    expect(" xy人\n");
}
END_TEST

START_TEST(writes_ascii_forms_where_ascii_is_asked)
{
    ck_assert(grid_start(&grid, 1, 12, DOC_ASCII));
    struct pane all = grid_pane(&grid);
    ck_assert_int_eq(pane_put(&all, 0, 0, gr_str("a ≤ β─e\xCC\x81"), ROLE_TEXT), 11);
    expect("a <= beta-e\n");
}
END_TEST

START_TEST(keeps_a_part_inside_its_pane)
{
    ck_assert(grid_start(&grid, 3, 6, DOC_UTF8));
    struct pane all = grid_pane(&grid), part = pane_part(&all, 1, 2, 9, 3);
    pane_fill(&part, 0, 20, "x", ROLE_TEXT);
    pane_put(&part, 1, -1, gr_str("yyyyyy"), ROLE_TEXT);
    pane_cursor(&part, 7, 7);
    expect("\n  xxx\n  yyy\n");
    ck_assert_int_eq(grid.cursor_row, 2);
    ck_assert_int_eq(grid.cursor_column, 4);
    struct pane none = pane_part(&all, 5, 9, 2, 2);
    pane_put(&none, 0, 0, gr_str("no"), ROLE_TEXT);
    pane_fill(&part, 0, 99, "x", ROLE_FOCUS);
    struct gr_buf roles;
    gr_buf_start(&roles, 1024);
    grid_print_roles(&grid, &roles);
    ck_assert_str_eq(gr_buf_cstr(&roles), "......\n..FFF.\n......\n");
    gr_buf_free(&roles);
}
END_TEST

TCase *grid_cases(void)
{
    TCase *cases = tcase_create("grid");
    tcase_add_checked_fixture(cases, NULL, tear_down);
    tcase_add_loop_test(cases, cuts_what_falls_outside_and_never_splits_a_glyph, 0,
                        sizeof puts_ / sizeof puts_[0]);
    tcase_add_test(cases, blanks_the_other_half_of_a_wide_glyph_written_over);
    tcase_add_test(cases, writes_ascii_forms_where_ascii_is_asked);
    tcase_add_test(cases, keeps_a_part_inside_its_pane);
    return cases;
}
