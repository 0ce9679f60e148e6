/* The command line as such: dispatch, flags anywhere, help, did-you-mean, exit statuses, JSON that
 * carries its schema, and what happens when nobody can take the output.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

START_TEST(prints_version_and_help_on_standard_output)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "--version", NULL), 0);
    world_says(world_out(&world), "wallclock 0.");
    ck_assert_int_eq(world_run(&world, "--help", NULL), 0);
    world_says(world_out(&world), "Exit status");
    ck_assert_str_eq(world_err(&world), "");
    tear_down();
}
END_TEST

static const char *const commands[] = {"open",   "list",    "read",   "answer",   "hint",
                                       "twin",   "why",     "eval",   "solution", "reset",
                                       "backup", "export",  "doctor", "kernel",   "check",
                                       "trial",  "explain", "help",   "progress"};

START_TEST(every_command_has_help_and_stands_in_the_list)
{
    set_up();
    (void)world_run(&world, "help", NULL);
    struct gr_arena arena = {0};
    const char *listed = gr_arena_text(&arena, gr_buf_view(&world.ran.out_text));
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char line[32];
        (void)snprintf(line, sizeof line, "\n  %s ", commands[i]);
        world_says(listed, line);
        ck_assert_int_eq(world_run(&world, "help", commands[i], NULL), 0);
        world_says(world_out(&world), "Usage: wallclock");
        ck_assert_int_eq(world_run(&world, commands[i], "--help", NULL), 0);
    }
    gr_arena_free(&arena);
    tear_down();
}
END_TEST

START_TEST(no_line_of_help_is_wider_than_a_terminal)
{
    set_up();
    (void)world_run(&world, "help", NULL);
    size_t width = 0;
    for (const char *c = world_out(&world); *c != '\0'; c++) {
        width = *c == '\n' ? 0 : width + 1;
        ck_assert_uint_le(width, 80);
    }
    tear_down();
}
END_TEST

static const struct {
    const char *args[4];
    const char *says;
} wrong_uses[] = {
    {{"lst"}, "no command 'lst'. Did you mean 'list'?"},
    {{"progess"}, "Did you mean 'progress'?"},
    {{"frobnicate"}, "wallclock help lists them"},
    {{"help", "anser"}, "Did you mean 'answer'?"},
    {{"list", "--jsn"}, "Did you mean '--json'?"},
    {{"list", "--deep"}, "list takes no --deep"},
    {{"list", "W1"}, "list takes no 'W1'"},
    {{"list", "-x"}, "no flag '-x'"},
    {{"--frob"}, "no flag '--frob'"},
    {{"-x"}, "no flag '-x'"},
    {{"read"}, "read needs more"},
    {{"answer", "W1"}, "answer needs more"},
    {{"list", "--json=yes"}, "--json takes no value"},
    {{"eval", "5", "--unit"}, "--unit needs a value"},
    {{"eval", "5", "--unit", "furlong"}, "--unit"},
    {{"read", "W9"}, "W9"},
    {{"read", "basics.1x"}, "basics.1"},
    {{"hint", "basics.1"}, "is no problem"},
    {{"twin", "E1"}, "no twin"},
    {{"trial", "W1", "--times", "0"}, "whole number"},
    {{"trial", "W1", "--answer", "foo"}, "foo"},
    {{"trial", "W1", "--answer", "(((("}, "--answer"},
    {{"trial", "W1", "--answer", "1/0"}, "zero"},
    {{"check", "--format", "xml"}, "human, short or json"},
    {{"check", "--class", "exact"}, "goes with --deep"},
    {{"check", "--deep", "--class=fuzzy"}, "exact, seeded and timed"},
    {{"explain", "Y99x"}, "no code"},
    {{"list", "--color", "blue"}, "auto, always or never"},
    {{"list", "--isa", "foo"}, "--isa takes scalar, avx2 or avx512, not 'foo'"},
    {{"list", "--isa", "axv2"}, "Did you mean 'avx2'?"},
    {{"list", "--isa", "cuda"}, "--isa takes scalar"},
    {{"list", "--isa="}, "--isa takes scalar"},
    {{"kernel", "--isa", "foo", "list"}, "--isa takes scalar"},
    {{"list", "--device", "gpu"}, "--device takes cpu or cuda:N"},
    {{"list", "--device", "cuda:"}, "--device takes cpu or cuda:N"},
    {{"list", "--device", "cuda:-1"}, "--device takes cpu or cuda:N"},
};

START_TEST(wrong_use_exits_with_two_and_says_what_is_right)
{
    set_up();
    for (size_t i = 0; i < sizeof wrong_uses / sizeof wrong_uses[0]; i++) {
        const char *const *args = wrong_uses[i].args;
        int status = world_run(&world, args[0], args[1], args[2], args[3], NULL);
        ck_assert_msg(status == 2, "%s %s: exit %d, not 2: %s", args[0],
                      args[1] == NULL ? "" : args[1], status, world_err(&world));
        world_says(world_err(&world), wrong_uses[i].says);
        ck_assert_str_eq(world_out(&world), "");
    }
    tear_down();
}
END_TEST

START_TEST(flags_stand_anywhere_and_two_dashes_end_them)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "--json", "eval", "--unit=ms", "5 s", NULL), 0);
    world_says(world_out(&world), "\"value\": 5000");
    ck_assert_int_eq(world_run(&world, "eval", "5 s", "--unit", "ms", "--json", NULL), 0);
    ck_assert_int_eq(world_run(&world, "eval", "--", "-5", NULL), 0);
    ck_assert_str_eq(world_out(&world), "-5\n");
    ck_assert_int_eq(world_run(&world, "eval", "-5", NULL), 0);
    ck_assert_int_eq(world_run(&world, "eval", "-2^2", NULL), 0);
    ck_assert_str_eq(world_out(&world), "-4\n");
    ck_assert_int_eq(world_run(&world, "eval",
                               "\xE2\x88\x92"
                               "5",
                               NULL),
                     0);
    ck_assert_str_eq(world_out(&world), "-5\n");
    tear_down();
}
END_TEST

/* "nothing steers": no control character, whole or as the 8-bit form that UTF-8 spells in two. */
static void check_harmless(const char *text)
{
    static const unsigned char turn[] = {0xE2, 0x80, 0xAE}; /* U+202E, right to left from here */
    for (const char *c = text; *c != '\0'; c++) {
        ck_assert_msg(*c == '\n' || (unsigned char)*c >= 0x20, "byte %d in: %s", *c, text);
        ck_assert_msg(*c != 0x7F && strncmp(c, "\xC2\x9B", 2) != 0, "control byte in: %s", text);
        ck_assert_msg(strncmp(c, (const char *)turn, sizeof turn) != 0, "text turned around in: %s",
                      text);
    }
}

#define STEERS "\033[31m\x7F\xC2\x9B\xE2\x80\xAE\rX\nY"

START_TEST(nothing_from_outside_can_steer_the_terminal)
{
    static const char *const runs[][4] = {
        {STEERS},
        {"--" STEERS},
        {"read", STEERS},
        {"eval", STEERS},
        {"eval", "5", "--unit", STEERS},
        {"check", "/" STEERS},
        {"check", "--format", STEERS},
        {"list", "--isa", STEERS},
        {"list", "--course", "/" STEERS},
        {"explain", STEERS},
        {"trial", "W1", "--answer", STEERS},
        {"trial", "E1", "--answer", STEERS},
        {"answer", "E1", STEERS},
        {"kernel", STEERS},
        {"kernel", "run", STEERS},
        {"kernel", "run", "ring", STEERS},
        {"kernel", "run", "ring", "p=" STEERS},
        {"kernel", "list", STEERS},
        {"kernel", "check", STEERS},
        {"kernel", "bench", STEERS},
        {"kernel", "list", "--" STEERS},
    };
    set_up();
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        const char *const *args = runs[i];
        (void)world_run(&world, args[0], args[1], args[2], args[3], NULL);
        check_harmless(world_err(&world));
        bool is_reply = strcmp(args[0], "kernel") == 0; /* lines with tabs in them, for programs */
        for (char *c = is_reply ? world.ran.out_text.ptr : NULL; c != NULL && *c != '\0'; c++)
            *c = *c == '\t' ? ' ' : *c;
        check_harmless(world_out(&world));
    }
    tear_down();
}
END_TEST

START_TEST(paths_and_the_environment_are_shown_on_one_harmless_line)
{
    static char term[] = "TERM=" STEERS, isa[] = "WALLCLOCK_ISA=" STEERS;
    char data[WORLD_PATH];
    set_up();
    (void)snprintf(data, sizeof data, "%s/" STEERS, world.folder.path);
    world.more_env[0] = term;
    ck_assert_int_eq(world_run(&world, "read", "basics.1", "--data", data, NULL), 0);
    ck_assert_int_eq(world_run(&world, "doctor", "--data", data, NULL), 0);
    check_harmless(world_out(&world));
    world_says(world_out(&world), "  TERM         ?[31m????X?Y\n");
    world_says(world_out(&world), "/?[31m????X?Y/progress.db\n");
    ck_assert_int_eq(world_run(&world, "progress", "--data", data, NULL), 0);
    check_harmless(world_out(&world));
    world_says(world_out(&world), "/?[31m????X?Y/progress.db\n");
    (void)world_run(&world, "backup", "--data", data, NULL);
    check_harmless(world_out(&world));
    world.more_env[0] = isa;
    ck_assert_int_eq(world_run(&world, "kernel", "list", NULL), 2);
    check_harmless(world_err(&world));
    world_says(world_err(&world), "WALLCLOCK_ISA must be scalar, avx2 or avx512, not ?[31m");
    tear_down();
}
END_TEST

START_TEST(ascii_is_all_that_is_printed_when_it_is_asked_for)
{
    set_up();
    world_edit(&world, "content/T.1/basics/1.md", "title: Bytes",
               "title: \"\xCE\xBB \xE2\x89\xA4 \xCF\x84\"");
    ck_assert_int_eq(world_run(&world, "list", "--ascii", NULL), 0);
    world_says(world_out(&world), "basics.1     lambda <= tau (new)");
    ck_assert_int_eq(world_run(&world, "list", "--ascii", "--json", NULL), 0);
    world_says(world_out(&world), "\xCE\xBB \xE2\x89\xA4 \xCF\x84"); /* data stays as it is */
    tear_down();
}
END_TEST

static const struct {
    const char *args[3];
    const char *schema, *key;
} objects[] = {
    {{"list", "--json"}, "wallclock.list/1", "items"},
    {{"progress", "--json"}, "wallclock.progress/1", "chapters"},
    {{"eval", "5", "--json"}, "wallclock.eval/1", "value"},
    {{"check", "--json"}, "wallclock.check/1", "findings"},
    {{"check", "--format", "json"}, "wallclock.check/1", "chapters"},
};

START_TEST(json_output_is_one_object_that_carries_its_schema)
{
    set_up();
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        struct gr_arena arena = {0};
        const char *const *args = objects[i].args;
        ck_assert_int_eq(world_run(&world, args[0], args[1], args[2], NULL), 0);
        const struct gr_node *json = world_json(&world, &arena);
        ck_assert(gr_str_is(json_text(json, "schema"), objects[i].schema));
        ck_assert_ptr_nonnull(gr_node_get(json, objects[i].key));
        gr_arena_free(&arena);
    }
    tear_down();
}
END_TEST

START_TEST(without_a_terminal_it_prints_the_home_page_and_leaves_no_trace)
{
    set_up();
    char path[WORLD_PATH];
    ck_assert_int_eq(world_run(&world, NULL), 0);
    world_says(world_out(&world), "T.1 Test Chapter   S1 Small   draft");
    world_says(world_out(&world), "you: 0 of 1 problems");
    world_says(world_out(&world), "Where you are: at the start");
    world_says(world_out(&world), "Next:\n  wallclock read basics.1");
    ck_assert_ptr_null(strchr(world_out(&world), '\033'));
    ck_assert_int_ne(access(temp_folder_name(&world.folder, "data", path, sizeof path), F_OK), 0);
    ck_assert_str_eq(world_err(&world), "");
    tear_down();
}
END_TEST

START_TEST(home_knows_where_one_is_and_what_is_next)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "read", "basics.1", NULL), 0);
    ck_assert_int_eq(world_run(&world, NULL), 0);
    world_says(world_out(&world), "Where you are: basics.1, Bytes (read)");
    world_says(world_out(&world), "Next:\n  wallclock read basics.2");
    world_says(world_out(&world), "1 of 2 pages read");
    tear_down();
}
END_TEST

START_TEST(ends_quietly_when_its_reader_goes_away)
{
    set_up();
    world_start(&world, "eval", NULL);
    proc_close_output(&world.ran); /* before it can have written anything: it still reads */
    (void)proc_write(&world.ran, gr_str("5"));
    proc_close_input(&world.ran);
    proc_wait(&world.ran);
    ck_assert_int_eq(world.ran.status, 128 + SIGPIPE);
    ck_assert_str_eq(world_err(&world), "");
    tear_down();
}
END_TEST

START_TEST(says_so_when_the_output_cannot_be_written)
{
    set_up();
    world.output = "/dev/full";
    ck_assert_int_eq(world_run(&world, "list", NULL), 70);
    world_says(world_err(&world), "cannot write to standard output: No space left on device");
    static const char *const kernels[][3] = {
        {"list"}, {"list", "ring"}, {"check", "sum"}, {"probe"}, {"run", "no-such-kernel"},
    };
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        const char *const *args = kernels[i];
        ck_assert_int_eq(world_run(&world, "kernel", args[0], args[1], args[2], NULL), 70);
        world_says(world_err(&world), "kn: cannot write to standard output");
    }
    world.output = NULL;
    world.no_output = true;
    ck_assert_int_eq(world_run(&world, "list", NULL), 70);
    world_says(world_err(&world), "cannot write to standard output");
    tear_down();
}
END_TEST

START_TEST(kernel_hands_over_to_kn_with_its_status)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "kernel", "list", NULL), 0);
    world_says(world_out(&world), "ring");
    ck_assert_int_eq(
        world_run(&world, "kernel", "run", "ring", "p=2", "n=1000", "dtype=fp32", NULL), 0);
    world_says(world_out(&world), "out\tbytes\t4000");
    ck_assert_int_eq(world_run(&world, "kernel", "run", "rong", NULL), 2);
    tear_down();
}
END_TEST

static int instance_for(const char *student, const char *data)
{
    int status = student == NULL
                     ? world_run(&world, "read", "E1", "--data", data, NULL)
                     : world_run(&world, "read", "E1", "--student", student, "--data", data, NULL);
    ck_assert_int_eq(status, 0);
    const char *at = strstr(world_out(&world), "instance ");
    ck_assert_ptr_nonnull(at);
    return at[strlen("instance ")] - '0';
}

/* As help and README say: a name decides the first instance, an open deal stays what it is. */
START_TEST(a_student_decides_only_the_first_instance_of_a_problem)
{
    static const char *const names[] = {"ada", "bob", "eve", "kim", "lee", "max"};
    char ada[WORLD_PATH], other[WORLD_PATH];
    int of_other = 0, of_ada = 0;
    set_up();
    world_edit(&world, "content/T.1/chapter.yaml", "instances: same", "instances: own");
    of_ada = instance_for("ada", temp_folder_name(&world.folder, "ada", ada, sizeof ada));
    of_other = of_ada;
    for (size_t i = 1; i < sizeof names / sizeof names[0] && of_other == of_ada; i++) {
        (void)temp_folder_name(&world.folder, names[i], other, sizeof other);
        of_other = instance_for(names[i], other);
    }
    ck_assert_int_ne(of_other, of_ada);
    ck_assert_int_eq(instance_for(NULL, ada), of_ada);
    ck_assert_int_eq(instance_for("ada", other), of_other);
    ck_assert_int_eq(world_run(&world, "help", "read", NULL), 0);
    world_says(world_out(&world), "decides only the first instance where no deal is open");
    tear_down();
}
END_TEST

/* Whatever the help of a command that takes an ITEM names can be read in the course it ships with.
 */
START_TEST(every_item_that_help_names_can_be_found)
{
    size_t found = 0;
    set_up();
    ck_assert_int_eq(world_run(&world, "help", "read", NULL), 0);
    struct gr_arena arena = {0};
    const char *help = gr_arena_text(&arena, gr_buf_view(&world.ran.out_text));
    const char *at = strstr(help, "its short form: ");
    ck_assert_ptr_nonnull(at);
    (void)snprintf(world.course, sizeof world.course, "%s", getenv("WALLCLOCK_SOURCE"));
    for (at += strlen("its short form: "); *at != '\n'; found++) {
        char name[32];
        size_t len = strcspn(at, ",\n");
        size_t end = len - (at[len] == '\n' ? 1 : 0); /* the full stop */
        (void)snprintf(name, sizeof name, "%.*s", (int)end, at);
        int status = world_run(&world, "reset", name, "--no-input", NULL);
        ck_assert_int_eq(status, 2);
        world_says(world_err(&world), "say --yes"); /* it was found, and would be reset */
        at += len + (at[len] == ',' ? 2 : 0);
    }
    ck_assert_uint_ge(found, 3);
    gr_arena_free(&arena);
    tear_down();
}
END_TEST

START_TEST(explains_a_code_in_either_case)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "explain", "P001", NULL), 0);
    struct gr_arena arena = {0};
    const char *first = gr_arena_text(&arena, gr_buf_view(&world.ran.out_text));
    ck_assert_int_eq(world_run(&world, "explain", "p001", NULL), 0);
    ck_assert_str_eq(world_out(&world), first);
    gr_arena_free(&arena);
    ck_assert_int_eq(world_run(&world, "explain", "M001", NULL), 0);
    world_says(world_out(&world), "M001: A formula");
    tear_down();
}
END_TEST

START_TEST(doctor_knows_a_program_that_is_not_kn)
{
    static const char *const programs[] = {"/bin/true", "/bin/false", "/bin/echo"};
    set_up();
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        (void)snprintf(world.kn, sizeof world.kn, "WALLCLOCK_KN=%s", programs[i]);
        ck_assert_int_eq(world_run(&world, "doctor", NULL), 1);
        world_says(world_out(&world), "! probe");
    }
    tear_down();
}
END_TEST

START_TEST(doctor_reports_without_naming_anybody)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "doctor", NULL), 0);
    world_says(world_out(&world), "Terminal\n");
    world_says(world_out(&world), "Machine and kernels\n");
    world_says(world_out(&world), "All is well.");
    world_says(world_out(&world), " 1 chapter, 2 pages, 3 problems\n");
    char kn[] = "WALLCLOCK_KN=/nowhere/kn";
    world.more_env[0] = kn;
    (void)snprintf(world.kn, sizeof world.kn, "A=B");
    ck_assert_int_eq(world_run(&world, "doctor", NULL), 1);
    world_says(world_out(&world), "! kn");
    tear_down();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        prints_version_and_help_on_standard_output,
        every_command_has_help_and_stands_in_the_list,
        no_line_of_help_is_wider_than_a_terminal,
        wrong_use_exits_with_two_and_says_what_is_right,
        flags_stand_anywhere_and_two_dashes_end_them,
        nothing_from_outside_can_steer_the_terminal,
        paths_and_the_environment_are_shown_on_one_harmless_line,
        ascii_is_all_that_is_printed_when_it_is_asked_for,
        json_output_is_one_object_that_carries_its_schema,
        without_a_terminal_it_prints_the_home_page_and_leaves_no_trace,
        home_knows_where_one_is_and_what_is_next,
        ends_quietly_when_its_reader_goes_away,
        says_so_when_the_output_cannot_be_written,
        kernel_hands_over_to_kn_with_its_status,
        a_student_decides_only_the_first_instance_of_a_problem,
        every_item_that_help_names_can_be_found,
        explains_a_code_in_either_case,
        doctor_knows_a_program_that_is_not_kn,
        doctor_reports_without_naming_anybody,
    };
    return world_tests("commands", 30, tests, sizeof tests / sizeof tests[0]);
}
