/* Opening and closing the store. Order of opening: settle the place, look at what stands there,
 * take the lock, make or repair the store where that is needed, connect, learn the newest event. An
 * existing healthy store is only read.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/stat.h>
#include <unistd.h>

#include "grader/journal/backup.h"
#include "grader/journal/repair.h"
#include "grader/journal/store.h"
#include "grader/journal/store_schema.h"
#include "grader/journal/store_sql.h"

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
    return gr_repair(&repair, err);
}

/* The first thing to do, by what stands at the store's place. */
static bool prepare_store(struct gr_journal *journal, enum gr_found found, struct gr_err *err)
{
    struct gr_backups backups;
    switch (found) {
    case GR_FOUND_OURS:
        return true;
    case GR_FOUND_NOTHING:
        if (!gr_backups_find(journal->path, &backups, err))
            return false;
        if (journal->lock.last_seq == 0 && backups.count == 0)
            return make_store(journal, err);
        return repair_store(journal, err);
    case GR_FOUND_EMPTY:
    case GR_FOUND_OTHER:
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

static bool learn_newest(struct gr_journal *journal, struct gr_err *err)
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
    return is_learnt;
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

static void disconnect(struct gr_journal *journal)
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
    if (!learn_newest(journal, err))
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
    disconnect(journal);
    return false;
}

static bool open_to_write(struct gr_journal *journal, enum gr_found found, struct gr_err *err)
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
    if (journal->last_seq < journal->lock.last_seq)
        (void)snprintf(journal->notice, sizeof journal->notice,
                       "Your progress store ends at event %lld, but %lld had been recorded: newer "
                       "events are missing. Was an older copy put in its place?",
                       (long long)journal->last_seq, (long long)journal->lock.last_seq);
    gr_lock_mark(&journal->lock, GR_LOCK_OPEN, journal->last_seq);
    return true;
}

static bool try_to_read(struct gr_journal *journal, struct gr_err *err)
{
    int64_t version = 0;
    bool is_open = gr_sql_open(journal->path, SQLITE_OPEN_READONLY, &journal->db, err) &&
                   gr_schema_check(journal->db, &version, err);
    if (is_open && version < GR_STORE_VERSION)
        is_open = gr_fail(err, GR_E_STORE, "the store is just being made or migrated");
    is_open = is_open && learn_newest(journal, err);
    if (!is_open)
        disconnect(journal);
    return is_open;
}

/* The holder may be just making the store, so a failure is tried again for two seconds. */
static bool open_to_read(struct gr_journal *journal, struct gr_err *err)
{
    struct gr_err last = {0};
    for (int i = 0; i < 100; i++) {
        last = (struct gr_err){0};
        if (try_to_read(journal, &last))
            return true;
        if (last.code == GR_E_MEMORY)
            break;
        (void)nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    (void)gr_fail(err, last.code, "%s", last.text);
    return gr_err_wrap(err, "the store is open in %s and cannot be read beside it",
                       journal->lock.holder);
}

/* A file that never was a store of ours is somebody's, and stays untouched. */
static bool refuse_foreign(const struct gr_journal *journal, enum gr_found found,
                           struct gr_err *err)
{
    return found != GR_FOUND_OTHER || gr_lock_file_exists(journal->path) ||
           gr_fail(err, GR_E_STORE,
                   "%s is not a store of Wallclock, or its header is damaged; it was left "
                   "untouched: move it away or choose another place with WALLCLOCK_DATA",
                   journal->path);
}

static bool open_steps(struct gr_journal *journal, const char *path, struct gr_err *err)
{
    enum gr_found found;
    if (!gr_place_settle(path, journal->path, err) || !gr_place_look(journal->path, &found, err) ||
        !refuse_foreign(journal, found, err) || !gr_lock_take(journal->path, &journal->lock, err))
        return false;
    journal->is_local = gr_place_is_local(journal->path);
    if (journal->lock.fd < 0)
        return open_to_read(journal, err);
    /* Looked at again: its last holder may have made or changed it until the lock was ours. */
    return gr_place_look(journal->path, &found, err) && open_to_write(journal, found, err);
}

bool gr_journal_open(const char *path, struct gr_journal **out, struct gr_err *err)
{
    *out = NULL;
    struct gr_journal *journal = calloc(1, sizeof *journal);
    if (journal == NULL)
        return gr_fail(err, GR_E_MEMORY, "no memory to open the store");
    journal->lock.fd = -1;
    if (!open_steps(journal, path, err)) {
        disconnect(journal);
        gr_lock_release(&journal->lock);
        free(journal);
        return false;
    }
    *out = journal;
    return true;
}

void gr_journal_close(struct gr_journal *journal)
{
    if (journal == NULL)
        return;
    disconnect(journal);
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
