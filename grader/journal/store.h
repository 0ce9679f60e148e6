/* The journal's inside, shared by its files only.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_STORE_H
#define GR_STORE_H

#include <sqlite3.h>

#include "grader/journal/chain.h"
#include "grader/journal/journal.h"
#include "grader/journal/store_lock.h"
#include "grader/journal/store_place.h"

struct gr_journal {
    sqlite3 *db;
    sqlite3_stmt *insert; /* prepared at the first append */
    struct gr_lock lock;  /* lock.fd < 0: read only */
    bool is_local;
    bool is_damaged;              /* SQLite met damage: the next opening checks the file */
    bool needs_repair;            /* a repair was begun and did not end well */
    bool has_lasting_notice;      /* kept as the note GR_NOTICE_KEY until the student goes on */
    int64_t last_seq;             /* newest event; only the writer uses these two */
    char last_hash[GR_HASH_TEXT]; /* "" before the first */
    char path[GR_PATH_MAX];
    char notice[320];
    char refusal[512]; /* why a journal without lock cannot record, when nobody holds it */
};

#define GR_NOTICE_KEY "journal:notice"

/* Fails with the reason when this journal only reads. */
GR_MUST_CHECK bool gr_store_may_write(const struct gr_journal *journal, struct gr_err *err);

/* Learns the newest event and the lasting notice of a store just connected. */
GR_MUST_CHECK bool gr_store_learn(struct gr_journal *journal, struct gr_err *err);
void gr_store_disconnect(struct gr_journal *journal);

/* Opening without the lock (journal_look.c). Each leaves the journal disconnected when it fails. */
/* The store beside its holder, who may be just making it: tried for two seconds. */
GR_MUST_CHECK bool gr_store_read_beside(struct gr_journal *journal, struct gr_err *err);
/* A store that was left in order, or is held and whole; false when that needs the lock. */
GR_MUST_CHECK bool gr_store_look(struct gr_journal *journal, const char *path);
/* What can be read where nothing can be recorded, for the reason given: the store, or an empty one
 * in memory where surely none was. */
GR_MUST_CHECK bool gr_store_do_without(struct gr_journal *journal, const char *path,
                                       const char *why);

struct gr_row {
    struct gr_event event;
    const char *prev_hash;
};

/* The last SQLite error of the journal as ours, and remembers damage. Returns false. */
bool gr_store_fail(struct gr_journal *journal, const char *what, struct gr_err *err);
/* Like gr_journal_each, with the previous hash. */
GR_MUST_CHECK bool gr_store_rows(struct gr_journal *journal, const char *item, const char *kind,
                                 bool (*visit)(void *context, const struct gr_row *row),
                                 void *context, struct gr_err *err);
/* Columns of `select GR_ROW_COLUMNS from event`; false when memory gives out. */
#define GR_ROW_COLUMNS "seq, uuid, time_ms, kind, item, rev, instance, payload, prev_hash, hash"
GR_MUST_CHECK bool gr_row_read(sqlite3_stmt *statement, struct gr_row *out);
#define GR_ROW_INSERT "INSERT INTO event(" GR_ROW_COLUMNS ") VALUES(?,?,?,?,?,?,?,?,?,?)"
/* Runs GR_ROW_INSERT once and resets it; returns SQLite's code, SQLITE_DONE when it is in. */
int gr_row_insert(sqlite3_stmt *insert, const struct gr_row *row);
/* Fills uuid. */
GR_MUST_CHECK bool gr_uuid_make(char out[37], struct gr_err *err);

#endif
