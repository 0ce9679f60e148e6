/* Copying what can be read of a store, whole or damaged, into a new one. An event is taken only
 * when its own hash still fits it, so damage never turns into history; where events are missing
 * between two, the second is sealed anew, and the copy counts it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_SALVAGE_H
#define GR_SALVAGE_H

#include "grader/journal/store.h"

struct gr_salvage {
    sqlite3 *into; /* one transaction from begin to end */
    sqlite3_stmt *insert;
    int64_t last_seq;
    char last_hash[GR_HASH_TEXT];
    int64_t copied, resealed, spoiled;
};

GR_MUST_CHECK bool gr_salvage_begin(struct gr_salvage *salvage, const char *into_path,
                                    struct gr_err *err);
/* Whether `from` has a table of events that can be asked at all. */
bool gr_salvage_can_read(sqlite3 *from);
/* Copies the events after salvage->last_seq and all notes. False when writing fails or memory gives
 * out, never because `from` cannot be read. */
GR_MUST_CHECK bool gr_salvage_take(struct gr_salvage *salvage, sqlite3 *from, struct gr_err *err);
/* Appends one event of our own, of kind "repair". */
GR_MUST_CHECK bool gr_salvage_record(struct gr_salvage *salvage, int64_t seq, const char *payload,
                                     struct gr_err *err);
/* Commits (unless !keep) and closes. Call it after every begin. */
GR_MUST_CHECK bool gr_salvage_end(struct gr_salvage *salvage, bool keep, struct gr_err *err);

#endif
