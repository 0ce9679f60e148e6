/* Opening the store beside others and where nothing can be written: readers take no lock, short
 * writers wait for each other, and what cannot be read is never taken for empty. _GNU_SOURCE:
 * setgroups.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/grader/journal/journal_case.h"

enum { WRITERS = 6, EVENTS = 20 };

static const struct gr_journal_wish look = {.use = GR_JOURNAL_LOOK};
static const struct gr_journal_wish brief = {.use = GR_JOURNAL_WRITE};
static const struct gr_journal_wish lenient = {.use = GR_JOURNAL_STAY, .may_only_read = true};
static struct journal_case the;

static void start(void)
{
    journal_case_start(&the, false);
}

static void end(void)
{
    journal_case_end(&the);
}

static struct gr_journal *open_as(struct gr_journal_wish wish)
{
    struct gr_journal *journal = NULL;
    the.err = (struct gr_err){0};
    bool is_open = gr_journal_open_as(the.path, wish, &journal, &the.err);
    ck_assert_int_eq(is_open, journal != NULL);
    ck_assert_int_eq(is_open, the.err.code == GR_OK);
    return journal;
}

static void must_not_record(struct gr_journal *journal)
{
    struct gr_event event = {.kind = "answer", .item = "VIII.6.W3"};
    struct gr_err err = {0};
    ck_assert(gr_journal_is_read_only(journal));
    ck_assert(!gr_journal_append(journal, &event, &err));
    ck_assert(err.code == (gr_journal_refusal(journal)[0] == '\0' ? GR_E_INTERNAL : GR_E_STORE));
}

START_TEST(one_who_looks_hinders_no_writer_and_sees_what_is_recorded_meanwhile)
{
    journal_fill(&the, 3);
    struct gr_journal *looker = open_as(look);
    ck_assert_ptr_nonnull(looker);
    ck_assert_str_eq(gr_journal_holder(looker), "");
    ck_assert_str_eq(gr_journal_refusal(looker), "");
    struct gr_journal *writer = open_as(brief);
    ck_assert(!gr_journal_is_read_only(writer));
    (void)journal_put(writer, "W", "{}");
    ck_assert_int_eq(journal_verified(looker), 4);
    gr_journal_close(writer);
    char log[600];
    (void)snprintf(log, sizeof log, "%s-wal", the.path);
    ck_assert_int_eq(file_bytes(log), 0); /* everything is in the one file that people copy */
    ck_assert_int_eq(journal_count(looker), 4);
    must_not_record(looker);
    gr_journal_close(looker);
    looker = open_as(look);
    ck_assert_int_eq(journal_verified(looker), 4);
    gr_journal_close(looker);
}
END_TEST

START_TEST(one_who_looks_says_who_stays_and_passes_over_who_soon_goes)
{
    for (int i = 0; i < 2; i++) {
        struct gr_journal *holder = i == 0 ? journal_open(&the) : open_as(brief);
        (void)journal_put(holder, "W", "{}");
        struct gr_journal *looker = open_as(look);
        ck_assert_int_eq(gr_journal_holder(looker)[0] != '\0', i == 0);
        ck_assert_int_eq(journal_count(looker), i + 1);
        gr_journal_close(looker);
        gr_journal_close(holder);
    }
}
END_TEST

/* Opens to record once, says so on `fd`, records some, and goes. */
static _Noreturn void write_briefly(int fd, int events)
{
    struct gr_journal *journal = NULL;
    struct gr_err err = {0};
    bool is_good = gr_journal_open_as(the.path, brief, &journal, &err) &&
                   !gr_journal_is_read_only(journal) && write(fd, "x", 1) == 1;
    for (int i = 0; is_good && i < events; i++) {
        struct gr_event event = {.kind = "answer", .item = "W"};
        is_good = gr_journal_append(journal, &event, &err);
    }
    gr_journal_close(journal);
    _exit(is_good ? 0 : 1);
}

static pid_t start_writer(int fd, int events)
{
    pid_t pid = fork();
    ck_assert(pid >= 0);
    if (pid == 0)
        write_briefly(fd, events);
    return pid;
}

static void must_end_well(pid_t pid)
{
    int status = 0;
    ck_assert(waitpid(pid, &status, 0) == pid);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

START_TEST(a_writer_waits_for_one_that_soon_goes)
{
    int ends[2];
    char byte;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t pid = start_writer(ends[1], EVENTS);
    ck_assert_int_eq((int)read(ends[0], &byte, 1), 1); /* it holds the store now */
    struct gr_journal *journal = open_as(brief);
    ck_assert(!gr_journal_is_read_only(journal));
    ck_assert_int_eq(journal_put(journal, "W", "{}"), EVENTS + 1);
    gr_journal_close(journal);
    must_end_well(pid);
}
END_TEST

START_TEST(many_writers_at_once_all_record_while_others_look)
{
    int ends[2];
    pid_t pids[WRITERS];
    ck_assert_int_eq(pipe(ends), 0);
    journal_fill(&the, 1);
    for (int i = 0; i < WRITERS; i++)
        pids[i] = start_writer(ends[1], 1);
    int64_t seen = 1;
    for (int i = 0; i < 10; i++) {
        struct gr_journal *looker = open_as(look);
        int64_t now = journal_verified(looker);
        ck_assert_int_ge(now, seen);
        seen = now;
        gr_journal_close(looker);
    }
    for (int i = 0; i < WRITERS; i++)
        must_end_well(pids[i]);
    struct gr_journal *journal = journal_open(&the);
    ck_assert_int_eq(journal_verified(journal), 1 + WRITERS);
    ck_assert_str_eq(gr_journal_notice(journal), "");
    gr_journal_close(journal);
}
END_TEST

static void stay_and_die(struct journal_case *test)
{
    struct gr_journal *journal = journal_open(test);
    (void)journal_put(journal, "W", "{}");
    (void)kill(getpid(), SIGKILL);
}

START_TEST(one_who_looks_after_a_kill_sees_everything_and_leaves_the_store_in_order)
{
    int status = in_process(stay_and_die, &the);
    ck_assert(WIFSIGNALED(status));
    for (int i = 0; i < 2; i++) {
        struct gr_journal *looker = open_as(look);
        ck_assert_int_eq(journal_verified(looker), 1);
        ck_assert_str_eq(gr_journal_notice(looker), "");
        ck_assert_int_eq(gr_journal_is_read_only(looker), i == 1);
        gr_journal_close(looker);
    }
}
END_TEST

/* ---- where nothing can be written ------------------------------------------------------------ */

static void be_nobody(void)
{
    if (getuid() == 0)
        ck_assert(setgroups(0, NULL) == 0 && setgid(65534) == 0 && setuid(65534) == 0);
}

static const struct rights {
    mode_t folder, file, lock;
    bool is_read;
} rights[] = {{0555, 0444, 0400, true},  {0555, 0444, 0444, true}, {0777, 0444, 0666, true},
              {0777, 0666, 0400, true},  {0555, 0666, 0666, true}, {0777, 0000, 0666, false},
              {0000, 0666, 0666, false}, {0444, 0666, 0666, false}};
static const struct rights *now;

static void open_with_rights(struct journal_case *test)
{
    (void)test;
    be_nobody();
    const struct gr_journal_wish wishes[] = {look, lenient};
    for (size_t i = 0; i < 2; i++) {
        struct gr_journal *journal = open_as(wishes[i]);
        bool is_read = journal != NULL && journal_count(journal) == 4 &&
                       gr_journal_refusal(journal)[0] != '\0';
        if (is_read)
            must_not_record(journal);
        bool is_refused = journal == NULL && the.err.code == GR_E_STORE;
        if (now->is_read ? !is_read : !is_refused)
            ck_abort_msg("wish %zu: %s", i, the.err.text);
        gr_journal_close(journal);
    }
    bool exists = false;
    struct gr_err err = {0};
    bool is_known = gr_journal_exists(the.path, &exists, &err);
    ck_assert_int_eq(is_known, (now->folder & 0111) != 0);
    ck_assert(!is_known || exists);
    ck_assert(!gr_journal_may_record(the.path, &err) || now->folder == 0555);
}

START_TEST(without_rights_to_write_it_is_read_and_without_rights_to_read_it_is_an_error)
{
    char folder[512];
    journal_fill(&the, 4);
    now = &rights[_i];
    ck_assert_int_eq(chmod(the.folder.path, 0755), 0);
    ck_assert_int_eq(chmod(temp_folder_name(&the.folder, "data", folder, sizeof folder), 0755), 0);
    (void)temp_folder_name(&the.folder, "data/wallclock", folder, sizeof folder);
    ck_assert_int_eq(chmod(the.path, now->file), 0);
    ck_assert_int_eq(chmod(the.lock, now->lock), 0);
    ck_assert_int_eq(chmod(folder, now->folder), 0);
    ck_assert_int_eq(in_process(open_with_rights, &the), 0);
    ck_assert_int_eq(chmod(folder, 0700), 0);
}
END_TEST

/* Where surely nothing was there is nothing to read; what is in the way is no such place. */
START_TEST(where_no_store_can_be_made_an_empty_one_in_memory_says_why)
{
    static const struct {
        const char *path;
        bool is_open;
    } rows[] = {{"/proc/none/progress.db", true}, {"", true}, {"/dev/null/progress.db", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        (void)snprintf(the.path, sizeof the.path, "%s", rows[i].path);
        struct gr_journal *journal = open_as(lenient);
        ck_assert_int_eq(journal != NULL, rows[i].is_open);
        ck_assert_ptr_null(open_as((struct gr_journal_wish){.use = GR_JOURNAL_STAY}));
        if (journal == NULL)
            continue;
        ck_assert_str_ne(gr_journal_refusal(journal), "");
        ck_assert_int_eq(journal_verified(journal), 0);
        must_not_record(journal);
        gr_journal_close(journal);
    }
}
END_TEST

START_TEST(only_a_place_that_holds_nothing_and_never_did_counts_as_none)
{
    bool exists = true;
    struct gr_err err = {0};
    ck_assert(gr_journal_exists(the.path, &exists, &err) && !exists);
    ck_assert(gr_journal_may_record(the.path, &err));
    journal_fill(&the, 1);
    ck_assert(gr_journal_exists(the.path, &exists, &err) && exists);
    ck_assert_int_eq(unlink(the.path), 0);
    ck_assert(gr_journal_exists(the.path, &exists, &err) && exists); /* its lock file remembers */
    ck_assert_int_eq(symlink("nowhere", the.path), 0);
    ck_assert(gr_journal_exists(the.path, &exists, &err) && exists);
    ck_assert(!gr_journal_exists("/dev/null/progress.db", &exists, &err));
    ck_assert_int_eq(err.code, GR_E_STORE);
}
END_TEST

static void look_on_a_full_disk(struct journal_case *test)
{
    (void)test;
    struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    ck_assert_int_eq(sigaction(SIGXFSZ, &ignore, NULL), 0);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
    const struct gr_journal_wish wishes[] = {look, lenient};
    for (size_t i = 0; i < 2; i++) {
        struct gr_journal *journal = open_as(wishes[i]);
        ck_assert_msg(journal != NULL, "%s", the.err.text);
        ck_assert_int_eq(journal_count(journal), 4);
        ck_assert_int_eq(strstr(gr_journal_refusal(journal), "full") != NULL, i == 1);
        gr_journal_close(journal);
    }
    ck_assert_ptr_null(open_as(brief));
    ck_assert_ptr_nonnull(strstr(the.err.text, "full"));
}

START_TEST(a_full_disk_hinders_nobody_to_look)
{
    journal_fill(&the, 4);
    ck_assert_int_eq(in_process(look_on_a_full_disk, &the), 0);
    struct gr_journal *journal = journal_open(&the);
    ck_assert_int_eq(journal_verified(journal), 4);
    ck_assert_str_eq(gr_journal_notice(journal), "");
    gr_journal_close(journal);
}
END_TEST

/* The newest events are in the log, and the folder gives no rights to read it with: the file alone
 * would show less than there is. */
static void look_without_the_log(struct journal_case *test)
{
    (void)test;
    be_nobody();
    struct gr_journal *journal = open_as(look);
    ck_assert(journal == NULL || journal_count(journal) == 1);
}

START_TEST(a_store_whose_log_cannot_be_read_is_never_shown_without_it)
{
    char folder[512], shared[600];
    int status = in_process(stay_and_die, &the);
    ck_assert(WIFSIGNALED(status));
    (void)snprintf(shared, sizeof shared, "%s-shm", the.path);
    ck_assert_int_eq(unlink(shared), 0);
    ck_assert_int_eq(chmod(the.folder.path, 0755), 0);
    ck_assert_int_eq(chmod(temp_folder_name(&the.folder, "data", folder, sizeof folder), 0755), 0);
    ck_assert_int_eq(chmod(the.path, 0444), 0);
    (void)temp_folder_name(&the.folder, "data/wallclock", folder, sizeof folder);
    ck_assert_int_eq(chmod(folder, 0555), 0);
    ck_assert_int_eq(in_process(look_without_the_log, &the), 0);
    ck_assert_int_eq(chmod(folder, 0700), 0);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("look");
    tcase_add_checked_fixture(tests, start, end);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, one_who_looks_hinders_no_writer_and_sees_what_is_recorded_meanwhile);
    tcase_add_test(tests, one_who_looks_says_who_stays_and_passes_over_who_soon_goes);
    tcase_add_test(tests, a_writer_waits_for_one_that_soon_goes);
    tcase_add_test(tests, many_writers_at_once_all_record_while_others_look);
    tcase_add_test(tests, one_who_looks_after_a_kill_sees_everything_and_leaves_the_store_in_order);
    tcase_add_loop_test(
        tests, without_rights_to_write_it_is_read_and_without_rights_to_read_it_is_an_error, 0,
        (int)(sizeof rights / sizeof rights[0]));
    tcase_add_test(tests, where_no_store_can_be_made_an_empty_one_in_memory_says_why);
    tcase_add_test(tests, only_a_place_that_holds_nothing_and_never_did_counts_as_none);
    tcase_add_test(tests, a_full_disk_hinders_nobody_to_look);
    tcase_add_test(tests, a_store_whose_log_cannot_be_read_is_never_shown_without_it);
    return run_suite("journal_look", tests);
}
