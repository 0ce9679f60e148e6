/* One writer: a lock file beside the store. The lock is the kernel's, so the death of its holder
 * frees it at once, however it died; the text in the file only tells people who it is, and the next
 * holder how the last one ended and how far it had come.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_STORE_LOCK_H
#define GR_STORE_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/base/err.h"

enum gr_lock_state {
    GR_LOCK_CLOSED, /* the last holder left in order */
    GR_LOCK_OPEN,   /* held, or the last holder was cut short */
    GR_LOCK_DAMAGED /* the last holder met damage in the store */
};

struct gr_lock {
    int fd; /* -1: another process holds the lock */
    int64_t since_ms;
    bool was_there;         /* a record of an earlier holder stood in the file */
    enum gr_lock_state was; /* how that one ended */
    int64_t last_seq;       /* the newest event that it acknowledged */
    char holder[160];       /* who holds it, when fd is -1 */
    bool stays;             /* we, or that holder, keep it for long: nobody need wait for it */
};

/* Whether a lock file stands beside the store: it was ours once, whatever it looks like now. */
bool gr_lock_file_exists(const char *store_path);
/* Takes the lock or says who has it; an error only when the file system allows no lock. A holder
 * that does not stay is waited for, two seconds at most. */
GR_MUST_CHECK bool gr_lock_take(const char *store_path, bool to_stay, struct gr_lock *out,
                                struct gr_err *err);
/* The same knowledge without the lock, as far as the file can be read; fd is -1 and holder is ""
 * when nobody holds it. */
void gr_lock_peek(const char *store_path, struct gr_lock *out);
/* Writes the record. Not flushed: it outlives the process, and after loss of power it is at worst
 * older than the store. */
void gr_lock_mark(const struct gr_lock *lock, enum gr_lock_state state, int64_t last_seq);
void gr_lock_release(struct gr_lock *lock);

#endif
