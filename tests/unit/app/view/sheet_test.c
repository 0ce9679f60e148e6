/* Scrolling, focus, and keeping one's place through a new width.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/sheet.h"

#include "tests/unit/app/view/view_test.h"

static const char page[] = "# Title\n\nFirst paragraph that is rather long so that it wraps on a "
                           "narrow screen, [one](A1).\n\nSecond, also long enough to wrap, with "
                           "[two](B2) in it.\n\nThird.\n\nFourth [three](C3) of them.\n\nFifth and "
                           "last paragraph.\n";
static struct sheet sheet;
static struct gr_err err;

static void set_up(void)
{
    sheet_start(&sheet);
    sheet_set(&sheet, gr_str(page));
    ck_assert(sheet_lay(&sheet, 5, 40, DOC_UTF8, &err));
}

static void tear_down(void)
{
    sheet_free(&sheet);
}

START_TEST(stays_within_the_page_however_it_is_scrolled)
{
    sheet_scroll(&sheet, -5);
    ck_assert_uint_eq(sheet.top, 0);
    ck_assert(!sheet_at_end(&sheet));
    sheet_scroll(&sheet, 10000);
    ck_assert_uint_eq(sheet.top, sheet.doc.count - 5);
    ck_assert(sheet_at_end(&sheet));
    ck_assert(sheet_lay(&sheet, 500, 40, DOC_UTF8, &err));
    ck_assert_uint_eq(sheet.top, 0);
}
END_TEST

START_TEST(finds_its_paragraph_again_at_another_width)
{
    for (uint32_t anchor = 3; anchor <= 9; anchor += 2) {
        ck_assert(sheet_lay(&sheet, 2, 40, DOC_UTF8, &err));
        sheet_to_anchor(&sheet, anchor);
        if (sheet_at_end(&sheet))
            continue;
        uint32_t before = sheet_anchor(&sheet);
        ck_assert(sheet_lay(&sheet, 2, 22, DOC_UTF8, &err));
        ck_assert_uint_eq(sheet_anchor(&sheet), before);
        ck_assert(sheet_lay(&sheet, 2, 80, DOC_UTF8, &err));
        ck_assert(sheet_anchor(&sheet) == before || sheet_at_end(&sheet));
    }
}
END_TEST

START_TEST(walks_the_links_and_keeps_the_focus_in_sight)
{
    static const char *const targets[] = {"A1", "B2", "C3", "C3"};
    ck_assert_ptr_null(sheet_target(&sheet));
    for (size_t i = 0; i < 4; i++) {
        sheet_focus(&sheet, 1);
        ck_assert_str_eq(sheet_target(&sheet), targets[i]);
        size_t line = sheet.doc.links[sheet.link].line;
        ck_assert_uint_ge(line, sheet.top);
        ck_assert_uint_lt(line, sheet.top + 5);
    }
    sheet_focus(&sheet, -1);
    ck_assert_str_eq(sheet_target(&sheet), "B2");
    ck_assert(sheet_lay(&sheet, 1, 12, DOC_UTF8, &err));
    ck_assert_str_eq(sheet_target(&sheet), "B2");
    ck_assert_uint_eq(sheet.doc.links[sheet.link].line, sheet.top);
}
END_TEST

START_TEST(loses_a_focus_that_scrolls_out_of_sight)
{
    sheet_focus(&sheet, 1);
    sheet_scroll(&sheet, 10000);
    ck_assert_ptr_null(sheet_target(&sheet));
    sheet_focus(&sheet, -1);
    ck_assert_ptr_nonnull(sheet_target(&sheet));
}
END_TEST

START_TEST(marks_the_focus_by_more_than_colour)
{
    struct grid grid = {0};
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    sheet_focus(&sheet, 1);
    ck_assert(grid_start(&grid, 5, 40, DOC_UTF8));
    struct pane all = grid_pane(&grid);
    sheet_draw(&sheet, &all);
    size_t row = sheet.doc.links[0].line - sheet.top;
    ck_assert_int_eq(grid_at(&grid, (int)row, 0)->bytes[0], '>');
    ck_assert_int_eq(grid.cursor_row, (int)row);
    ck_assert_int_eq(grid_at(&grid, (int)row, grid.cursor_column)->role, ROLE_FOCUS);
    gr_buf_free(&out);
    grid_free(&grid);
}
END_TEST

TCase *sheet_cases(void)
{
    TCase *cases = tcase_create("sheet");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, stays_within_the_page_however_it_is_scrolled);
    tcase_add_test(cases, finds_its_paragraph_again_at_another_width);
    tcase_add_test(cases, walks_the_links_and_keeps_the_focus_in_sight);
    tcase_add_test(cases, loses_a_focus_that_scrolls_out_of_sight);
    tcase_add_test(cases, marks_the_focus_by_more_than_colour);
    return cases;
}
