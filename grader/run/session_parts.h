/* Inside grader/run: what a session is made of. Deals are kept by problem (the open one of each);
 * everything that happens is an event, recorded first and then taken into the derived state, so
 * that a failed write changes nothing. Without a journal events only reach the derived state.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_SESSION_PARTS_H
#define GR_SESSION_PARTS_H

#include "grader/run/session.h"
#include "grader/run/standing.h"

struct gr_held_deal { /* the open deal of a problem, once somebody asked for it */
    struct gr_held_deal *next;
    struct gr_deal *deal;
};

struct gr_memory_note { /* notes when there is no journal */
    struct gr_memory_note *next;
    char *key;
    struct gr_buf text;
};

struct gr_session {
    struct gr_arena arena;
    const char *kn_path, *isa, *device, *student;
    struct gr_course *course;
    struct gr_journal *journal; /* NULL: none */
    struct gr_kn *kn;           /* NULL until first needed */
    struct gr_standing_table standings;
    struct gr_held_deal *held;
    struct gr_memory_note *notes;
    int64_t memory_seq; /* seq of the newest event that was not written to a journal */
};

/* Writes the event (its payload taken from `payload`) and takes it into the derived state. */
GR_MUST_CHECK bool gr_session_record(struct gr_session *session, struct gr_event *event,
                                     const struct gr_buf *payload, struct gr_err *err);
/* An event of a problem's deal with the payload {"deal": seq} and, when `key` is not NULL, one
 * number more. */
GR_MUST_CHECK bool gr_session_record_of(struct gr_session *session, const struct gr_deal *deal,
                                        const char *kind, const char *key, int64_t number,
                                        struct gr_err *err);
/* The derived state of the deal; GR_E_USAGE when the deal is not the open one any more. */
GR_MUST_CHECK bool gr_session_is_open(const struct gr_session *session, const struct gr_deal *deal,
                                      const struct gr_standing_item **out, struct gr_err *err);
/* The problem's open, unsolved deal becomes assisted; nothing happens when there is none. */
GR_MUST_CHECK bool gr_session_assist_item(struct gr_session *session,
                                          const struct gr_problem *problem, struct gr_err *err);
/* Like the rest of the session's texts: words for "no verdict", with the way on. */
void gr_session_no_verdict(const struct gr_deal *deal, char *out, size_t size);

#endif
