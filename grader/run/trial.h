/* Trials and the deep check: the product's central promise, measured. A trial deals afresh and
 * grades the same kind of answer again and again and counts the verdicts; the deep check runs every
 * reference, solution, mistake and test of every instance on this machine.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_TRIAL_H
#define GR_TRIAL_H

#include "grader/run/session.h"

enum { GR_VERDICT_COUNT = GR_VERDICT_WRONG + 1 };

struct gr_trial_options {
    uint32_t times;     /* 50; at least 1 */
    const char *answer; /* an expression over the deal's names and `model`, `reference` */
    uint32_t load;      /* busy processes beside it, each on its own core where there are enough */
};

struct gr_trial_counts {
    uint32_t verdicts[GR_VERDICT_COUNT];
    uint32_t times;           /* gradings done */
    uint32_t errors;          /* deals that the machine failed to give: no verdict, no grading */
    char mistake[48];         /* the last named mistake, "" when none */
    double off_low, off_high; /* range of (answer - reference)/|reference| over graded ones */
    double
        wrong_share_most; /* 95 % upper bound of the share of wrong or mistake (Clopper-Pearson) */
    double longest_deal_ms;
};

GR_MUST_CHECK bool gr_trial(struct gr_session *session, const struct gr_problem *problem,
                            const struct gr_trial_options *options, const struct gr_watch *watch,
                            struct gr_trial_counts *out, struct gr_err *err);

/* Upper end of the one-sided 95 % interval of a share of which `hits` in `times` were seen
 * (Clopper-Pearson); 1 when nothing was seen. */
double gr_share_most(uint32_t hits, uint32_t times);

struct gr_deep_options {
    unsigned classes;                         /* bits 1u << enum kn_class */
    uint32_t timed_instances;                 /* of timed problems, at most this many; 0: all */
    const struct gr_problem *const *problems; /* of this course; NULL: all */
    size_t problem_count;
};
struct gr_deep_counts {
    uint32_t instances, no_verdicts, tests, mistakes, mistakes_passed_over;
};
/* Findings: a reference or a model that fails, a solution whose last value is not graded correct, a
 * mistake that is accepted or not recognised, more than half of a mistake's instances passed over,
 * a failing test. Each is told once a problem, with the instances in which it shows. A no-verdict
 * is counted and is no finding. */
GR_MUST_CHECK bool gr_check_deep(struct gr_session *session, const struct gr_deep_options *options,
                                 const struct gr_watch *watch, struct gr_deep_counts *out,
                                 struct gr_diags *diags, struct gr_err *err);

#endif
