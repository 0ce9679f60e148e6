/* Opening the store without its lock: to look, beside the process that holds it, or where nothing
 * can be written. Nothing is made and nothing repaired here, and a store that may be incomplete is
 * never taken for whole: then the caller opens it with the lock, or fails.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <sys/stat.h>
#include <unistd.h>

#include "grader/journal/backup.h"
#include "grader/journal/store.h"
#include "grader/journal/store_schema.h"
#include "grader/journal/store_sql.h"

enum { TRIES = 100, TRY_MS = 20 };

/* The version and the newest event of a connection just made; it is closed when they fail. */
static bool learn(struct gr_journal *journal, bool is_open, struct gr_err *err)
{
    int64_t version = 0;
    is_open = is_open && gr_schema_check(journal->db, &version, err);
    if (is_open && version < GR_STORE_VERSION)
        is_open = gr_fail(err, GR_E_STORE, "the store is just being made or migrated");
    is_open = is_open && gr_store_learn(journal, err);
    if (!is_open)
        gr_store_disconnect(journal);
    return is_open;
}

static bool try_to_read(struct gr_journal *journal, struct gr_err *err)
{
    return learn(journal, gr_sql_open(journal->path, SQLITE_OPEN_READONLY, &journal->db, err), err);
}

bool gr_store_read_beside(struct gr_journal *journal, struct gr_err *err)
{
    struct gr_err last = {0};
    for (int i = 0; i < TRIES; i++) {
        last = (struct gr_err){0};
        if (try_to_read(journal, &last))
            return true;
        if (last.code == GR_E_MEMORY)
            break;
        (void)nanosleep(&(struct timespec){.tv_nsec = TRY_MS * 1000000L}, NULL);
    }
    (void)gr_fail(err, last.code, "%s", last.text);
    return gr_err_wrap(err, "the store is open in %s and cannot be read beside it",
                       journal->lock.holder);
}

/* Events that are not in the main file yet. */
static bool has_log(const struct gr_journal *journal)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char path[GR_PATH_MAX];
        struct stat there;
        if (!gr_place_beside(journal->path, suffixes[i], path, NULL) ||
            (stat(path, &there) == 0 && there.st_size > 0))
            return true;
    }
    return false;
}

/* Reading a store in WAL mode needs shared memory beside it, which a full disk or a folder without
 * rights denies. Where nobody writes and there is no log, the file alone is the whole store. */
static bool read_at_rest(struct gr_journal *journal, const struct gr_lock *peek)
{
    struct gr_err why = {0};
    if (try_to_read(journal, &why))
        return true;
    if (why.code != GR_E_STORE || peek->holder[0] != '\0' || has_log(journal))
        return false;
    why = (struct gr_err){0};
    return learn(journal, gr_sql_open_immutable(journal->path, &journal->db, &why), &why);
}

bool gr_store_look(struct gr_journal *journal, const char *path)
{
    struct gr_lock peek;
    struct gr_err why = {0};
    enum gr_place found;
    if (!gr_place_reach(path, journal->path, &why))
        return false;
    gr_lock_peek(journal->path, &peek);
    bool is_held = peek.holder[0] != '\0';
    bool may_be_whole = is_held || peek.was == GR_LOCK_CLOSED;
    if (!gr_place_look(journal->path, &found, &why) || found != GR_PLACE_OURS || !may_be_whole ||
        !read_at_rest(journal, &peek))
        return false;
    if (!is_held && journal->last_seq < peek.last_seq) {
        gr_store_disconnect(journal);
        return false;
    }
    if (peek.stays)
        memcpy(journal->lock.holder, peek.holder, sizeof journal->lock.holder);
    else if (!gr_place_may_write(journal->path, &why))
        (void)snprintf(journal->refusal, sizeof journal->refusal, "%s", why.text);
    return true;
}

/* An empty store in memory: everything can be asked of it, and nothing is in it. */
static bool open_nowhere(struct gr_journal *journal)
{
    journal->path[0] = '\0';
    return gr_sql_open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &journal->db,
                       NULL) &&
           gr_schema_migrate(journal->db, NULL);
}

bool gr_store_do_without(struct gr_journal *journal, const char *path, const char *why)
{
    bool exists = false, is_open = false;
    enum gr_place found;
    struct gr_lock peek;
    if (!gr_journal_exists(path, &exists, NULL))
        return false;
    if (!exists) {
        is_open = open_nowhere(journal);
    } else if (gr_place_reach(path, journal->path, NULL) &&
               gr_place_look(journal->path, &found, NULL) && found == GR_PLACE_OURS) {
        gr_lock_peek(journal->path, &peek);
        is_open = peek.was != GR_LOCK_DAMAGED && read_at_rest(journal, &peek) &&
                  (peek.holder[0] != '\0' || journal->last_seq >= peek.last_seq);
    }
    if (is_open)
        (void)snprintf(journal->refusal, sizeof journal->refusal, "%s", why);
    else
        gr_store_disconnect(journal);
    return is_open;
}

bool gr_journal_exists(const char *path, bool *exists, struct gr_err *err)
{
    *exists = false;
    if (path[0] == '\0')
        return true;
    /* What stands there, even a dangling link, is opened and judged as a store. */
    if (!gr_place_is_taken(path, exists, err))
        return false;
    if (*exists)
        return true;
    struct gr_lock peek;
    struct gr_backups backups;
    gr_lock_peek(path, &peek);
    if (!gr_backups_find(path, &backups, err))
        return false;
    *exists = peek.last_seq > 0 || peek.holder[0] != '\0' || backups.count > 0;
    return true;
}

bool gr_journal_may_record(const char *path, struct gr_err *err)
{
    return gr_place_may_write(path, err);
}
