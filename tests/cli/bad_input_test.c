/* Bad input of every kind ends in a sentence with place and remedy and the right exit status, and
 * what is not broken goes on working.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/world.h"

static struct world world;

static void set_up(void)
{
    world_make(&world);
}

static void tear_down(void)
{
    world_free(&world);
}

START_TEST(an_absent_course_is_named_with_what_to_do)
{
    set_up();
    (void)snprintf(world.course, sizeof world.course, "/nowhere/at/all");
    ck_assert_int_eq(world_run(&world, "list", NULL), 4);
    world_says(world_err(&world),
               "WALLCLOCK_COURSE: cannot open the course folder /nowhere/at/all");
    ck_assert_int_eq(world_run(&world, "list", "--course", "/etc", NULL), 4);
    world_says(world_err(&world), "/etc is no course (it has no content/levels.yaml)");
    ck_assert_int_eq(world_run(&world, "list", "--course", "/etc/passwd", NULL), 4);
    world_says(world_err(&world), "is a file");
    ck_assert_int_eq(world_run(&world, NULL), 4);
    tear_down();
}
END_TEST

START_TEST(a_broken_problem_leaves_the_rest_usable)
{
    set_up();
    world_edit(&world, "problems/T.1/W1.yaml", "kernel: ring", "kernel: rong");
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Cannot be used");
    world_says(world_out(&world), "E1 ");
    world_says(world_err(&world), "1 file of the course cannot be used; wallclock check says why");
    ck_assert_int_eq(world_run(&world, "read", "E1", NULL), 0);
    ck_assert_int_eq(world_run(&world, "read", "W1", NULL), 4);
    world_says(world_err(&world), "wallclock check says which");
    ck_assert_int_eq(world_run(&world, "check", NULL), 1);
    world_says(world_out(&world), "did you mean \"ring\"?");
    tear_down();
}
END_TEST

static const struct {
    const char *file, *text, *place;
} broken[] = {
    {"problems/T.1/E1.yaml", "schema: 1\nid: [\n", "E1.yaml:"},
    {"problems/T.1/E1.yaml", "\xff\xfe", "E1.yaml:"},
    {"problems/T.1/E1.yaml", "", "E1.yaml"},
    {"problems/T.1/E1.yaml", "a: &x 1\nb: *x\n", "E1.yaml:1:"},
    {"problems/T.1/E9.yaml", "{}", "E9.yaml"},
    {"content/T.1/basics/2.md", "---\ntitle: [\n---\n# Words\n", "2.md:"},
};

START_TEST(check_points_at_the_place_of_every_broken_file)
{
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        set_up();
        world_write(&world, broken[i].file, broken[i].text);
        ck_assert_int_eq(world_run(&world, "check", NULL), 1);
        world_says(world_out(&world), broken[i].place);
        ck_assert_int_eq(world_run(&world, "read", "W1", NULL), 0);
        tear_down();
    }
}
END_TEST

START_TEST(a_broken_chapter_is_an_unreadable_course)
{
    set_up();
    world_write(&world, "content/T.1/chapter.yaml", "id: [\n");
    ck_assert_int_eq(world_run(&world, "check", NULL), 4);
    world_says(world_out(&world), "chapter.yaml:");
    ck_assert_int_eq(world_run(&world, "list", NULL), 4);
    world_says(world_err(&world), "chapter");
    tear_down();
}
END_TEST

START_TEST(unknown_items_get_a_suggestion)
{
    static const char *const names[][2] = {
        {"basics.11", "basics.1"}, {"T.1.W2", "T.1.W1"}, {"basisc", "basics"}};
    set_up();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ck_assert_int_eq(world_run(&world, "read", names[i][0], NULL), 2);
        world_says(world_err(&world), names[i][1]);
    }
    tear_down();
}
END_TEST

START_TEST(a_mebibyte_of_junk_as_an_answer_costs_nothing)
{
    enum { MEBIBYTE = 1 << 20 };
    struct gr_buf text;
    set_up();
    gr_buf_start(&text, 2 * MEBIBYTE);
    gr_buf_text(&text, "open W1\n");
    for (size_t i = 0; i < MEBIBYTE; i++)
        gr_buf_char(&text, (char)('!' + (int)(i * 31 % 90)));
    gr_buf_text(&text, "\nq\n");
    ck_assert_int_eq(world_feed(&world, gr_buf_view(&text), "--plain", NULL), 0);
    world_says(world_out(&world), "This costs no attempt.");
    gr_buf_free(&text);
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Around the ring (started)");
    tear_down();
}
END_TEST

START_TEST(a_path_that_is_no_part_of_the_course_is_wrong_use_for_check)
{
    static const char *const names[] = {
        "/etc/passwd",  "/etc", "/", NULL, "README.md", "tests", "content/CMakeLists.txt",
        "contents/1.md"};
    char path[WORLD_PATH], inside[WORLD_PATH];
    set_up();
    (void)snprintf(path, sizeof path, "%s", world.folder.path);
    for (size_t i = 4; i < 8; i++)
        world_write(&world, i == 5 ? "tests/1.md" : names[i], "text\n");
    (void)world_file(&world, "problems", inside);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (i >= 4)
            (void)world_file(&world, names[i], path);
        const char *name = i < 3 ? names[i] : path;
        ck_assert_msg(world_run(&world, "check", "--course", world.course, name, NULL) == 2, "%s",
                      name);
        world_says(world_err(&world), name);
        world_says(world_err(&world), "is no part of the course");
        ck_assert_str_eq(world_out(&world), "");
        ck_assert_int_eq(world_run(&world, "check", inside, name, NULL), 2);
    }
    ck_assert_int_eq(world_run(&world, "check", "--course", world.course, inside, NULL), 0);
    ck_assert_int_eq(world_run(&world, "check", world.course, inside, NULL), 0);
    tear_down();
}
END_TEST

START_TEST(a_path_outside_every_course_is_wrong_use_for_check)
{
    set_up();
    world.course[0] = '\0';
    ck_assert_int_eq(world_run(&world, "check", "/etc/passwd", NULL), 2);
    world_says(world_err(&world), "/etc/passwd");
    ck_assert_int_eq(world_run(&world, "check", "/nowhere", NULL), 2);
    world_says(world_err(&world), "No such file");
    tear_down();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        an_absent_course_is_named_with_what_to_do,
        a_broken_problem_leaves_the_rest_usable,
        check_points_at_the_place_of_every_broken_file,
        a_broken_chapter_is_an_unreadable_course,
        unknown_items_get_a_suggestion,
        a_mebibyte_of_junk_as_an_answer_costs_nothing,
        a_path_that_is_no_part_of_the_course_is_wrong_use_for_check,
        a_path_outside_every_course_is_wrong_use_for_check,
    };
    return world_tests("bad input", 40, tests, sizeof tests / sizeof tests[0]);
}
