/* A dealt question: parameters drawn, kernel run, values frozen, reference known. Grading never
 * measures again: everything needed later is in the deal and in its record in the journal. Dealing
 * is a state machine over one kn request at a time, so that a screen can show progress and stay
 * alive; gr_deal_now is the same machine run to its end.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_DEAL_H
#define GR_DEAL_H

#include "grader/base/arena.h"
#include "grader/base/json.h"
#include "grader/course/problem.h"
#include "grader/num/verdict.h"
#include "grader/run/kn_client.h"

struct gr_deal_question { /* the answer or the twin, for this instance */
    const struct gr_question *question;
    struct gr_rule rule; /* reference, tolerance, mistakes: in the unit asked for */
    double low, high;    /* interval of the reference, in the unit asked for */
    bool has_model;
    double model; /* in the unit asked for */
};

struct gr_deal {
    struct gr_arena arena; /* owns everything below */
    const struct gr_problem *problem;
    uint32_t rev; /* of the problem when it was dealt */
    uint32_t asked,
        instance; /* asked differs from instance when a requirement on measured values moved on */
    int64_t seq;  /* of the deal's event; 0 before it is recorded */
    struct gr_binding *bindings; /* params, outputs, lets: what expressions and templates see */
    size_t binding_count;
    struct gr_deal_question answer, twin; /* twin.question NULL when there is none */
    bool is_gradable; /* false: no verdict on `answer` (the twin still has one) */
    char reason[160]; /* why not, in words */
    const char *kernel, *backend, *machine;
    uint64_t samples;
};

struct gr_scope gr_deal_scope(const struct gr_deal *deal);
void gr_deal_free(struct gr_deal *deal); /* NULL is allowed */

/* The statement (or the twin's) with this deal's values, Markdown. */
GR_MUST_CHECK bool gr_deal_statement(const struct gr_deal *deal, bool twin, struct gr_buf *out,
                                     struct gr_err *err);
/* The record of a deal as JSON, and the deal again from it (values and reference frozen; mistakes
 * and tolerance recomputed from the problem file, so a corrected file regrades). Fails when the
 * problem's expressions no longer fit the recorded values. */
void gr_deal_write(const struct gr_deal *deal, struct gr_buf *out);
GR_MUST_CHECK bool gr_deal_read(const struct gr_problem *problem, const char *json,
                                struct gr_deal **out, struct gr_err *err);

struct gr_dealing;
enum gr_dealing_state { GR_DEALING_RUNNING, GR_DEALING_DONE, GR_DEALING_FAILED };

/* Starts dealing instance k. Moves on to k+1, ... (modulo instances) when a requirement on measured
 * values fails; repeats a run whose quality is poor or whose interval is too wide for the
 * tolerance, three times at most and within 3 s, then the deal is not gradable. */
GR_MUST_CHECK bool gr_dealing_start(struct gr_kn *kn, const struct gr_problem *problem, uint32_t k,
                                    struct gr_dealing **out, struct gr_err *err);
int gr_dealing_fd(const struct gr_dealing *dealing);
int gr_dealing_wait_ms(const struct gr_dealing *dealing);
/* Does what can be done now without blocking. */
enum gr_dealing_state gr_dealing_step(struct gr_dealing *dealing, struct gr_err *err);
const struct gr_progress *gr_dealing_progress(const struct gr_dealing *dealing);
/* The finished deal, once; NULL before DONE. The caller owns it. */
struct gr_deal *gr_dealing_take(struct gr_dealing *dealing);
/* Frees; a run under way is stopped at once. NULL is allowed. */
void gr_dealing_free(struct gr_dealing *dealing);

/* Runs a dealing to its end; `is_cancelled` (may be NULL) is asked at least ten times a second. */
struct gr_watch {
    bool (*is_cancelled)(void *context);
    void (*show)(void *context, const struct gr_progress *progress); /* may be NULL */
    void *context;
};
GR_MUST_CHECK bool gr_deal_now(struct gr_kn *kn, const struct gr_problem *problem, uint32_t k,
                               const struct gr_watch *watch, struct gr_deal **out,
                               struct gr_err *err);

#endif
