/* The shape of the store and how it comes to be: tables, triggers, version, settings of a
 * connection. A store appears under its name complete or not at all.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_STORE_SCHEMA_H
#define GR_STORE_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

#include "grader/base/err.h"

#define GR_STORE_APPLICATION 0x57434B4Bu /* "WCKK", SQLite's application_id */
#define GR_STORE_VERSION     1           /* user_version that this program writes */

/* A new, empty, complete store at `path`, which must not exist (leavings of a broken attempt are
 * removed). Not yet flushed by name: the caller renames it. */
GR_MUST_CHECK bool gr_schema_create(const char *path, struct gr_err *err);
/* What each connection of ours sets: durability, safety, and the journal mode that the place bears.
 * Writes only when the mode must change. */
GR_MUST_CHECK bool gr_schema_connect(sqlite3 *db, bool is_local, struct gr_err *err);
/* Refuses a store of a newer program. Below GR_STORE_VERSION gr_schema_migrate has work to do;
 * below 1 the header is damaged, for no store ever stood under its name without a version. */
GR_MUST_CHECK bool gr_schema_check(sqlite3 *db, int64_t *version, struct gr_err *err);
/* Brings the store to GR_STORE_VERSION, all steps or none. */
GR_MUST_CHECK bool gr_schema_migrate(sqlite3 *db, struct gr_err *err);

#endif
