/* A thin skin over SQLite: run a text, ask for one number, and turn its codes into our one error
 * with place and remedy.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_STORE_SQL_H
#define GR_STORE_SQL_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

#include "grader/base/err.h"

/* Opens an existing database; *db is NULL on failure. flags: SQLITE_OPEN_*. */
GR_MUST_CHECK bool gr_sql_open(const char *path, int flags, sqlite3 **db, struct gr_err *err);
/* The same for a file that nobody writes to, from a place that cannot be written. */
GR_MUST_CHECK bool gr_sql_open_immutable(const char *path, sqlite3 **db, struct gr_err *err);
/* The last error of `db` as ours: "what: why; what to do". Returns false. */
bool gr_sql_fail(sqlite3 *db, const char *what, struct gr_err *err);
/* Whether the last error says that the file is damaged: by itself, because our own constant SQL
 * does not fit the tables, or because a row was read that none of ours can be. */
bool gr_sql_is_damage(sqlite3 *db);
GR_MUST_CHECK bool gr_sql_run(sqlite3 *db, const char *sql, struct gr_err *err);
GR_MUST_CHECK bool gr_sql_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out,
                                  struct gr_err *err);
/* The first column of the first row; `otherwise` when there is no row. */
GR_MUST_CHECK bool gr_sql_integer(sqlite3 *db, const char *sql, int64_t otherwise, int64_t *out,
                                  struct gr_err *err);
/* Whether the last error is that memory gave out, which says nothing about the file. */
bool gr_sql_is_memory(sqlite3 *db);
/* Whether SQLite's quick check finds the file whole; false when it could not look. */
GR_MUST_CHECK bool gr_sql_check(sqlite3 *db, bool *is_whole, struct gr_err *err);

#endif
