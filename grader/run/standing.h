/* What follows from the events so far, per item: the derived state of a session. One pass over the
 * journal builds it and every recorded event goes through the same function, so what is kept in
 * step is what a rebuild would give. Marks ("since the last reset") and the open deal are kept
 * apart: a fresh deal ends the latter, a reset ends both.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_STANDING_H
#define GR_STANDING_H

#include "grader/base/arena.h"
#include "grader/journal/journal.h"
#include "grader/num/verdict.h"

struct gr_standing_given { /* a value answered in the open deal */
    double value;
    bool on_twin;
};

struct gr_standing_deal { /* the open deal; all zero when there is none */
    bool is_open;
    int64_t seq;
    uint32_t rev, instance;
    uint32_t attempts, hints;
    bool is_solved, is_assisted, solution_seen;
    struct gr_standing_given *given; /* attempts of them */
    size_t given_size;
};

struct gr_standing_item {
    struct gr_standing_item *next; /* of the same bucket */
    const char *id;
    struct gr_standing_deal deal;
    bool was_dealt; /* ever, resets included */
    uint32_t last_instance;
    bool is_started, is_read, check_right;
    bool solved_alone, solved_assisted; /* alone: the reference had not been seen */
    bool solved_by_answer;              /* not only through the twin */
    uint32_t solved_rev;                /* newest */
    uint32_t attempts, hints, deals;
    enum gr_verdict last; /* when attempts > 0 */
    struct gr_buf answer; /* payload of the last counted answer */
    int64_t answer_time_ms, answer_deal_seq;
    uint32_t answer_rev, answer_instance;
};

enum { GR_STANDING_BUCKETS = 256 };

struct gr_standing_table { /* {0} is empty */
    struct gr_arena arena;
    struct gr_standing_item *buckets[GR_STANDING_BUCKETS];
};

/* Takes one event into account. Events of unknown kinds are left alone. */
GR_MUST_CHECK bool gr_standing_apply(struct gr_standing_table *table, const struct gr_event *event,
                                     struct gr_err *err);
/* Builds from the whole journal. */
GR_MUST_CHECK bool gr_standing_build(struct gr_standing_table *table, struct gr_journal *journal,
                                     struct gr_err *err);
/* The item, or NULL when nothing ever happened to it. */
const struct gr_standing_item *gr_standing_find(const struct gr_standing_table *table,
                                                const char *id);
bool gr_standing_was_given(const struct gr_standing_deal *deal, double value, bool on_twin);
void gr_standing_free(struct gr_standing_table *table);

#endif
