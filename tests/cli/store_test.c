/* The store as a student meets it: whoever cannot write says so, nothing is shown as empty that is
 * not, and what is exported or copied is whole.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/world.h"

static struct world world;
static char store[WORLD_PATH];

static void set_up(void)
{
    world_make(&world);
    (void)temp_folder_name(&world.folder, "data/wallclock/progress.db", store, sizeof store);
}

static void tear_down(void)
{
    world_free(&world);
}

static void write_store(const char *text)
{
    char folder[WORLD_PATH];
    (void)mkdir(temp_folder_name(&world.folder, "data", folder, sizeof folder), 0700);
    (void)mkdir(temp_folder_name(&world.folder, "data/wallclock", folder, sizeof folder), 0700);
    FILE *file = fopen(store, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(a_store_that_is_no_database_is_never_shown_as_empty)
{
    set_up();
    write_store("this was once somebody's shopping list, and it is long enough to look at\n");
    ck_assert_int_eq(world_run(&world, "list", NULL), 6);
    world_says(world_err(&world), "progress.db");
    ck_assert_str_eq(world_out(&world), "");
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 6);
    ck_assert_int_eq(world_run(&world, NULL), 6);
    ck_assert_int_eq(world_run(&world, "doctor", NULL), 1);
    world_says(world_out(&world), "! state");
    struct gr_arena arena = {0};
    struct gr_str kept;
    ck_assert(gr_file_read(&arena, store, 4096, &kept, NULL));
    ck_assert(gr_str_starts(kept, "this was once somebody's"));
    gr_arena_free(&arena);
    tear_down();
}
END_TEST

START_TEST(a_folder_in_the_place_of_the_store_is_an_error_with_the_path)
{
    set_up();
    write_store("");
    ck_assert_int_eq(unlink(store), 0);
    ck_assert_int_eq(mkdir(store, 0700), 0);
    ck_assert_int_eq(world_run(&world, "list", NULL), 6);
    world_says(world_err(&world), "progress.db");
    tear_down();
}
END_TEST

/* A store whose text was overwritten after it was ours: nothing of it can be recovered. */
static void lose_store(void)
{
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    write_store("text\n");
    char backup[WORLD_PATH];
    (void)temp_folder_name(&world.folder, "data/wallclock/backup/progress-2026-02-27.db", backup,
                           sizeof backup);
    ck_assert_int_eq(unlink(backup), 0);
}

START_TEST(a_total_loss_is_said_until_the_student_goes_on)
{
    set_up();
    world.more_env[0] = "WALLCLOCK_NOW_MS=1772193600000"; /* 2026-02-27 12:00 UTC */
    lose_store();
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(world_run(&world, "progress", NULL), 0);
        world_says(world_err(&world), "it starts empty");
        ck_assert_int_eq(world_run(&world, "doctor", NULL), 1);
        world_says(world_out(&world), "! notice");
        ck_assert_int_eq(world_run(&world, "read", "basics.1", NULL), 0);
    }
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    ck_assert_int_eq(world_run(&world, "progress", NULL), 0);
    ck_assert_ptr_null(strstr(world_err(&world), "empty"));
    tear_down();
}
END_TEST

START_TEST(a_command_that_records_makes_the_copy_of_the_day)
{
    set_up();
    world.more_env[0] = "WALLCLOCK_NOW_MS=1772193600000";
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    write_store("text\n");
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Bits (1 attempt)");
    world_says(world_err(&world), "restored from the backup of 2026-02-27");
    tear_down();
}
END_TEST

/* Every command that would show or record progress; none may take it for empty. */
START_TEST(a_store_that_cannot_be_looked_at_is_an_error_everywhere)
{
    static const char *const commands[][3] = {{"list"},
                                              {"progress"},
                                              {"export"},
                                              {"backup"},
                                              {"read", "basics.1"},
                                              {"trial", "E1"},
                                              {"open", "E1"},
                                              {"kernel", "run", "sum"},
                                              {"answer", "E1", "7"},
                                              {"solution", "E1"}};
    set_up();
    (void)snprintf(world.data, sizeof world.data, "XDG_DATA_HOME=/dev/null");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        int status = world_run(&world, commands[i][0], commands[i][1],
                               commands[i][1] == NULL ? NULL : commands[i][2], NULL);
        ck_assert_msg(status == 6, "%s gives %d", commands[i][0], status);
        world_says(world_err(&world), "/dev/null");
        ck_assert_str_eq(world_out(&world), "");
    }
    ck_assert_int_eq(world_run(&world, "--plain", NULL), 6);
    ck_assert_int_eq(world_run(&world, "doctor", NULL), 1);
    world_says(world_out(&world), "! state");
    tear_down();
}
END_TEST

START_TEST(without_a_place_for_the_store_the_course_is_open_and_answers_are_refused)
{
    set_up();
    for (size_t i = 0; i < 2; i++) {
        (void)snprintf(world.home, sizeof world.home, "HOME=/proc/none");
        (void)snprintf(world.data, sizeof world.data, "%s",
                       i == 0 ? "XDG_DATA_HOME=" : "XDG_DATA_HOME=/proc/none");
        ck_assert_int_eq(world_run(&world, "read", "basics.1", NULL), 0);
        world_says(world_err(&world), "nothing is recorded here: ");
        ck_assert_int_eq(world_run(&world, "read", "E1", NULL), 0);
        ck_assert_int_eq(world_run(&world, "progress", NULL), 0);
        ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 6);
        ck_assert_int_eq(world_feed(&world, gr_str("progress\nq\n"), "--plain", NULL), 0);
        world_says(world_out(&world), "NOTHING IS RECORDED HERE.");
        ck_assert_int_eq(world_feed(&world, gr_str("open E1\n9\ny\nq\n"), "--plain", NULL), 6);
        if (geteuid() != 0) { /* root has every right there, and it helps nothing */
            ck_assert_int_eq(world_run(&world, "doctor", NULL), 1);
            world_says(world_out(&world), "! state");
        }
    }
    tear_down();
}
END_TEST

START_TEST(many_answers_at_once_are_all_recorded)
{
    enum { MANY = 8 };
    static struct world others[MANY];
    static const char *const values[MANY] = {"101", "102", "103", "104",
                                             "105", "106", "107", "108"};
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    for (size_t i = 0; i < MANY; i++) {
        others[i] = world;
        others[i].ran = (struct proc){0};
        world_start(&others[i], "answer", "E1", values[i], NULL);
    }
    for (size_t i = 0; i < MANY; i++) {
        proc_close_input(&others[i].ran);
        proc_wait(&others[i].ran);
        ck_assert_msg(others[i].ran.status == 1, "%s", world_err(&others[i]));
        proc_free(&others[i].ran);
    }
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Bits (9 attempts)");
    tear_down();
}
END_TEST

START_TEST(a_full_disk_lets_one_look)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    world.most_file_bytes = 1;
    ck_assert_int_eq(world_run(&world, "progress", NULL), 0);
    ck_assert_int_eq(world_run(&world, "read", "basics.1", NULL), 0);
    world_says(world_err(&world), "full");
    ck_assert_int_eq(world_run(&world, "answer", "E1", "8", NULL), 6);
    world_says(world_err(&world), "full");
    tear_down();
}
END_TEST

START_TEST(a_second_instance_only_reads_and_says_who_writes)
{
    struct world second;
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    world_start(&world, "--plain", NULL);
    ck_assert(proc_wait_text(&world.ran, "> "));
    second = world;
    second.ran = (struct proc){0};
    ck_assert_int_eq(world_run(&second, "list", NULL), 0);
    world_says(world_out(&second), "Bits (1 attempt)");
    world_says(world_err(&second), "nothing is recorded here");
    char holder[32];
    (void)snprintf(holder, sizeof holder, "pid %ld", (long)world.ran.pid);
    world_says(world_err(&second), holder);
    ck_assert_int_eq(world_run(&second, "answer", "E1", "8", NULL), 6);
    ck_assert_int_eq(world_feed(&second, gr_str("open E1\n9\ny\nq\n"), "--plain", NULL), 6);
    world_says(world_out(&second), "NOTHING IS RECORDED HERE.");
    proc_free(&second.ran);
    proc_kill(&world.ran, SIGKILL);
    proc_wait(&world.ran);
    ck_assert_int_eq(world_run(&world, "answer", "E1", "8", NULL), 1);
    world_says(world_out(&world), "Attempt 2");
    tear_down();
}
END_TEST

START_TEST(a_full_disk_is_said_and_the_answers_before_are_kept)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    world.most_file_bytes = 4096;
    ck_assert_int_eq(world_run(&world, "answer", "E1", "8", NULL), 6);
    ck_assert_uint_gt(strlen(world_err(&world)), 20);
    world.most_file_bytes = 0;
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Bits (1 attempt)");
    ck_assert_int_eq(world_run(&world, "answer", "E1", "9", NULL), 1);
    world_says(world_out(&world), "Attempt 2");
    tear_down();
}
END_TEST

START_TEST(output_that_may_not_grow_is_an_error_and_not_the_end_of_the_program)
{
    char path[WORLD_PATH];
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    world.output = temp_folder_name(&world.folder, "output", path, sizeof path);
    world.most_file_bytes = 16;
    ck_assert_int_eq(world_run(&world, "list", NULL), 70);
    ck_assert_int_eq(world_run(&world, "kernel", "list", NULL), 70);
    tear_down();
}
END_TEST

START_TEST(the_export_is_one_event_a_line_with_a_head)
{
    char path[WORLD_PATH];
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    ck_assert_int_eq(world_run(&world, "export", NULL), 0);
    size_t lines = 0;
    for (struct gr_str rest = gr_buf_view(&world.ran.out_text); rest.len > 0; lines++) {
        struct gr_arena arena = {0};
        struct gr_diags diags = {0};
        const char *end = memchr(rest.ptr, '\n', rest.len);
        ck_assert_ptr_nonnull(end);
        struct gr_str line = {.ptr = rest.ptr, .len = (size_t)(end - rest.ptr)};
        const struct gr_node *json = gr_yaml_parse(&arena, line, "line", 1, &diags);
        ck_assert_ptr_nonnull(json);
        ck_assert_ptr_nonnull(gr_node_get(json, lines == 0 ? "schema" : "payload"));
        rest = gr_str_from(rest, line.len + 1);
        gr_diags_free(&diags);
        gr_arena_free(&arena);
    }
    ck_assert_uint_eq(lines, 3); /* head, deal, answer */
    (void)temp_folder_name(&world.folder, "journal.jsonl", path, sizeof path);
    ck_assert_int_eq(world_run(&world, "export", path, NULL), 0);
    ck_assert_int_eq(access(path, F_OK), 0);
    ck_assert_int_eq(world_run(&world, "export", "/nowhere/at/all", NULL), 3);
    world_says(world_err(&world), "/nowhere/at/all");
    tear_down();
}
END_TEST

START_TEST(a_backup_is_a_store_that_can_be_opened)
{
    char path[WORLD_PATH];
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    (void)temp_folder_name(&world.folder, "copy", path, sizeof path);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    (void)temp_folder_name(&world.folder, "copy/progress.db", path, sizeof path);
    ck_assert_int_eq(world_run(&world, "backup", path, NULL), 0);
    ck_assert_int_eq(world_run(&world, "backup", path, NULL), 2);
    world_says(world_err(&world), "exists already");
    *strrchr(path, '/') = '\0';
    ck_assert_int_eq(world_run(&world, "list", "--data", path, NULL), 0);
    world_says(world_out(&world), "Bits (1 attempt)");
    for (int i = 0; i < 3; i++) { /* within a second, too */
        ck_assert_int_eq(world_run(&world, "backup", NULL), 0);
        world_says(world_out(&world), "backup/by-hand-");
    }
    (void)temp_folder_name(&world.folder, "none/such/copy.db", path, sizeof path);
    ck_assert_int_eq(world_run(&world, "backup", path, NULL), 3);
    *strrchr(path, '/') = '\0';
    ck_assert_int_eq(access(path, F_OK), -1);
    tear_down();
}
END_TEST

START_TEST(a_reset_needs_a_yes_and_keeps_the_history)
{
    set_up();
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    ck_assert_int_eq(world_run(&world, "reset", "E1", NULL), 2);
    world_says(world_err(&world), "--yes");
    ck_assert_int_eq(world_run(&world, "reset", "E1", "-y", NULL), 0);
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
    world_says(world_out(&world), "Bits (new)");
    ck_assert_int_eq(world_run(&world, "export", NULL), 0);
    world_says(world_out(&world), "\"kind\": \"answer\"");
    tear_down();
}
END_TEST

START_TEST(a_relative_xdg_folder_is_ignored_and_data_is_made_absolute)
{
    set_up();
    (void)snprintf(world.data, sizeof world.data, "XDG_DATA_HOME=relative");
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 1);
    char path[WORLD_PATH];
    (void)temp_folder_name(&world.folder, "home/.local/share/wallclock/progress.db", path,
                           sizeof path);
    ck_assert_int_eq(access(path, F_OK), 0);
    tear_down();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_store_that_is_no_database_is_never_shown_as_empty,
        a_folder_in_the_place_of_the_store_is_an_error_with_the_path,
        a_total_loss_is_said_until_the_student_goes_on,
        a_command_that_records_makes_the_copy_of_the_day,
        a_store_that_cannot_be_looked_at_is_an_error_everywhere,
        without_a_place_for_the_store_the_course_is_open_and_answers_are_refused,
        many_answers_at_once_are_all_recorded,
        a_full_disk_lets_one_look,
        a_second_instance_only_reads_and_says_who_writes,
        a_full_disk_is_said_and_the_answers_before_are_kept,
        output_that_may_not_grow_is_an_error_and_not_the_end_of_the_program,
        the_export_is_one_event_a_line_with_a_head,
        a_backup_is_a_store_that_can_be_opened,
        a_reset_needs_a_yes_and_keeps_the_history,
        a_relative_xdg_folder_is_ignored_and_data_is_made_absolute,
    };
    return world_tests("store", 40, tests, sizeof tests / sizeof tests[0]);
}
