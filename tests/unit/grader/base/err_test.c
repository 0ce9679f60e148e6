/* The one error type: first wins, context goes in front, nothing overflows.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/err.h"

#include <string.h>

#include "base_tests.h"

START_TEST(the_first_error_wins)
{
    struct gr_err err = {0};
    ck_assert(!gr_fail_at(&err, GR_E_COURSE, (struct gr_pos){"f", 2, 3}, "first %d", 1));
    ck_assert(!gr_fail(&err, GR_E_STORE, "second"));
    ck_assert_int_eq(err.code, GR_E_COURSE);
    ck_assert_str_eq(err.text, "first 1");
    ck_assert_uint_eq(err.at.line, 2);
    ck_assert(!gr_fail(NULL, GR_E_STORE, "nobody listens"));
}
END_TEST

START_TEST(context_goes_in_front)
{
    struct gr_err err = {0};
    ck_assert(!gr_err_wrap(&err, "while %s", "idle"));
    ck_assert_str_eq(err.text, "");
    (void)gr_fail(&err, GR_E_STORE, "disk full");
    ck_assert(!gr_err_wrap(&err, "while saving %s", "x"));
    ck_assert_str_eq(err.text, "while saving x: disk full");
    ck_assert(!gr_err_wrap(NULL, "nobody"));
}
END_TEST

START_TEST(long_texts_are_cut_and_ended)
{
    struct gr_err err = {0};
    char text[1000];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    (void)gr_fail(&err, GR_E_STORE, "%s", text);
    ck_assert_uint_eq(strlen(err.text), sizeof err.text - 1);
    (void)gr_err_wrap(&err, "%s", text);
    ck_assert_uint_eq(strlen(err.text), sizeof err.text - 1);
}
END_TEST

START_TEST(prints_only_what_is_known)
{
    static const struct {
        struct gr_pos at;
        const char *want;
    } rows[] = {{{"f.yaml", 3, 4}, "f.yaml:3:4: bad"},
                {{"f.yaml", 0, 0}, "f.yaml: bad"},
                {{NULL, 0, 0}, "bad"},
                {{NULL, 3, 4}, "bad"}};
    struct gr_err err = {0};
    char out[64], tiny[4];
    (void)gr_fail_at(&err, GR_E_COURSE, rows[_i].at, "bad");
    ck_assert_str_eq(gr_err_print(&err, out, sizeof out), rows[_i].want);
    ck_assert_uint_lt(strlen(gr_err_print(&err, tiny, sizeof tiny)), sizeof tiny);
}
END_TEST

START_TEST(codes_have_exit_statuses)
{
    static const int want[] = {0, 2, 3, 4, 5, 6, 130, 70, 70};
    for (int i = GR_OK; i <= GR_E_INTERNAL; i++)
        ck_assert_int_eq(gr_err_exit((enum gr_err_code)i), want[i]);
}
END_TEST

TCase *err_cases(void)
{
    TCase *cases = tcase_create("err");
    tcase_add_test(cases, the_first_error_wins);
    tcase_add_test(cases, context_goes_in_front);
    tcase_add_test(cases, long_texts_are_cut_and_ended);
    tcase_add_loop_test(cases, prints_only_what_is_known, 0, 4);
    tcase_add_test(cases, codes_have_exit_statuses);
    return cases;
}
