/* Damage of every kind: the store opens, what can be read is kept, what is lost is said. Whatever
 * happens to the file, no event may disappear without a word.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/grader/journal/journal_case.h"

enum { BEFORE = 40, AFTER = 30, ALL = BEFORE + AFTER, MOST_BYTES = 1 << 20 };

static struct journal_case the;
static unsigned char healthy[MOST_BYTES];
static size_t healthy_bytes;

static void start(void)
{
    journal_case_start(&the, true);
}

static void end(void)
{
    journal_case_end(&the);
}

static void renew(void)
{
    end();
    start();
}

/* A store with ALL events and perhaps a backup of the first BEFORE; its bytes in `healthy`. */
static void prepare(bool with_backup)
{
    journal_fill(&the, BEFORE);
    struct gr_err err = {0};
    struct gr_journal *journal = journal_open(&the);
    if (with_backup)
        ck_assert_msg(gr_journal_backup_daily(journal, &err), "%s", err.text);
    ck_assert(gr_journal_note(journal, "draft", gr_str("16*7e9"), &err));
    gr_journal_close(journal);
    journal_fill(&the, AFTER);
    healthy_bytes = file_read(the.path, healthy, sizeof healthy);
}

static int count_kept_aside(void)
{
    char folder[512];
    DIR *dir = opendir(temp_folder_name(&the.folder, "data/wallclock", folder, sizeof folder));
    int count = 0;
    ck_assert_ptr_nonnull(dir);
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir))
        if (strncmp(entry->d_name, "progress.db.damaged-", 20) == 0)
            count++;
    ck_assert_int_eq(closedir(dir), 0);
    return count;
}

static bool count_answer(void *context, const struct gr_event *event)
{
    *(int64_t *)context += event->seq <= ALL;
    return true;
}

struct use { /* of a store once: what worked */
    bool could_read, could_append, has_chain, has_notice;
    int64_t answers;
};

static struct use use_store(struct gr_err *last)
{
    struct use use = {0};
    struct gr_err err = {0};
    struct gr_journal *journal = journal_open(&the);
    struct gr_event event = {.kind = "note", .item = "VIII.6.W3"};
    int64_t events;
    use.has_notice = gr_journal_notice(journal)[0] != '\0';
    use.could_read = gr_journal_each(journal, NULL, NULL, count_answer, &use.answers, &err);
    ck_assert(use.could_read || err.code == GR_E_STORE);
    err = (struct gr_err){0};
    use.has_chain = gr_journal_verify(journal, &events, &err);
    ck_assert(use.has_chain || err.code == GR_E_STORE);
    err = (struct gr_err){0};
    use.could_append = gr_journal_append(journal, &event, &err);
    ck_assert(use.could_append || err.code == GR_E_STORE);
    *last = err;
    gr_journal_close(journal);
    return use;
}

/* Opens the damaged store, again when use met damage; fails on any silent loss. Returns the answers
 * that are left. */
static int64_t must_not_lose_silently(const char *what, size_t where)
{
    struct gr_err err = {0};
    struct use use = use_store(&err);
    bool was_said = use.has_notice || !use.has_chain;
    if (!use.could_read || !use.could_append) {
        err = (struct gr_err){0};
        use = use_store(&err);
        was_said = use.has_notice;
        ck_assert_msg(use.could_read && use.could_append, "%s at %zu: not repaired: %s", what,
                      where, err.text);
    }
    ck_assert_msg(use.answers == ALL || was_said, "%s at %zu: %lld answers and no word", what,
                  where, (long long)use.answers);
    ck_assert_msg(use.has_chain || use.answers == ALL, "%s at %zu: no chain", what, where);
    return use.answers;
}

START_TEST(a_cut_file_is_repaired_from_the_backup_and_what_is_left)
{
    for (int with_backup = 0; with_backup < 2; with_backup++) {
        prepare(with_backup == 1);
        for (size_t length = 0; length < healthy_bytes; length += 1024) {
            file_write(the.path, healthy, length);
            int64_t answers = must_not_lose_silently("cut", length);
            ck_assert_int_ge(answers, with_backup == 1 ? BEFORE : 0);
        }
        renew();
    }
}
END_TEST

START_TEST(a_flipped_byte_never_loses_an_event_silently)
{
    uint64_t random = 6;
    prepare(true);
    for (size_t i = 0; i < 300; i++) {
        size_t at = i < 100 ? i : next_random(&random) % healthy_bytes;
        if (i >= 100 && i < 180)
            at %= 4096;
        unsigned char kept = healthy[at];
        healthy[at] ^= (unsigned char)(1u << next_random(&random) % 8);
        file_write(the.path, healthy, healthy_bytes);
        bool is_newer = at >= 60 && at < 64; /* user_version: may read as a newer program's */
        struct gr_journal *journal = is_newer ? journal_try_open(&the) : NULL;
        gr_journal_close(journal);
        if (!is_newer || journal != NULL) {
            int64_t answers = must_not_lose_silently("flip", at);
            ck_assert_int_ge(answers, BEFORE);
        }
        healthy[at] = kept;
    }
}
END_TEST

START_TEST(a_wiped_page_costs_only_what_was_on_it)
{
    static const unsigned char wiped[4096];
    prepare(true);
    for (size_t page = 0; page < healthy_bytes / sizeof wiped; page++) {
        static unsigned char bytes[MOST_BYTES];
        memcpy(bytes, healthy, healthy_bytes);
        memcpy(bytes + page * sizeof wiped, wiped, sizeof wiped);
        file_write(the.path, bytes, healthy_bytes);
        int64_t answers = must_not_lose_silently("wiped page", page);
        ck_assert_int_ge(answers, page == 0 ? ALL : BEFORE);
    }
}
END_TEST

START_TEST(text_in_place_of_the_store_is_kept_aside_and_the_backup_restored)
{
    static const char text[] = "not a database any more";
    prepare(true);
    file_write(the.path, text, sizeof text);
    struct gr_journal *journal = journal_open(&the);
    ck_assert_msg(strstr(gr_journal_notice(journal), "40 events restored from the backup") != NULL,
                  "%s", gr_journal_notice(journal));
    ck_assert_ptr_nonnull(strstr(gr_journal_notice(journal), "kept as progress.db.damaged-"));
    ck_assert_ptr_nonnull(strstr(gr_journal_notice(journal), "lost"));
    ck_assert_int_eq(journal_verified(journal), BEFORE + 1);
    ck_assert_int_eq(journal_put(journal, "VIII.6.W3", "{}"), ALL + 2);
    gr_journal_close(journal);
    ck_assert_int_eq(count_kept_aside(), 1);
}
END_TEST

static void must_say(bool looks, const char *what)
{
    struct gr_journal *journal = NULL;
    struct gr_err err = {0};
    const struct gr_journal_wish wish = {.use = looks ? GR_JOURNAL_LOOK : GR_JOURNAL_WRITE};
    ck_assert_msg(gr_journal_open_as(the.path, wish, &journal, &err), "%s", err.text);
    const char *notice = gr_journal_notice(journal);
    ck_assert_msg(what == NULL ? notice[0] == '\0' : strstr(notice, what) != NULL, "%s", notice);
    if (!looks && what != NULL) { /* opening a page is no answer to it */
        struct gr_event event = {.kind = "read", .item = "VIII.6.basics.1"};
        ck_assert(gr_journal_append(journal, &event, &err));
    }
    gr_journal_close(journal);
}

/* A loss that is told once only is as good as kept silent. */
static void must_be_said_until_one_goes_on(const char *what)
{
    for (int i = 0; i < 4; i++)
        must_say(i % 2 == 0, what);
    journal_fill(&the, 1);
    must_say(true, NULL);
    must_say(false, NULL);
}

START_TEST(a_store_that_is_gone_comes_back_from_the_backup)
{
    prepare(true);
    ck_assert_int_eq(unlink(the.path), 0);
    ck_assert_int_eq(must_not_lose_silently("gone", 0), BEFORE);
}
END_TEST

START_TEST(a_store_that_is_gone_without_backup_is_said_to_start_empty)
{
    static const char *const kinds[] = {"gone", "empty", "text"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        prepare(false);
        if (i == 0)
            ck_assert_int_eq(unlink(the.path), 0);
        else
            file_write(the.path, "junk", i == 1 ? 0 : 4);
        struct gr_journal *journal = journal_open(&the);
        ck_assert_msg(strstr(gr_journal_notice(journal), "it starts empty") != NULL, "%s: %s",
                      kinds[i], gr_journal_notice(journal));
        gr_journal_close(journal);
        ck_assert_int_eq(count_kept_aside(), i == 0 ? 0 : 1);
        must_be_said_until_one_goes_on("it starts empty");
        renew();
    }
}
END_TEST

START_TEST(a_damaged_backup_is_passed_over_for_an_older_good_one)
{
    char path[512];
    prepare(false);
    struct gr_err err = {0};
    struct gr_journal *journal = journal_open(&the);
    (void)temp_folder_name(&the.folder, "data/wallclock/backup", path, sizeof path);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    (void)temp_folder_name(&the.folder, "data/wallclock/backup/progress-2026-01-02.db", path,
                           sizeof path);
    ck_assert_msg(gr_journal_backup(journal, path, &err), "%s", err.text);
    gr_journal_close(journal);
    (void)temp_folder_name(&the.folder, "data/wallclock/backup/progress-2026-01-03.db", path,
                           sizeof path);
    file_write(path, healthy, healthy_bytes / 2);
    (void)temp_folder_name(&the.folder, "data/wallclock/backup/progress-2026-01-04.db", path,
                           sizeof path);
    file_write(path, "", 0);
    file_write(the.path, "junk", 4);
    journal = journal_open(&the);
    ck_assert_msg(strstr(gr_journal_notice(journal), "backup of 2026-01-02") != NULL, "%s",
                  gr_journal_notice(journal));
    ck_assert_int_eq(journal_verified(journal), ALL + 1);
    gr_journal_close(journal);
}
END_TEST

START_TEST(an_older_copy_put_in_place_of_the_store_is_noticed)
{
    prepare(false);
    size_t old_bytes = healthy_bytes;
    static unsigned char old[MOST_BYTES];
    memcpy(old, healthy, healthy_bytes);
    journal_fill(&the, 5);
    file_write(the.path, old, old_bytes);
    struct gr_journal *journal = journal_open(&the);
    ck_assert_msg(strstr(gr_journal_notice(journal), "newer events are missing") != NULL, "%s",
                  gr_journal_notice(journal));
    ck_assert_int_eq(journal_verified(journal), ALL);
    gr_journal_close(journal);
    must_be_said_until_one_goes_on("newer events are missing");
}
END_TEST

static void append_and_die(struct journal_case *test)
{
    struct gr_journal *journal = journal_open(test);
    for (int i = 0; i < 50; i++)
        (void)journal_put(journal, "VIII.6.W3", "{}");
    (void)kill(getpid(), SIGKILL);
}

/* Its newest events are in the write-ahead log only, which SQLite drops without a word when its
 * sums do not fit. */
START_TEST(a_spoilt_write_ahead_log_is_noticed)
{
    static unsigned char bytes[MOST_BYTES];
    char log[600];
    prepare(true);
    int status = in_process(append_and_die, &the);
    ck_assert(WIFSIGNALED(status));
    (void)snprintf(log, sizeof log, "%s-wal", the.path);
    size_t count = file_read(log, bytes, sizeof bytes);
    ck_assert_uint_gt(count, (size_t)50 * 4096);
    bytes[(size_t)5 * 4096] ^= 1;
    file_write(log, bytes, count);
    struct gr_journal *journal = journal_open(&the);
    ck_assert_str_ne(gr_journal_notice(journal), "");
    ck_assert_int_ge(journal_verified(journal), ALL);
    gr_journal_close(journal);
}
END_TEST

START_TEST(a_repair_that_was_cut_short_is_done_again)
{
    char aside[600];
    prepare(false);
    (void)snprintf(aside, sizeof aside, "%s.damaged-20260101-120000", the.path);
    healthy[0] = 'X';
    file_write(aside, healthy, healthy_bytes);
    (void)snprintf(aside, sizeof aside, "%s.new", the.path);
    file_write(aside, healthy, healthy_bytes / 2);
    ck_assert_int_eq(unlink(the.path), 0);
    ck_assert_int_eq(must_not_lose_silently("repair", 0), ALL);
    ck_assert_int_eq(file_bytes(aside), -1);
}
END_TEST

START_TEST(damage_met_by_one_who_only_looked_is_repaired_by_the_next_opening)
{
    static const unsigned char wiped[4096];
    struct gr_journal *journal = NULL;
    struct gr_err err = {0};
    prepare(true);
    ck_assert_uint_gt(healthy_bytes, 5 * sizeof wiped);
    for (size_t page = 4; page < 6; page++) /* of the events in the middle */
        memcpy(healthy + page * sizeof wiped, wiped, sizeof wiped);
    file_write(the.path, healthy, healthy_bytes);
    int64_t answers = 0;
    ck_assert_msg(gr_journal_open_as(the.path, (struct gr_journal_wish){GR_JOURNAL_LOOK, false},
                                     &journal, &err),
                  "%s", err.text);
    ck_assert(!gr_journal_each(journal, NULL, NULL, count_answer, &answers, &err));
    gr_journal_close(journal);
    journal = journal_open(&the);
    ck_assert_str_ne(gr_journal_notice(journal), "");
    ck_assert_int_ge(journal_verified(journal), BEFORE);
    gr_journal_close(journal);
}
END_TEST

START_TEST(notes_survive_a_repair)
{
    prepare(true);
    healthy[0] = 'X';
    file_write(the.path, healthy, healthy_bytes);
    struct gr_journal *journal = journal_open(&the);
    struct gr_buf out;
    struct gr_err err = {0};
    bool found = false;
    gr_buf_start(&out, 64);
    ck_assert(gr_journal_noted(journal, "draft", &out, &found, &err) && found);
    ck_assert_str_eq(gr_buf_cstr(&out), "16*7e9");
    gr_buf_free(&out);
    gr_journal_close(journal);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("damage");
    tcase_add_checked_fixture(tests, start, end);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_cut_file_is_repaired_from_the_backup_and_what_is_left);
    tcase_add_test(tests, a_flipped_byte_never_loses_an_event_silently);
    tcase_add_test(tests, a_wiped_page_costs_only_what_was_on_it);
    tcase_add_test(tests, text_in_place_of_the_store_is_kept_aside_and_the_backup_restored);
    tcase_add_test(tests, a_store_that_is_gone_comes_back_from_the_backup);
    tcase_add_test(tests, a_store_that_is_gone_without_backup_is_said_to_start_empty);
    tcase_add_test(tests, a_damaged_backup_is_passed_over_for_an_older_good_one);
    tcase_add_test(tests, an_older_copy_put_in_place_of_the_store_is_noticed);
    tcase_add_test(tests, a_spoilt_write_ahead_log_is_noticed);
    tcase_add_test(tests, a_repair_that_was_cut_short_is_done_again);
    tcase_add_test(tests, damage_met_by_one_who_only_looked_is_repaired_by_the_next_opening);
    tcase_add_test(tests, notes_survive_a_repair);
    return run_suite("journal_damage", tests);
}
