/* Inside grader/run: the deep check of one dealt instance (deep_deal.c), and the cases that many
 * instances have in common (deep_case.c). See trial.h for what is found.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_DEEP_H
#define GR_DEEP_H

#include "grader/run/deal_parts.h"
#include "grader/run/trial.h"

enum { GR_DEEP_MISTAKES_MOST = 32, GR_DEEP_WHERE_MOST = 3 };

struct gr_deep_case; /* one fault of the file, in however many instances it shows */

struct gr_deep { /* one problem under way */
    const struct gr_problem *problem;
    struct gr_diags *diags;
    struct gr_deep_counts *counts;
    struct gr_deep_share {
        uint32_t asked, passed_over;
    } shares[GR_DEEP_MISTAKES_MOST]; /* of the answer's mistakes, as far as there is room */
    struct gr_arena arena;           /* of the cases */
    struct gr_deep_case *first_case, *last_case;
    uint32_t tried; /* instances so far, those that could not be dealt included */
};

/* What is wrong, wherever it shows: two faults with the same code, place and text are one case. */
struct gr_deep_fault {
    const char *code;
    struct gr_pos at;
    const char *what; /* "the reference is not graded correct" */
    const char *help; /* what to do */
};

/* Everything that must hold in this instance; what does not becomes cases. */
void gr_deep_check_deal(struct gr_deep *deep, const struct gr_deal *deal);

/* The fault shows in this instance, and how: "it is 5, graded wrong". */
void gr_deep_found(struct gr_deep *deep, const struct gr_deep_fault *fault, uint32_t instance,
                   const char *how, ...) GR_PRINTF(4, 5);
/* One finding a case goes to deep->diags, and the cases are freed. */
void gr_deep_tell(struct gr_deep *deep);

#endif
