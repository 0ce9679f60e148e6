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

START_TEST(a_store_that_may_not_be_written_says_so)
{
    set_up();
    if (geteuid() == 0) { /* root may write anything: a file where the folder should be */
        (void)snprintf(world.data, sizeof world.data, "XDG_DATA_HOME=/dev/null");
    } else {
        char folder[WORLD_PATH];
        ck_assert_int_eq(
            mkdir(temp_folder_name(&world.folder, "data", folder, sizeof folder), 0500), 0);
    }
    ck_assert_int_eq(world_run(&world, "answer", "E1", "7", NULL), 6);
    ck_assert_uint_gt(strlen(world_err(&world)), 20);
    ck_assert_int_eq(world_run(&world, "list", NULL), 0);
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
    ck_assert_int_eq(world_run(&world, "backup", NULL), 0);
    world_says(world_out(&world), "backup/by-hand-");
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
        a_store_that_may_not_be_written_says_so,
        a_second_instance_only_reads_and_says_who_writes,
        a_full_disk_is_said_and_the_answers_before_are_kept,
        the_export_is_one_event_a_line_with_a_head,
        a_backup_is_a_store_that_can_be_opened,
        a_reset_needs_a_yes_and_keeps_the_history,
        a_relative_xdg_folder_is_ignored_and_data_is_made_absolute,
    };
    return world_tests("store", 40, tests, sizeof tests / sizeof tests[0]);
}
