/* Opening the store to write. Order of opening: settle the place, look at what stands there, take
 * the lock, make or repair the store where that is needed, connect, learn the newest event. An
 * existing healthy store is only read. Opening without the lock is in journal_look.c.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include "grader/journal/backup.h"
#include "grader/journal/repair.h"
#include "grader/journal/store.h"
#include "grader/journal/store_schema.h"
#include "grader/journal/store_sql.h"

enum { NOTICE_MOST_BYTES = 1 << 16, LOG_WAIT_MS = 200 };

static bool make_store(const struct gr_journal *journal, struct gr_err *err)
{
    char fresh[GR_PATH_MAX];
    if (!gr_place_beside(journal->path, ".new", fresh, err) || !gr_schema_create(fresh, err))
        return false;
    if (rename(fresh, journal->path) != 0)
        return gr_place_fail("cannot make the store", journal->path, err);
    gr_place_sync_folder(journal->path);
    return true;
}

static bool repair_store(struct gr_journal *journal, struct gr_err *err)
{
    const struct gr_repair repair = {.path = journal->path,
                                     .recorded_seq = journal->lock.last_seq,
                                     .notice = journal->notice,
                                     .notice_size = sizeof journal->notice};
    journal->needs_repair = true;
    if (!gr_repair(&repair, err))
        return false;
    journal->needs_repair = false;
    return true;
}

/* The first thing to do, by what stands at the store's place. */
static bool prepare_store(struct gr_journal *journal, enum gr_place found, struct gr_err *err)
{
    struct gr_backups backups;
    switch (found) {
    case GR_PLACE_OURS:
        return true;
    case GR_PLACE_NOTHING:
        if (!gr_backups_find(journal->path, &backups, err))
            return false;
        if (journal->lock.last_seq == 0 && backups.count == 0)
            return make_store(journal, err);
        return repair_store(journal, err);
    case GR_PLACE_EMPTY:
    case GR_PLACE_OTHER:
        return repair_store(journal, err);
    }
    return gr_fail(err, GR_E_INTERNAL, "unknown finding about the store");
}

/* Notes that the file is to be repaired; returns false. */
static bool damaged(struct gr_journal *journal, const char *how, struct gr_err *err)
{
    journal->is_damaged = true;
    return gr_fail(err, GR_E_STORE, "%s %s", journal->path, how);
}

/* What an earlier opening had to say and nobody has gone on from. */
static bool learn_notice(struct gr_journal *journal, struct gr_err *err)
{
    struct gr_buf text;
    gr_buf_start(&text, NOTICE_MOST_BYTES);
    bool is_read =
        gr_journal_noted(journal, GR_NOTICE_KEY, &text, &journal->has_lasting_notice, err);
    if (is_read && journal->has_lasting_notice && journal->notice[0] == '\0')
        (void)snprintf(journal->notice, sizeof journal->notice, "%s", gr_buf_cstr(&text));
    gr_buf_free(&text);
    return is_read;
}

bool gr_store_learn(struct gr_journal *journal, struct gr_err *err)
{
    sqlite3_stmt *statement = NULL;
    if (!gr_sql_prepare(journal->db,
                        "SELECT " GR_ROW_COLUMNS " FROM event ORDER BY seq DESC LIMIT 1",
                        &statement, err))
        return false;
    int step = sqlite3_step(statement);
    bool is_learnt = step == SQLITE_DONE;
    struct gr_row row;
    if (step == SQLITE_ROW && gr_row_read(statement, &row)) {
        is_learnt = true;
        journal->last_seq = row.event.seq;
        memcpy(journal->last_hash, row.event.hash, sizeof journal->last_hash);
    } else if (step == SQLITE_ROW && !gr_sql_is_memory(journal->db)) {
        (void)damaged(journal, "has a damaged newest event", err);
    }
    if (!is_learnt)
        (void)gr_sql_fail(journal->db, "cannot read the store", err);
    (void)sqlite3_finalize(statement);
    return is_learnt && learn_notice(journal, err);
}

static bool holds_bytes(const struct gr_journal *journal, const char *suffix)
{
    char path[GR_PATH_MAX];
    struct stat there;
    return gr_place_beside(journal->path, suffix, path, NULL) && stat(path, &there) == 0 &&
           there.st_size > 0;
}

/* The last program left no order behind it, or met damage. */
static bool was_cut_short(const struct gr_journal *journal)
{
    return journal->lock.was != GR_LOCK_CLOSED || holds_bytes(journal, "-wal") ||
           holds_bytes(journal, "-journal");
}

static bool check_version(struct gr_journal *journal, struct gr_err *err)
{
    int64_t version;
    if (!gr_schema_check(journal->db, &version, err))
        return false;
    if (version < 1)
        return damaged(journal, "has a damaged header", err);
    if (version == GR_STORE_VERSION)
        return true;
    char copy[GR_PATH_MAX];
    char suffix[48];
    (void)snprintf(suffix, sizeof suffix, ".version-%lld", (long long)version);
    struct stat there;
    return gr_place_beside(journal->path, suffix, copy, err) &&
           (stat(copy, &there) == 0 || gr_journal_backup(journal, copy, err)) &&
           gr_schema_migrate(journal->db, err);
}

void gr_store_disconnect(struct gr_journal *journal)
{
    (void)sqlite3_finalize(journal->insert);
    journal->insert = NULL;
    (void)sqlite3_close(journal->db);
    journal->db = NULL;
}

static bool may_be_written(const struct gr_journal *journal, struct gr_err *err)
{
    return access(journal->path, R_OK | W_OK) == 0 ||
           gr_place_fail("cannot write", journal->path, err);
}

static bool connect_steps(struct gr_journal *journal, struct gr_err *err)
{
    if (journal->lock.was == GR_LOCK_DAMAGED)
        return damaged(journal, "was found damaged while it was used", err);
    if (!may_be_written(journal, err) ||
        !gr_sql_open(journal->path, SQLITE_OPEN_READWRITE, &journal->db, err) ||
        !check_version(journal, err) || !gr_schema_connect(journal->db, journal->is_local, err))
        return false;
    bool is_whole = true;
    int64_t backup_seq = 0;
    if (was_cut_short(journal) && !gr_sql_check(journal->db, &is_whole, err))
        return false;
    if (!is_whole)
        return damaged(journal, "is damaged", err);
    if (!gr_store_learn(journal, err))
        return false;
    /* We may write it and SQLite will not: its header says that it is of a format to come. */
    if (sqlite3_db_readonly(journal->db, "main") != 0)
        return damaged(journal, "has a damaged header", err);
    if (journal->last_seq < journal->lock.last_seq &&
        !gr_repair_backup_seq(journal->path, &backup_seq, err))
        return false;
    return backup_seq <= journal->last_seq ||
           damaged(journal, "lacks events that a backup has", err);
}

static bool connect(struct gr_journal *journal, struct gr_err *err)
{
    journal->last_seq = 0;
    journal->last_hash[0] = '\0';
    if (connect_steps(journal, err))
        return true;
    journal->is_damaged = journal->is_damaged || gr_sql_is_damage(journal->db);
    gr_store_disconnect(journal);
    return false;
}

/* The store ends before what was acknowledged, and no backup has more. */
static bool tell_of_missing(struct gr_journal *journal, struct gr_err *err)
{
    (void)snprintf(journal->notice, sizeof journal->notice,
                   "Your progress store ends at event %lld, but %lld had been recorded: newer "
                   "events are missing. Was an older copy put in its place?",
                   (long long)journal->last_seq, (long long)journal->lock.last_seq);
    journal->has_lasting_notice =
        gr_journal_note(journal, GR_NOTICE_KEY, gr_str(journal->notice), err);
    return journal->has_lasting_notice;
}

static bool open_to_write(struct gr_journal *journal, enum gr_place found, struct gr_err *err)
{
    if (!prepare_store(journal, found, err))
        return false;
    struct gr_err first = {0};
    if (!connect(journal, &first)) {
        if (!journal->is_damaged)
            return gr_fail(err, first.code, "%s", first.text);
        journal->is_damaged = false;
        journal->lock.was = GR_LOCK_CLOSED;
        if (!repair_store(journal, err) || !connect(journal, err))
            return false;
    }
    if (journal->last_seq < journal->lock.last_seq && !tell_of_missing(journal, err))
        return false;
    gr_lock_mark(&journal->lock, GR_LOCK_OPEN, journal->last_seq);
    return true;
}

/* A file that never was a store of ours is somebody's, and stays untouched. */
static bool refuse_foreign(const struct gr_journal *journal, enum gr_place found,
                           struct gr_err *err)
{
    return found != GR_PLACE_OTHER || gr_lock_file_exists(journal->path) ||
           gr_fail(err, GR_E_STORE,
                   "%s is not a store of Wallclock, or its header is damaged; it was left "
                   "untouched: move it away or choose another place with WALLCLOCK_DATA",
                   journal->path);
}

static bool open_locked(struct gr_journal *journal, const char *path, bool to_stay,
                        struct gr_err *err)
{
    enum gr_place found;
    if (path[0] == '\0')
        return gr_fail(err, GR_E_STORE,
                       "no place for progress: HOME is not set; name a folder with --data DIR");
    if (!gr_place_settle(path, journal->path, err) || !gr_place_look(journal->path, &found, err) ||
        !refuse_foreign(journal, found, err) ||
        !gr_lock_take(journal->path, to_stay, &journal->lock, err))
        return false;
    journal->is_local = gr_place_is_local(journal->path);
    if (journal->lock.fd < 0)
        return gr_store_read_beside(journal, err);
    /* Looked at again: its last holder may have made or changed it until the lock was ours. */
    return gr_place_look(journal->path, &found, err) && open_to_write(journal, found, err);
}

static bool open_steps(struct gr_journal *journal, const char *path, struct gr_journal_wish wish,
                       struct gr_err *err)
{
    bool is_look = wish.use == GR_JOURNAL_LOOK;
    if (is_look && gr_store_look(journal, path))
        return true;
    struct gr_err why = {0};
    journal->is_damaged = false;
    if (open_locked(journal, path, wish.use == GR_JOURNAL_STAY, &why))
        return true;
    gr_store_disconnect(journal);
    gr_lock_release(&journal->lock);
    if ((is_look || wish.may_only_read) && why.code == GR_E_STORE && !journal->needs_repair &&
        gr_store_do_without(journal, path, why.text))
        return true;
    return gr_fail(err, why.code, "%s", why.text);
}

bool gr_journal_open(const char *path, struct gr_journal **out, struct gr_err *err)
{
    return gr_journal_open_as(path, (struct gr_journal_wish){.use = GR_JOURNAL_STAY}, out, err);
}

bool gr_journal_open_as(const char *path, struct gr_journal_wish wish, struct gr_journal **out,
                        struct gr_err *err)
{
    *out = NULL;
    struct gr_journal *journal = calloc(1, sizeof *journal);
    if (journal == NULL)
        return gr_fail(err, GR_E_MEMORY, "no memory to open the store");
    journal->lock.fd = -1;
    if (!open_steps(journal, path, wish, err)) {
        gr_store_disconnect(journal);
        gr_lock_release(&journal->lock);
        free(journal);
        return false;
    }
    *out = journal;
    return true;
}

/* The last connection empties the log; beside one who looks we are not the last, and a log left
 * behind would go astray when somebody copies or replaces the file alone. */
static void empty_log(struct gr_journal *journal)
{
    if (journal->lock.fd < 0 || journal->is_damaged)
        return;
    (void)sqlite3_busy_timeout(journal->db, LOG_WAIT_MS);
    (void)sqlite3_wal_checkpoint_v2(journal->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

void gr_journal_close(struct gr_journal *journal)
{
    if (journal == NULL)
        return;
    empty_log(journal);
    gr_store_disconnect(journal);
    /* One who only looked and met damage tells the next opening, if nobody else holds the store. */
    if (journal->is_damaged && journal->lock.fd < 0 && journal->path[0] != '\0') {
        struct gr_lock lock;
        if (gr_lock_take(journal->path, false, &lock, NULL))
            gr_lock_mark(&lock, GR_LOCK_DAMAGED, lock.last_seq);
        gr_lock_release(&lock);
    }
    gr_lock_mark(&journal->lock, journal->is_damaged ? GR_LOCK_DAMAGED : GR_LOCK_CLOSED,
                 journal->last_seq);
    gr_lock_release(&journal->lock);
    free(journal);
}

bool gr_journal_is_read_only(const struct gr_journal *journal)
{
    return journal->lock.fd < 0;
}

const char *gr_journal_holder(const struct gr_journal *journal)
{
    return journal->lock.holder;
}

const char *gr_journal_path(const struct gr_journal *journal)
{
    return journal->path;
}

const char *gr_journal_notice(const struct gr_journal *journal)
{
    return journal->notice;
}

const char *gr_journal_refusal(const struct gr_journal *journal)
{
    return journal->refusal;
}
