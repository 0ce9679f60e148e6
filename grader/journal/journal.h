/* The journal: what a student did, for ever. SQLite; one append-only table of events chained by
 * SHA-256 (nettle), one small table of notes that may change (drafts, position, settings). Derived
 * tables are rebuilt at will. synchronous=FULL; WAL only on a local file system, rollback journal
 * elsewhere. When append returns true the event survives kill -9 and loss of power. One writer: a
 * second process opens read-only and can say who holds the store. A damaged or locked store is
 * never shown as empty. Daily backup beside it, seven kept.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_JOURNAL_H
#define GR_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/base/err.h"
#include "grader/base/str.h"

struct gr_journal;

struct gr_event {
    int64_t seq;      /* given by append, 1.. */
    int64_t time_ms;  /* UTC, milliseconds since 1970; given by append */
    const char *kind; /* "deal" "answer" "hint" "solution" "assist" "read" "check" "walk" "reset"
                         "repair" */
    const char *item; /* problem or page id */
    uint32_t rev, instance;
    const char *payload; /* one JSON object */
    char uuid[37], hash[65];
};

enum gr_journal_use {
    GR_JOURNAL_STAY,  /* records, and stays open for long: others need not wait for us */
    GR_JOURNAL_WRITE, /* records one thing and goes */
    GR_JOURNAL_LOOK   /* only reads; takes no lock unless the store must be repaired */
};

struct gr_journal_wish {
    enum gr_journal_use use;
    /* Where nothing can be recorded: opens what can be read, or nothing at all, and says so in
     * gr_journal_refusal. A store that is there and cannot be read stays an error. */
    bool may_only_read;
};

/* Opens or creates the store at `path` (its folder too, 0700). When another process holds it, opens
 * read-only: gr_journal_holder says who. One that does not stay is waited for, two seconds at most.
 * GR_E_STORE otherwise. LOOK creates nothing. */
GR_MUST_CHECK bool gr_journal_open_as(const char *path, struct gr_journal_wish wish,
                                      struct gr_journal **out, struct gr_err *err);
/* To stay and to record. */
GR_MUST_CHECK bool gr_journal_open(const char *path, struct gr_journal **out, struct gr_err *err);
void gr_journal_close(struct gr_journal *journal); /* NULL is allowed */
/* Whether anything was ever recorded at `path`: a store, or traces of one that is gone. What cannot
 * be looked at is an error, never a no. */
GR_MUST_CHECK bool gr_journal_exists(const char *path, bool *exists, struct gr_err *err);
/* Whether a store could be written there; makes nothing. */
GR_MUST_CHECK bool gr_journal_may_record(const char *path, struct gr_err *err);
bool gr_journal_is_read_only(const struct gr_journal *journal);
/* "pid 4211 on node c2 since 14:02" or "" when we hold it. */
const char *gr_journal_holder(const struct gr_journal *journal);
/* Why nothing can be recorded though nobody else holds the store; "" when that is not so. */
const char *gr_journal_refusal(const struct gr_journal *journal);
const char *gr_journal_path(const struct gr_journal *journal);
/* What had to be repaired, in one sentence for the student ("restored from ..."), or "". It comes
 * again at every opening until the student goes on: answers, checks, or resets something. */
const char *gr_journal_notice(const struct gr_journal *journal);

/* Appends durably; fills seq, time_ms, uuid and hash. A full disk, a read-only store: GR_E_STORE.
 */
GR_MUST_CHECK bool gr_journal_append(struct gr_journal *journal, struct gr_event *event,
                                     struct gr_err *err);
/* Events in order; item NULL: of all items; kind NULL: of all kinds. `visit` returns false to stop;
 * the event's texts live until it returns. */
GR_MUST_CHECK bool gr_journal_each(struct gr_journal *journal, const char *item, const char *kind,
                                   bool (*visit)(void *context, const struct gr_event *event),
                                   void *context, struct gr_err *err);

/* Notes: key to text, last writer wins, durable. get appends to out; *found says whether it exists.
 */
GR_MUST_CHECK bool gr_journal_note(struct gr_journal *journal, const char *key, struct gr_str value,
                                   struct gr_err *err);
GR_MUST_CHECK bool gr_journal_noted(struct gr_journal *journal, const char *key, struct gr_buf *out,
                                    bool *found, struct gr_err *err);

/* Walks the chain; false (GR_E_STORE) names the first event whose hash does not fit. */
GR_MUST_CHECK bool gr_journal_verify(struct gr_journal *journal, int64_t *events,
                                     struct gr_err *err);
/* A consistent copy of the store at `to` (VACUUM INTO), whose folder must exist: GR_E_MACHINE. */
GR_MUST_CHECK bool gr_journal_backup(struct gr_journal *journal, const char *to,
                                     struct gr_err *err);
/* The daily backup, if today's is missing; keeps the newest seven. Call it after the first paint.
 */
GR_MUST_CHECK bool gr_journal_backup_daily(struct gr_journal *journal, struct gr_err *err);

#endif
