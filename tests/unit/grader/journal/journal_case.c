/* See journal_case.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/grader/journal/journal_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

void journal_case_start(struct journal_case *test, bool in_memory)
{
    *test = (struct journal_case){0};
    temp_folder_make(&test->folder, in_memory);
    (void)temp_folder_name(&test->folder, "data/wallclock/progress.db", test->path,
                           sizeof test->path);
    (void)temp_folder_name(&test->folder, "data/wallclock/progress.db.lock", test->lock,
                           sizeof test->lock);
}

void journal_case_end(const struct journal_case *test)
{
    temp_folder_remove(&test->folder);
}

struct gr_journal *journal_try_open(struct journal_case *test)
{
    struct gr_journal *journal = NULL;
    test->err = (struct gr_err){0};
    bool is_open = gr_journal_open(test->path, &journal, &test->err);
    ck_assert_int_eq(is_open, journal != NULL);
    ck_assert_int_eq(is_open, test->err.code == GR_OK);
    return journal;
}

struct gr_journal *journal_open(struct journal_case *test)
{
    struct gr_journal *journal = journal_try_open(test);
    ck_assert_msg(journal != NULL, "%s", test->err.text);
    return journal;
}

int64_t journal_put(struct gr_journal *journal, const char *item, const char *payload)
{
    struct gr_event event = {
        .kind = "answer", .item = item, .rev = 1, .instance = 7, .payload = payload};
    struct gr_err err = {0};
    ck_assert_msg(gr_journal_append(journal, &event, &err), "%s", err.text);
    return event.seq;
}

void journal_fill(struct journal_case *test, int count)
{
    struct gr_journal *journal = journal_open(test);
    for (int i = 0; i < count; i++)
        (void)journal_put(journal, i % 2 == 0 ? "VIII.6.W3" : "VIII.6.W4",
                          "{\"text\":\"19.37 GiB\",\"value\":\"0x1.35eb851eb851fp+4\"}");
    gr_journal_close(journal);
}

static bool count_one(void *context, const struct gr_event *event)
{
    ck_assert(event->seq > 0 && event->kind[0] != '\0' && event->hash[63] != '\0');
    ++*(int64_t *)context;
    return true;
}

int64_t journal_count(struct gr_journal *journal)
{
    int64_t count = 0;
    struct gr_err err = {0};
    ck_assert_msg(gr_journal_each(journal, NULL, NULL, count_one, &count, &err), "%s", err.text);
    return count;
}

int64_t journal_verified(struct gr_journal *journal)
{
    int64_t events = -1;
    struct gr_err err = {0};
    ck_assert_msg(gr_journal_verify(journal, &events, &err), "%s", err.text);
    return events;
}

void journal_sql(const struct journal_case *test, const char *sql)
{
    sqlite3 *db = NULL;
    ck_assert_int_eq(sqlite3_open(test->path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

int in_process(void (*work)(struct journal_case *test), struct journal_case *test)
{
    int status = -1;
    pid_t pid = fork();
    ck_assert(pid >= 0);
    if (pid == 0) {
        work(test);
        _exit(0);
    }
    ck_assert(waitpid(pid, &status, 0) == pid);
    return status;
}

uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

size_t file_read(const char *path, void *out, size_t size)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "no %s", path);
    size_t count = fread(out, 1, size, file);
    ck_assert_int_eq(fclose(file), 0);
    return count;
}

void file_write(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "no %s", path);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    ck_assert_int_eq(fclose(file), 0);
}

int64_t file_bytes(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 ? (int64_t)there.st_size : -1;
}

int run_suite(const char *name, TCase *tests)
{
    Suite *suite = suite_create(name);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
