/* See store_sql.h. SQLite's own words stand in the message only where they help a person.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/journal/store_sql.h"

#include <errno.h>
#include <string.h>

bool gr_sql_open(const char *path, int flags, sqlite3 **db, struct gr_err *err)
{
    if (sqlite3_open_v2(path, db, flags, NULL) == SQLITE_OK) {
        (void)sqlite3_extended_result_codes(*db, 1);
        (void)sqlite3_busy_timeout(*db, 3000);
        return true;
    }
    (void)gr_sql_fail(*db, "cannot open the store", err);
    (void)sqlite3_close(*db);
    *db = NULL;
    return false;
}

bool gr_sql_open_immutable(const char *path, sqlite3 **db, struct gr_err *err)
{
    static const char hex[] = "0123456789ABCDEF";
    char uri[3 * 4096 + 32] = "file:";
    size_t used = strlen(uri);
    for (const unsigned char *c = (const unsigned char *)path; *c != '\0' && used < 3 * 4096; c++) {
        if (*c > ' ' && *c < 127 && strchr("%?#", *c) == NULL) {
            uri[used++] = (char)*c;
            continue;
        }
        uri[used++] = '%';
        uri[used++] = hex[*c >> 4];
        uri[used++] = hex[*c & 15];
    }
    static const char flags[] = "?immutable=1";
    memcpy(uri + used, flags, sizeof flags);
    return gr_sql_open(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, db, err);
}

bool gr_sql_is_damage(sqlite3 *db)
{
    int code = db == NULL ? SQLITE_OK : sqlite3_errcode(db) & 0xff;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR ||
           code == SQLITE_CONSTRAINT || code == SQLITE_MISMATCH || code == SQLITE_ROW;
}

bool gr_sql_is_memory(sqlite3 *db)
{
    return db == NULL || sqlite3_errcode(db) == SQLITE_NOMEM ||
           sqlite3_extended_errcode(db) == SQLITE_IOERR_NOMEM;
}

/* SQLite keeps the system's error for some failures only; for the others errno still has it,
 * because every statement here starts with errno cleared. */
static int system_error(sqlite3 *db)
{
    int left = errno;
    int kept = sqlite3_system_errno(db);
    return kept != 0 ? kept : left;
}

static bool is_full(int code, int why)
{
    return code == SQLITE_FULL ||
           (code == SQLITE_IOERR && (why == ENOSPC || why == EDQUOT || why == EFBIG));
}

bool gr_sql_fail(sqlite3 *db, const char *what, struct gr_err *err)
{
    if (gr_sql_is_memory(db))
        return gr_fail(err, GR_E_MEMORY, "%s: out of memory; close something and try again", what);
    int why = system_error(db);
    int code = sqlite3_errcode(db) & 0xff;
    const char *name = sqlite3_db_filename(db, "main");
    const char *path = name == NULL || name[0] == '\0' ? "the store" : name;
    if (is_full(code, why))
        return gr_fail(err, GR_E_STORE,
                       "%s: the disk or your quota is full (%s); free some space and do it again, "
                       "nothing recorded before is lost",
                       what, path);
    if (gr_sql_is_damage(db))
        return gr_fail(err, GR_E_STORE,
                       "%s: %s is damaged; start Wallclock again and it repairs what it can", what,
                       path);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return gr_fail(err, GR_E_STORE, "%s: another process uses %s; end it and try again", what,
                       path);
    return gr_fail(err, GR_E_STORE,
                   "%s: %s (%s%s%s); look at the rights of the file and its folder, or choose "
                   "another place with WALLCLOCK_DATA",
                   what, sqlite3_errmsg(db), path, why == 0 ? "" : ": ",
                   why == 0 ? "" : strerror(why));
}

bool gr_sql_run(sqlite3 *db, const char *sql, struct gr_err *err)
{
    errno = 0;
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           gr_sql_fail(db, "cannot use the store", err);
}

bool gr_sql_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out, struct gr_err *err)
{
    return sqlite3_prepare_v2(db, sql, -1, out, NULL) == SQLITE_OK ||
           gr_sql_fail(db, "cannot use the store", err);
}

bool gr_sql_integer(sqlite3 *db, const char *sql, int64_t otherwise, int64_t *out,
                    struct gr_err *err)
{
    sqlite3_stmt *statement = NULL;
    if (!gr_sql_prepare(db, sql, &statement, err))
        return false;
    int step = sqlite3_step(statement);
    bool is_good = step == SQLITE_ROW || step == SQLITE_DONE;
    *out = step == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : otherwise;
    if (!is_good)
        (void)gr_sql_fail(db, "cannot read the store", err);
    (void)sqlite3_finalize(statement);
    return is_good;
}

bool gr_sql_check(sqlite3 *db, bool *is_whole, struct gr_err *err)
{
    sqlite3_stmt *statement = NULL;
    *is_whole = false;
    int code = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    const unsigned char *word = code == SQLITE_ROW ? sqlite3_column_text(statement, 0) : NULL;
    if (word != NULL)
        *is_whole = memcmp(word, "ok", 3) == 0;
    bool has_looked = word != NULL || gr_sql_is_damage(db) || gr_sql_fail(db, "cannot check", err);
    (void)sqlite3_finalize(statement);
    return has_looked;
}
