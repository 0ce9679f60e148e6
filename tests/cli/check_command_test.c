/* `check`: the same findings in every format, paths, the deep run, and the gate.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

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

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

static void break_two_files(void)
{
    world_edit(&world, "problems/T.1/W1.yaml", "tolerance: {rel", "tolerence: {rel");
    world_edit(&world, "problems/T.1/E1.yaml", "dtype: fp32", "dtype: fp33");
    world_edit(&world, "content/T.1/basics/1.md", "(E1)", "(E7)");
}

START_TEST(a_clean_course_has_no_findings_and_exits_with_zero)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "check", NULL), 0);
    world_says(world_out(&world), "no findings");
    world_says(world_out(&world), "T.1 Test Chapter   S1 Small   draft");
    ck_assert_str_eq(world_err(&world), "");
    tear_down();
}
END_TEST

START_TEST(every_format_shows_the_same_findings)
{
    struct gr_arena arena = {0};
    set_up();
    break_two_files();
    ck_assert_int_eq(world_run(&world, "check", "--format", "short", NULL), 1);
    size_t findings = count_of(world_out(&world), "\n");
    ck_assert_uint_ge(findings, 3);
    ck_assert_uint_eq(count_of(world_out(&world), "]: "), findings);
    ck_assert_int_eq(world_run(&world, "check", NULL), 1);
    ck_assert_uint_eq(count_of(world_out(&world), "  --> "), findings);
    ck_assert_int_eq(world_run(&world, "check", "--json", NULL), 1);
    const struct gr_node *json = world_json(&world, &arena);
    ck_assert_uint_eq(gr_node_get(json, "findings")->count, findings);
    gr_arena_free(&arena);
    tear_down();
}
END_TEST

START_TEST(the_human_format_shows_line_caret_and_suggestion)
{
    set_up();
    break_two_files();
    ck_assert_int_eq(world_run(&world, "check", NULL), 1);
    world_says(world_out(&world), "problems/T.1/W1.yaml:23:3\n");
    world_says(world_out(&world), " 23 |   tolerence: {rel: 1%}\n");
    world_says(world_out(&world), "    |   ^^^^^^^^^ did you mean \"tolerance\"?");
    tear_down();
}
END_TEST

static const struct {
    const char *file, *from, *to, *line;
} carets[] = {
    {"problems/T.1/E1.yaml", "id: T.1.E1", "id: T.1.E4", "    ^^^^^^\n"},
    {"problems/T.1/W1.yaml", "unit: kB", "unit: kB/parsec", "        ^^^^^^^^^"},
    {"problems/T.1/W1.yaml", "topic: counting", "topic: contuing", "       ^^^^^^^^ did you mean"},
};

START_TEST(the_caret_marks_the_whole_word)
{
    for (size_t i = 0; i < sizeof carets / sizeof carets[0]; i++) {
        set_up();
        world_edit(&world, carets[i].file, carets[i].from, carets[i].to);
        ck_assert_int_eq(world_run(&world, "check", NULL), 1);
        world_says(world_out(&world), carets[i].line);
        tear_down();
    }
}
END_TEST

START_TEST(file_names_cannot_steer_the_terminal_or_break_a_line)
{
    static const char *const formats[] = {"human", "short", "json"};
    set_up();
    world_write(&world, "problems/T.1/E\033[31m7\n.yaml", "schema: 1\nid: \"\\e[31m\"\n");
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(world_run(&world, "check", "--format", formats[i], NULL), 1);
        ck_assert_ptr_null(strchr(world_out(&world), '\033'));
        if (i < 2)
            world_says(world_out(&world), "problems/T.1/E?[31m7?.yaml:");
        else
            world_says(world_out(&world), "problems/T.1/E\\u001b[31m7\\n.yaml");
    }
    (void)world_run(&world, "list", NULL);
    ck_assert_ptr_null(strchr(world_out(&world), '\033'));
    world_says(world_out(&world), "E?[31m7?.yaml\n");
    tear_down();
}
END_TEST

START_TEST(paths_limit_what_is_shown)
{
    char path[WORLD_PATH];
    set_up();
    break_two_files();
    (void)world_file(&world, "problems/T.1/E1.yaml", path);
    world.course[0] = '\0'; /* the course is found from the path */
    ck_assert_int_eq(world_run(&world, "check", "--format", "short", path, NULL), 1);
    world_says(world_out(&world), "E1.yaml:");
    ck_assert_ptr_null(strstr(world_out(&world), "W1.yaml:"));
    (void)world_file(&world, "content", path);
    ck_assert_int_eq(world_run(&world, "check", "--format", "short", path, NULL), 1);
    world_says(world_out(&world), "1.md:");
    ck_assert_ptr_null(strstr(world_out(&world), "E1.yaml:"));
    (void)world_file(&world, "solutions", path);
    ck_assert_int_eq(world_run(&world, "check", "--format", "short", path, NULL), 0);
    tear_down();
}
END_TEST

START_TEST(the_deep_run_takes_every_instance_of_the_classes_asked_for)
{
    struct gr_arena arena = {0};
    set_up();
    ck_assert_int_eq(
        world_run(&world, "check", "--deep", "--class", "exact,seeded", "--json", NULL), 0);
    const struct gr_node *deep = gr_node_get(world_json(&world, &arena), "deep");
    ck_assert_ptr_nonnull(deep);
    ck_assert(gr_str_is(json_text(deep, "instances"), "8"));
    ck_assert(gr_str_is(json_text(deep, "tests"), "16"));
    gr_arena_free(&arena);
    tear_down();
}
END_TEST

START_TEST(the_deep_run_finds_a_test_that_fails)
{
    set_up();
    world_edit(&world, "problems/T.1/E1.yaml", "in: \"1\", expect: wrong",
               "in: \"1\", expect: correct");
    ck_assert_int_eq(world_run(&world, "check", NULL), 0);
    ck_assert_int_eq(world_run(&world, "check", "--deep", "--class", "exact", NULL), 1);
    world_says(world_out(&world), "E1.yaml:");
    tear_down();
}
END_TEST

/* A problem's solution belongs to it, and a path limits the work, not only what is shown. */
START_TEST(a_deep_run_of_one_problem_runs_it_alone_and_reads_its_solution)
{
    static const struct {
        const char *path, *instances, *says;
        int status;
    } rows[] = {{"problems/T.1/E1.yaml", "4", "E1.md", 1},
                {"solutions/T.1/E1.md", "4", "E1.md", 1},
                {"problems/T.1/E2.yaml", NULL, "\"findings\": []", 0},
                {"content", "0", "\"findings\": []", 0}};
    set_up();
    world_edit(&world, "solutions/T.1/E1.md", "{= 32 * n}", "{= 31 * n}");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gr_arena arena = {0};
        char path[WORLD_PATH];
        (void)world_file(&world, rows[i].path, path);
        ck_assert_int_eq(
            world_run(&world, "check", "--deep", "--class", "exact", "--json", path, NULL),
            rows[i].status);
        world_says(world_out(&world), rows[i].says);
        const struct gr_node *deep = gr_node_get(world_json(&world, &arena), "deep");
        ck_assert(rows[i].instances == NULL ||
                  gr_str_is(json_text(deep, "instances"), rows[i].instances));
        gr_arena_free(&arena);
    }
    tear_down();
}
END_TEST

START_TEST(the_deep_run_tells_a_fault_once_with_its_place)
{
    set_up();
    world_edit(&world, "solutions/T.1/E1.md", "{= 32 * n}", "{= 31 * n}");
    world_edit(&world, "problems/T.1/E1.yaml", "reference: total",
               "reference: total\n  model: total + 1");
    ck_assert_int_eq(
        world_run(&world, "check", "--deep", "--class", "exact", "--format", "short", NULL), 1);
    ck_assert_uint_eq(count_of(world_out(&world), "\n"), 2);
    world_says(world_out(&world), "E1.md:3:55: error[D002]: the solution's last number is not "
                                  "graded correct in 4 of 4 instances (0, 1, 2, ...); in instance");
    world_says(world_out(&world), "E1.yaml:22:10: error[D007]: the model is not graded correct in "
                                  "4 of 4 instances (0, 1, 2, ...); in instance");
    tear_down();
}
END_TEST

START_TEST(the_gate_lets_a_draft_owe_and_a_published_chapter_not)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "check", "--gate", NULL), 0);
    world_says(world_out(&world), "owes nothing");
    world_edit(&world, "content/T.1/chapter.yaml", "level: S1", "level: S2");
    ck_assert_int_eq(world_run(&world, "check", "--gate", NULL), 0);
    world_says(world_out(&world), "owes 2 more");
    world_edit(&world, "content/T.1/chapter.yaml", "status: draft", "status: published");
    ck_assert_int_eq(world_run(&world, "check", "--gate", NULL), 1);
    world_says(world_out(&world), "owes 2 more");
    ck_assert_uint_ge(count_of(world_out(&world), "chapter.yaml:"), 3);
    tear_down();
}
END_TEST

START_TEST(the_gate_fails_on_a_broken_file_too)
{
    set_up();
    break_two_files();
    ck_assert_int_eq(world_run(&world, "check", "--gate", NULL), 1);
    world_says(world_out(&world), "W1.yaml:23:3: error[");
    tear_down();
}
END_TEST

START_TEST(pages_and_statements_are_checked_for_their_maths)
{
    set_up();
    world_edit(&world, "content/T.1/basics/1.md", "$8n$", "$\\frca{8}{n}$");
    world_edit(&world, "problems/T.1/E1.yaml", "Two ranks all-reduce {n} fp32",
               "Two ranks all-reduce {n} $\\alhpa$ fp32");
    ck_assert_int_eq(world_run(&world, "check", "--format", "short", NULL), 1);
    world_says(world_out(&world), "1.md:13:");
    world_says(world_out(&world), "E1.yaml:18:29: ");
    tear_down();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_clean_course_has_no_findings_and_exits_with_zero,
        every_format_shows_the_same_findings,
        the_human_format_shows_line_caret_and_suggestion,
        the_caret_marks_the_whole_word,
        file_names_cannot_steer_the_terminal_or_break_a_line,
        paths_limit_what_is_shown,
        the_deep_run_takes_every_instance_of_the_classes_asked_for,
        the_deep_run_finds_a_test_that_fails,
        a_deep_run_of_one_problem_runs_it_alone_and_reads_its_solution,
        the_deep_run_tells_a_fault_once_with_its_place,
        the_gate_lets_a_draft_owe_and_a_published_chapter_not,
        the_gate_fails_on_a_broken_file_too,
        pages_and_statements_are_checked_for_their_maths,
    };
    return world_tests("check", 40, tests, sizeof tests / sizeof tests[0]);
}
