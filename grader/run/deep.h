/* Inside grader/run: the deep check of one dealt instance. See trial.h for what it finds.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_DEEP_H
#define GR_DEEP_H

#include "grader/run/deal_parts.h"
#include "grader/run/trial.h"

enum { DEEP_MISTAKES_MOST = 32 };

struct deep { /* one problem under way */
    const struct gr_problem *problem;
    struct gr_diags *diags;
    struct gr_deep_counts *counts;
    struct deep_share {
        uint32_t asked, passed_over;
    } shares[DEEP_MISTAKES_MOST]; /* of the answer's mistakes, as far as there is room */
};

/* Everything that must hold in this instance; findings go to deep->diags. */
void deep_check_deal(struct deep *deep, const struct gr_deal *deal);

#endif
