/* The command line as such: dispatch, flags anywhere, help, did-you-mean, exit statuses, JSON that
 * carries its schema, and what happens when nobody can take the output.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
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
    {{"check", "--format", "xml"}, "human, short or json"},
    {{"check", "--class", "exact"}, "goes with --deep"},
    {{"check", "--deep", "--class=fuzzy"}, "exact, seeded and timed"},
    {{"explain", "Y99x"}, "no code"},
    {{"list", "--color", "blue"}, "auto, always or never"},
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

START_TEST(messages_cannot_steer_the_terminal)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "\033[2Jlist", NULL), 2);
    ck_assert_ptr_null(strchr(world_err(&world), '\033'));
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

START_TEST(doctor_reports_without_naming_anybody)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "doctor", NULL), 0);
    world_says(world_out(&world), "Terminal\n");
    world_says(world_out(&world), "Machine and kernels\n");
    world_says(world_out(&world), "All is well.");
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
        messages_cannot_steer_the_terminal,
        json_output_is_one_object_that_carries_its_schema,
        without_a_terminal_it_prints_the_home_page_and_leaves_no_trace,
        home_knows_where_one_is_and_what_is_next,
        ends_quietly_when_its_reader_goes_away,
        says_so_when_the_output_cannot_be_written,
        kernel_hands_over_to_kn_with_its_status,
        explains_a_code_in_either_case,
        doctor_reports_without_naming_anybody,
    };
    return world_tests("commands", 30, tests, sizeof tests / sizeof tests[0]);
}
