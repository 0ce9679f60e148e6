/* See store_schema.h. Each migration is one SQL text; the first one creates everything, so a new
 * store and an old one go through the same steps. Never edit a step that was released: add one.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/journal/store_schema.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <fcntl.h>
#include <unistd.h>

#include "grader/journal/store_place.h"
#include "grader/journal/store_sql.h"

/* Step i leads from version i to i + 1. meta.reader is the oldest program that understands it. */
static const char *const steps[GR_STORE_VERSION] = {
    "CREATE TABLE event("
    " seq INTEGER PRIMARY KEY,"
    " uuid TEXT NOT NULL UNIQUE,"
    " time_ms INTEGER NOT NULL,"
    " kind TEXT NOT NULL,"
    " item TEXT NOT NULL,"
    " rev INTEGER NOT NULL,"
    " instance INTEGER NOT NULL,"
    " payload TEXT NOT NULL,"
    " prev_hash TEXT NOT NULL,"
    " hash TEXT NOT NULL) STRICT;"
    /* No index over items: a damaged one would hide events, and reading 10 000 takes 10 ms. */
    "CREATE TABLE note(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN"
    " SELECT RAISE(ABORT, 'events are never changed'); END;"
    "CREATE TRIGGER event_is_kept BEFORE DELETE ON event BEGIN"
    " SELECT RAISE(ABORT, 'events are never removed'); END;"
    /* REPLACE removes rows without asking the trigger above; this one also guards the chain. */
    "CREATE TRIGGER event_follows BEFORE INSERT ON event"
    " WHEN NEW.seq <= (SELECT coalesce(max(seq), 0) FROM event)"
    " OR NEW.prev_hash <> coalesce((SELECT hash FROM event ORDER BY seq DESC LIMIT 1), '') BEGIN"
    " SELECT RAISE(ABORT, 'an event follows the newest one'); END;"
    "INSERT INTO meta VALUES('reader', '0.1.0');",
};

bool gr_schema_migrate(sqlite3 *db, struct gr_err *err)
{
    int64_t version;
    if (!gr_sql_run(db, "BEGIN IMMEDIATE", err) ||
        !gr_sql_integer(db, "PRAGMA user_version", 0, &version, err))
        return false;
    for (int64_t i = version < 0 ? 0 : version; i < GR_STORE_VERSION; i++)
        if (!gr_sql_run(db, steps[i], err))
            return false; /* closing the connection rolls back */
    char mark[96];
    (void)snprintf(mark, sizeof mark, "PRAGMA application_id=%u; PRAGMA user_version=%d; COMMIT;",
                   GR_STORE_APPLICATION, GR_STORE_VERSION);
    return gr_sql_run(db, mark, err);
}

/* Leavings of an attempt that a crash cut short. */
static bool clear_way(const char *path, struct gr_err *err)
{
    static const char *const suffixes[] = {"", "-journal", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char name[GR_PATH_MAX];
        if (!gr_place_beside(path, suffixes[i], name, err))
            return false;
        if (unlink(name) != 0 && errno != ENOENT)
            return gr_place_fail("cannot remove", name, err);
    }
    return true;
}

bool gr_schema_create(const char *path, struct gr_err *err)
{
    if (!clear_way(path, err))
        return false;
    /* Made here and not by SQLite, because answers are private whatever the umask is. */
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return gr_place_fail("cannot make the store", path, err);
    (void)close(fd);
    sqlite3 *db = NULL;
    bool is_made = gr_sql_open(path, SQLITE_OPEN_READWRITE, &db, err) &&
                   gr_sql_run(db, "PRAGMA synchronous=FULL; PRAGMA page_size=4096", err) &&
                   gr_schema_migrate(db, err);
    (void)sqlite3_close(db);
    if (!is_made)
        (void)unlink(path);
    return is_made;
}

static bool journal_mode_is(sqlite3 *db, const char *wanted, struct gr_err *err)
{
    char sql[48];
    (void)snprintf(sql, sizeof sql, "PRAGMA journal_mode=%s", wanted);
    sqlite3_stmt *statement = NULL;
    if (!gr_sql_prepare(db, sql, &statement, err))
        return false;
    bool is_set = false;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const unsigned char *mode = sqlite3_column_text(statement, 0);
        is_set = mode != NULL && sqlite3_stricmp((const char *)mode, wanted) == 0;
        if (!is_set)
            (void)gr_fail(err, GR_E_STORE, "the store cannot keep its journal as %s; %s", wanted,
                          "end other programs that use it");
    } else {
        (void)gr_sql_fail(db, "cannot open the store", err);
    }
    (void)sqlite3_finalize(statement);
    return is_set;
}

bool gr_schema_connect(sqlite3 *db, bool is_local, struct gr_err *err)
{
    int unused;
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, &unused);
    if (!gr_sql_run(db,
                    "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;"
                    "PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY;",
                    err))
        return false;
    if (is_local)
        return journal_mode_is(db, "wal", err);
    /* A store that comes from a local disk in WAL mode: only an exclusive connection may leave that
     * mode without the shared memory that this file system may lack. Afterwards the ordinary locks
     * are taken and dropped again, so that a second process can read. */
    return gr_sql_run(db, "PRAGMA locking_mode=EXCLUSIVE", err) &&
           journal_mode_is(db, "truncate", err) &&
           gr_sql_run(db, "PRAGMA locking_mode=NORMAL; SELECT count(*) FROM meta", err);
}

static bool refuse_newer(sqlite3 *db, int64_t version, struct gr_err *err)
{
    sqlite3_stmt *statement = NULL;
    char needed[32] = "";
    if (sqlite3_prepare_v2(db, "SELECT value FROM meta WHERE key='reader'", -1, &statement, NULL) ==
            SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        (void)snprintf(needed, sizeof needed, " %.24s",
                       (const char *)sqlite3_column_text(statement, 0));
    (void)sqlite3_finalize(statement);
    return gr_fail(err, GR_E_STORE,
                   "the store %s was written by a newer Wallclock (store version %lld, this one "
                   "reads %d); install Wallclock%s or newer",
                   sqlite3_db_filename(db, "main"), (long long)version, GR_STORE_VERSION,
                   needed[0] == '\0' ? " of the version that wrote it" : needed);
}

bool gr_schema_check(sqlite3 *db, int64_t *version, struct gr_err *err)
{
    return gr_sql_integer(db, "PRAGMA user_version", 0, version, err) &&
           (*version <= GR_STORE_VERSION || refuse_newer(db, *version, err));
}
