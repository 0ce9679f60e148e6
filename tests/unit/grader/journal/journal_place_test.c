/* Where the store lies, who may write to it, and what stands in its way. _GNU_SOURCE: setgroups,
 * and unshare for a small file system of the test's own.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/grader/journal/journal_case.h"

static struct journal_case the;

static void start(void)
{
    journal_case_start(&the, false);
}

static void end(void)
{
    journal_case_end(&the);
}

static void make_parents(void)
{
    char folder[512];
    ck_assert_int_eq(mkdir(temp_folder_name(&the.folder, "data", folder, sizeof folder), 0700), 0);
    ck_assert_int_eq(
        mkdir(temp_folder_name(&the.folder, "data/wallclock", folder, sizeof folder), 0700), 0);
}

START_TEST(the_store_and_its_folder_are_private)
{
    (void)umask(0);
    journal_fill(&the, 1);
    struct stat there;
    ck_assert_int_eq(stat(the.path, &there), 0);
    ck_assert_int_eq(there.st_mode & 0777, 0600);
    ck_assert_int_eq(stat(the.lock, &there), 0);
    ck_assert_int_eq(there.st_mode & 0777, 0600);
    *strrchr(the.lock, '/') = '\0';
    ck_assert_int_eq(stat(the.lock, &there), 0);
    ck_assert_int_eq(there.st_mode & 0777, 0700);
}
END_TEST

START_TEST(a_second_opening_reads_and_says_who_holds_the_store)
{
    struct gr_journal *first = journal_open(&the);
    (void)journal_put(first, "VIII.6.W3", "{}");
    struct gr_journal *second = journal_open(&the);
    ck_assert(!gr_journal_is_read_only(first));
    ck_assert_str_eq(gr_journal_holder(first), "");
    ck_assert(gr_journal_is_read_only(second));
    char pid[32];
    (void)snprintf(pid, sizeof pid, "pid %ld on node ", (long)getpid());
    ck_assert_msg(strncmp(gr_journal_holder(second), pid, strlen(pid)) == 0, "%s",
                  gr_journal_holder(second));
    ck_assert_ptr_nonnull(strstr(gr_journal_holder(second), " since "));
    ck_assert_int_eq(journal_count(second), 1);
    (void)journal_put(first, "VIII.6.W3", "{}");
    ck_assert_int_eq(journal_verified(second), 2);

    struct gr_event event = {.kind = "answer", .item = "VIII.6.W3"};
    struct gr_err err = {0};
    ck_assert(!gr_journal_append(second, &event, &err));
    ck_assert_int_eq(err.code, GR_E_STORE);
    ck_assert_ptr_nonnull(strstr(err.text, pid));
    err = (struct gr_err){0};
    ck_assert(!gr_journal_note(second, "k", gr_str("v"), &err) && err.code == GR_E_STORE);
    ck_assert(gr_journal_backup_daily(second, &(struct gr_err){0}));
    gr_journal_close(second);
    gr_journal_close(first);
    first = journal_open(&the);
    ck_assert(!gr_journal_is_read_only(first));
    ck_assert_int_eq(journal_count(first), 2);
    gr_journal_close(first);
}
END_TEST

static void open_and_die(struct journal_case *test)
{
    struct gr_journal *journal = journal_open(test);
    (void)journal_put(journal, "VIII.6.W3", "{}");
    (void)kill(getpid(), SIGKILL);
}

START_TEST(the_death_of_the_holder_frees_the_store_at_once)
{
    for (int i = 1; i <= 3; i++) {
        int status = in_process(open_and_die, &the);
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        struct gr_journal *journal = journal_open(&the);
        ck_assert(!gr_journal_is_read_only(journal));
        ck_assert_int_eq(journal_verified(journal), i);
        ck_assert_str_eq(gr_journal_notice(journal), "");
        gr_journal_close(journal);
    }
}
END_TEST

static int journal_mode_is(const char *wanted)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    ck_assert_int_eq(sqlite3_open(the.path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, "PRAGMA journal_mode", -1, &statement, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int is_same = strcmp((const char *)sqlite3_column_text(statement, 0), wanted) == 0;
    ck_assert_int_eq(sqlite3_finalize(statement), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    return is_same;
}

static bool exists_beside(const char *suffix)
{
    char path[600];
    (void)snprintf(path, sizeof path, "%s%s", the.path, suffix);
    return file_bytes(path) >= 0;
}

START_TEST(a_network_file_system_gets_no_shared_memory)
{
    /* Local, network, local again: the same store follows. */
    static const struct {
        const char *network;
        bool is_wal;
    } cases[] = {{"0", true}, {"1", false}, {"1", false}, {"0", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)setenv("WALLCLOCK_ASSUME_NETWORK_FS", cases[i].network, 1);
        struct gr_journal *journal = journal_open(&the);
        (void)journal_put(journal, "VIII.6.W3", "{}");
        ck_assert_int_eq(exists_beside("-wal"), cases[i].is_wal);
        ck_assert_int_eq(exists_beside("-shm"), cases[i].is_wal);
        struct gr_journal *second = journal_open(&the);
        ck_assert_int_eq(journal_count(second), (int64_t)i + 1);
        gr_journal_close(second);
        gr_journal_close(journal);
        ck_assert(journal_mode_is(cases[i].is_wal ? "wal" : "delete"));
        ck_assert_str_eq((journal = journal_open(&the), gr_journal_notice(journal)), "");
        gr_journal_close(journal);
    }
}
END_TEST

START_TEST(what_is_no_store_is_refused_and_left_untouched)
{
    static const char text[] =
        "These are my notes about the roofline; they are dear to me.\n"
        "They are longer than the header of a database, which has seventy.\n";
    make_parents();
    file_write(the.path, text, sizeof text);
    ck_assert_ptr_null(journal_try_open(&the));
    ck_assert_int_eq(the.err.code, GR_E_STORE);
    ck_assert_ptr_nonnull(strstr(the.err.text, the.path));
    ck_assert_ptr_nonnull(strstr(the.err.text, "WALLCLOCK_DATA"));
    char after[sizeof text + 1];
    ck_assert_uint_eq(file_read(the.path, after, sizeof after), sizeof text);
    ck_assert(memcmp(text, after, sizeof text) == 0);
    ck_assert_int_eq(file_bytes(the.lock), -1);
}
END_TEST

START_TEST(a_database_of_another_program_is_refused_and_left_untouched)
{
    make_parents();
    journal_sql(&the, "CREATE TABLE event(seq INTEGER PRIMARY KEY, mine TEXT);"
                      "INSERT INTO event VALUES(1, 'bookmark')");
    int64_t bytes = file_bytes(the.path);
    ck_assert_ptr_null(journal_try_open(&the));
    ck_assert_int_eq(the.err.code, GR_E_STORE);
    ck_assert_int_eq(file_bytes(the.path), bytes);
}
END_TEST

START_TEST(a_folder_in_the_place_of_the_store_is_said)
{
    make_parents();
    ck_assert_int_eq(mkdir(the.path, 0700), 0);
    ck_assert_ptr_null(journal_try_open(&the));
    ck_assert_int_eq(the.err.code, GR_E_STORE);
    ck_assert_ptr_nonnull(strstr(the.err.text, "is not a file"));
}
END_TEST

START_TEST(a_file_in_the_place_of_the_folder_is_said)
{
    char path[512];
    file_write(temp_folder_name(&the.folder, "data", path, sizeof path), "x", 1);
    ck_assert_ptr_null(journal_try_open(&the));
    ck_assert_int_eq(the.err.code, GR_E_STORE);
    ck_assert_ptr_nonnull(strstr(the.err.text, "cannot make the folder"));
    (void)snprintf(the.path, sizeof the.path, "%s/", the.folder.path);
    ck_assert_ptr_null(journal_try_open(&the));
    ck_assert_ptr_nonnull(strstr(the.err.text, "needs a file name"));
}
END_TEST

/* An ordinary user, whoever runs the test. */
static void be_nobody(void)
{
    if (getuid() == 0)
        ck_assert(setgroups(0, NULL) == 0 && setgid(65534) == 0 && setuid(65534) == 0);
}

static void try_without_rights(struct journal_case *test)
{
    be_nobody();
    struct gr_journal *journal = journal_try_open(test);
    bool is_said = journal == NULL && test->err.code == GR_E_STORE &&
                   strstr(test->err.text, "Permission denied") != NULL &&
                   strstr(test->err.text, "WALLCLOCK_DATA") != NULL;
    if (!is_said)
        (void)fprintf(stderr, "%s\n", test->err.text);
    _exit(is_said ? 0 : 1);
}

START_TEST(missing_rights_are_said_with_place_and_remedy)
{
    char folder[512];
    journal_fill(&the, 1);
    (void)temp_folder_name(&the.folder, "data/wallclock", folder, sizeof folder);
    ck_assert_int_eq(chmod(the.folder.path, 0755), 0);
    ck_assert_int_eq(chmod(temp_folder_name(&the.folder, "data", folder, sizeof folder), 0755), 0);
    (void)temp_folder_name(&the.folder, "data/wallclock", folder, sizeof folder);
    /* The file cannot be read; it cannot be written; the folder cannot be written; the folder
     * cannot be entered. */
    static const struct {
        mode_t folder, file, lock;
    } cases[] = {{0755, 0, 0666}, {0755, 0444, 0666}, {0555, 0444, 0400}, {0, 0600, 0600}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_int_eq(chmod(folder, 0700), 0);
        ck_assert_int_eq(chmod(the.path, cases[i].file), 0);
        ck_assert_int_eq(chmod(the.lock, cases[i].lock), 0);
        ck_assert_int_eq(chmod(folder, cases[i].folder), 0);
        ck_assert_int_eq(in_process(try_without_rights, &the), 0);
    }
    ck_assert_int_eq(chmod(folder, 0700), 0);
}
END_TEST

/* A write beyond the limit fails as on a full disk; the signal that comes with it is ignored. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    ck_assert_int_eq(sigaction(SIGXFSZ, &ignore, NULL), 0);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes == 0 ? limit.rlim_max : bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Appends until that fails; returns the last event recorded. */
static int64_t append_until_full(struct gr_journal *journal, struct gr_err *err)
{
    static char payload[2001];
    int64_t recorded = 0;
    memset(payload, 'x', sizeof payload - 1);
    for (;;) {
        struct gr_event event = {.kind = "answer", .item = "W", .payload = payload};
        if (!gr_journal_append(journal, &event, err))
            return recorded;
        recorded = event.seq;
    }
}

static void fill_the_disk(struct journal_case *test)
{
    struct gr_journal *journal = journal_open(test);
    limit_files(100000);
    struct gr_err err = {0};
    int64_t recorded = append_until_full(journal, &err);
    ck_assert_int_eq(err.code, GR_E_STORE);
    ck_assert_msg(strstr(err.text, "full") != NULL, "%s", err.text);
    ck_assert_ptr_nonnull(strstr(err.text, test->path));
    ck_assert(recorded >= 5);
    ck_assert_int_eq(journal_verified(journal), recorded);
    limit_files(0);
    ck_assert_int_eq(journal_put(journal, "W", "{}"), recorded + 1);
    ck_assert_int_eq(journal_verified(journal), recorded + 1);
    gr_journal_close(journal);
    journal = journal_open(test);
    ck_assert_int_eq(journal_verified(journal), recorded + 1);
    ck_assert_str_eq(gr_journal_notice(journal), "");
    gr_journal_close(journal);
}

START_TEST(a_full_disk_is_said_and_loses_nothing_recorded)
{
    for (int i = 0; i < 2; i++) {
        (void)setenv("WALLCLOCK_ASSUME_NETWORK_FS", i == 0 ? "0" : "1", 1);
        ck_assert_int_eq(in_process(fill_the_disk, &the), 0);
        end();
        start();
    }
}
END_TEST

enum { SKIPPED = 77 };

static void fill_a_small_disk(struct journal_case *test)
{
    char folder[512];
    char ballast[512];
    (void)temp_folder_name(&test->folder, "data", folder, sizeof folder);
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mkdir(folder, 0700) != 0 || mount("small", folder, "tmpfs", 0, "size=512k") != 0)
        _exit(SKIPPED);
    (void)temp_folder_name(&test->folder, "data/ballast", ballast, sizeof ballast);
    static const char bytes[100000];
    file_write(ballast, bytes, sizeof bytes);
    struct gr_journal *journal = journal_open(test);
    struct gr_err err = {0};
    int64_t recorded = append_until_full(journal, &err);
    ck_assert_int_eq(err.code, GR_E_STORE);
    ck_assert_msg(strstr(err.text, "full") != NULL, "%s", err.text);
    gr_journal_close(journal);
    journal = journal_open(test);
    ck_assert_int_eq(journal_verified(journal), recorded);
    ck_assert_str_eq(gr_journal_notice(journal), "");
    ck_assert_int_eq(unlink(ballast), 0);
    ck_assert_int_eq(journal_put(journal, "W", "{}"), recorded + 1);
    gr_journal_close(journal);
}

/* Needs the right to mount; without it the limit on files above has to do. */
START_TEST(a_small_disk_that_fills_up_is_said_and_loses_nothing_recorded)
{
    int status = in_process(fill_a_small_disk, &the);
    ck_assert(status == 0 || (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED));
}
END_TEST

static void create_on_a_full_disk(struct journal_case *test)
{
    limit_files(8192);
    struct gr_journal *journal = journal_try_open(test);
    ck_assert_ptr_null(journal);
    ck_assert_int_eq(test->err.code, GR_E_STORE);
    ck_assert_msg(strstr(test->err.text, "full") != NULL, "%s", test->err.text);
    ck_assert_int_eq(file_bytes(test->path), -1);
    limit_files(0);
    journal = journal_open(test);
    ck_assert_str_eq(gr_journal_notice(journal), "");
    gr_journal_close(journal);
}

START_TEST(a_store_that_cannot_be_made_leaves_nothing_behind)
{
    ck_assert_int_eq(in_process(create_on_a_full_disk, &the), 0);
}
END_TEST

START_TEST(a_store_of_a_newer_program_is_refused_with_the_version_needed)
{
    journal_fill(&the, 2);
    journal_sql(&the, "PRAGMA user_version=9; UPDATE meta SET value='3.2.0' WHERE key='reader'");
    int64_t bytes = file_bytes(the.path);
    ck_assert_ptr_null(journal_try_open(&the));
    ck_assert_int_eq(the.err.code, GR_E_STORE);
    ck_assert_ptr_nonnull(strstr(the.err.text, "store version 9"));
    ck_assert_ptr_nonnull(strstr(the.err.text, "install Wallclock 3.2.0"));
    ck_assert_int_eq(file_bytes(the.path), bytes);
    journal_sql(&the, "PRAGMA user_version=1");
    struct gr_journal *journal = journal_open(&the);
    ck_assert_int_eq(journal_verified(journal), 2);
    gr_journal_close(journal);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("place");
    tcase_add_checked_fixture(tests, start, end);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, the_store_and_its_folder_are_private);
    tcase_add_test(tests, a_second_opening_reads_and_says_who_holds_the_store);
    tcase_add_test(tests, the_death_of_the_holder_frees_the_store_at_once);
    tcase_add_test(tests, a_network_file_system_gets_no_shared_memory);
    tcase_add_test(tests, what_is_no_store_is_refused_and_left_untouched);
    tcase_add_test(tests, a_database_of_another_program_is_refused_and_left_untouched);
    tcase_add_test(tests, a_folder_in_the_place_of_the_store_is_said);
    tcase_add_test(tests, a_file_in_the_place_of_the_folder_is_said);
    tcase_add_test(tests, missing_rights_are_said_with_place_and_remedy);
    tcase_add_test(tests, a_full_disk_is_said_and_loses_nothing_recorded);
    tcase_add_test(tests, a_small_disk_that_fills_up_is_said_and_loses_nothing_recorded);
    tcase_add_test(tests, a_store_that_cannot_be_made_leaves_nothing_behind);
    tcase_add_test(tests, a_store_of_a_newer_program_is_refused_with_the_version_needed);
    return run_suite("journal_place", tests);
}
