/* Instances: frozen for ever, inside their ranges, meeting their requirements, and independent of
 * everything but (id, rev, k).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/course/instance.h"
#include "tests/support/temp_folder.h"

enum { FILE_MOST = 65536 };

static struct temp_folder folder;
static struct gr_arena arena;
static struct gr_diags diags;
static struct gr_problem *problem;

/* T1.yaml with one piece of text replaced. */
static void load(const char *text, const char *with)
{
    char path[512], before[FILE_MOST];
    struct gr_buf after;
    (void)snprintf(path, sizeof path, "%s/tests/cases/problem/T1.yaml", getenv("WALLCLOCK_SOURCE"));
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    before[fread(before, 1, sizeof before - 1, file)] = '\0';
    (void)fclose(file);
    const char *at = strstr(before, text);
    ck_assert_ptr_nonnull(at);
    gr_buf_start(&after, FILE_MOST);
    gr_buf_add(&after, (struct gr_str){.ptr = before, .len = (size_t)(at - before)});
    gr_buf_text(&after, with);
    gr_buf_text(&after, at + strlen(text));
    file = fopen(temp_folder_name(&folder, "T1.yaml", path, sizeof path), "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(after.ptr, 1, after.len, file), after.len);
    ck_assert_int_eq(fclose(file), 0);
    gr_buf_free(&after);
    problem = gr_problem_load(&arena, path, NULL, &diags);
    ck_assert_msg(problem != NULL, "%s", diags.count > 0 ? diags.items[0].text : "");
}

static void make(void)
{
    temp_folder_make(&folder, true);
    arena = (struct gr_arena){0};
    diags = (struct gr_diags){0};
}

static void clean(void)
{
    gr_diags_free(&diags);
    gr_arena_free(&arena);
    temp_folder_remove(&folder);
}

/* These numbers are a promise to every student who was ever dealt an instance. They may change only
 * together with the file format. */
static const struct {
    uint32_t k;
    double choice;
    const char *word;
    double integer, real;
} frozen[] = {
    {0, 4, "beta", 1, 0.843e-3}, {1, 4, "beta", 3, 1.18e-3}, {2, 1, "beta", 2, 1.09e-3},
    {3, 2, "alpha", 2, 1.52e-3}, {4, 4, "beta", 8, 1.55e-3}, {5, 1, "alpha", 1, 1.46e-3},
};

START_TEST(draws_the_frozen_instances)
{
    struct gr_binding got[4];
    struct gr_err err = {0};
    load("rev: 2", "rev: 2");
    ck_assert(gr_instance_draw(problem, frozen[_i].k, got, &err));
    ck_assert_str_eq(got[0].name, "K");
    ck_assert(got[0].number.value == frozen[_i].choice);
    ck_assert(got[1].is_text);
    ck_assert_str_eq(got[1].text, frozen[_i].word);
    ck_assert(got[2].number.value == frozen[_i].integer);
    ck_assert(fabs(got[3].number.value - frozen[_i].real) < 1e-12);
    ck_assert_int_eq(got[3].number.dim.seconds, 1);
    ck_assert(got[3].low == got[3].number.value && got[3].high == got[3].number.value);
}
END_TEST

START_TEST(rev_and_instance_change_everything_else_nothing)
{
    struct gr_binding first[4], second[4];
    struct gr_err err = {0};
    unsigned same = 0;
    load("title: A test of everything", "title: Another title");
    ck_assert(gr_instance_draw(problem, 4, first, &err));
    ck_assert(first[2].number.value == 8);
    load("rev: 2", "rev: 3");
    for (uint32_t k = 0; k < 6; k++) {
        ck_assert(gr_instance_draw(problem, k, second, &err));
        same += fabs(second[3].number.value - frozen[k].real) < 1e-12;
    }
    ck_assert_uint_lt(same, 2);
}
END_TEST

START_TEST(stays_inside_ranges_and_reaches_both_ends)
{
    struct gr_binding got[4];
    struct gr_err err = {0};
    bool low = false, high = false;
    load("rev: 2", "rev: 2");
    for (uint32_t k = 0; k < 2000; k++) {
        ck_assert(gr_instance_draw(problem, k, got, &err));
        double choice = got[0].number.value, whole = got[2].number.value;
        ck_assert(whole >= 1 && whole <= 2 * choice && whole == floor(whole));
        ck_assert(got[3].number.value >= 0.5e-3 && got[3].number.value <= 2e-3);
        low = low || whole == 1;
        high = high || whole == 2 * choice;
    }
    ck_assert(low && high);
}
END_TEST

START_TEST(draws_again_until_requirements_on_parameters_hold)
{
    struct gr_binding got[4];
    struct gr_err err = {0};
    load("  - K/Kstar >= 0 and m <= 8", "  - m >= 5 and word == 'alpha'");
    ck_assert(!problem->requires[0].needs_run);
    for (uint32_t k = 0; k < 200; k++) {
        ck_assert(gr_instance_draw(problem, k, got, &err));
        ck_assert(got[2].number.value >= 5);
        ck_assert_str_eq(got[1].text, "alpha");
    }
}
END_TEST

START_TEST(names_the_requirement_that_no_draw_meets)
{
    struct gr_binding got[4];
    struct gr_err err = {0};
    load("  - K/Kstar >= 0 and m <= 8", "  - m >= 1\n  - m >= 9");
    ck_assert(!gr_instance_draw(problem, 3, got, &err));
    ck_assert_int_eq(err.code, GR_E_COURSE);
    ck_assert_ptr_nonnull(strstr(err.text, "m >= 9"));
    ck_assert_uint_eq(err.at.line, 27);
}
END_TEST

START_TEST(reports_a_range_that_is_empty_in_one_instance)
{
    struct gr_binding got[4];
    struct gr_err err = {0};
    unsigned failed = 0;
    load("m: {integer: [1, 2*K]}", "m: {integer: [3, 2*K]}");
    for (uint32_t k = 0; k < 50; k++) {
        err = (struct gr_err){0};
        failed += !gr_instance_draw(problem, k, got, &err);
        ck_assert(err.code == GR_OK || strstr(err.text, "range of m") != NULL);
    }
    ck_assert_uint_gt(failed, 0);
    ck_assert_uint_lt(failed, 50);
}
END_TEST

START_TEST(gives_each_student_an_instance_of_their_own)
{
    bool seen[6] = {false};
    char student[16];
    load("rev: 2", "rev: 2");
    ck_assert_uint_eq(gr_instance_first(problem, "c", "ann"), 5);
    ck_assert_uint_eq(gr_instance_first(problem, "d", "ann"), 4);
    for (unsigned i = 0; i < 100; i++) {
        (void)snprintf(student, sizeof student, "s%u", i);
        uint32_t k = gr_instance_first(problem, "c", student);
        ck_assert_uint_lt(k, 6);
        seen[k] = true;
    }
    for (size_t i = 0; i < 6; i++)
        ck_assert(seen[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("instance");
    TCase *cases = tcase_create("instance");
    tcase_set_timeout(cases, 30);
    tcase_add_checked_fixture(cases, make, clean);
    tcase_add_loop_test(cases, draws_the_frozen_instances, 0,
                        (int)(sizeof frozen / sizeof frozen[0]));
    tcase_add_test(cases, rev_and_instance_change_everything_else_nothing);
    tcase_add_test(cases, stays_inside_ranges_and_reaches_both_ends);
    tcase_add_test(cases, draws_again_until_requirements_on_parameters_hold);
    tcase_add_test(cases, names_the_requirement_that_no_draw_meets);
    tcase_add_test(cases, reports_a_range_that_is_empty_in_one_instance);
    tcase_add_test(cases, gives_each_student_an_instance_of_their_own);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
