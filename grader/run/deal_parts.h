/* Inside grader/run: the steps by which a deal comes to be, used by the dealing machine and by the
 * reader of records. A deal's bindings are filled in one order: parameters, outputs run by run,
 * lets; binding_count says how far it has come, and that is what expressions may see.
 *
 * A measured value that the statement shows is a given: it is rounded to what is shown, and the
 * question is exact in it. Only measured values that are not shown put noise on a reference.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_DEAL_PARTS_H
#define GR_DEAL_PARTS_H

#include "grader/run/deal.h"

/* A deal with room for all bindings and the parameters of `instance` drawn. */
GR_MUST_CHECK bool gr_deal_begin(const struct gr_problem *problem, uint32_t asked,
                                 uint32_t instance, struct gr_deal **out, struct gr_err *err);
/* The same with nothing bound yet. */
GR_MUST_CHECK bool gr_deal_new(const struct gr_problem *problem, struct gr_deal **out,
                               struct gr_err *err);
/* Binds the outputs of run number `run`. The reply's texts must live in the deal's arena. */
GR_MUST_CHECK bool gr_deal_bind_outputs(struct gr_deal *deal, size_t run,
                                        const struct gr_kn_reply *reply, struct gr_err *err);
GR_MUST_CHECK bool gr_deal_bind_lets(struct gr_deal *deal, struct gr_err *err);
/* Binds one let: its value, rounded when shown, and its interval. */
GR_MUST_CHECK bool gr_deal_bind_let(struct gr_deal *deal, const struct gr_let *let,
                                    struct gr_err *err);
/* The value of an expression in base units with its interval (name and text are left alone). */
GR_MUST_CHECK bool gr_deal_measure(struct gr_deal *deal, const struct gr_expr *expr,
                                   struct gr_binding *result, struct gr_err *err);
/* Whether the requirements on measured values hold; *broken is the first that does not. */
GR_MUST_CHECK bool gr_deal_requires(const struct gr_deal *deal, const struct gr_require **broken,
                                    struct gr_err *err);
/* Copies the outputs that another deal of the same problem measured, as a guess. */
void gr_deal_borrow_outputs(struct gr_deal *deal, const struct gr_deal *measured);

/* Reference, interval and model of answer and twin from the bindings. */
GR_MUST_CHECK bool gr_deal_refer(struct gr_deal *deal, struct gr_err *err);
/* Tolerance, domain and mistakes of answer and twin; needs the references. */
GR_MUST_CHECK bool gr_deal_judge_by(struct gr_deal *deal, struct gr_err *err);
/* The deal's scope and the names `reference` and `model`, for solutions, tests and trials. */
struct gr_scope gr_deal_answer_scope(const struct gr_deal *deal);
/* The mistake that carries the lesson but lies too near the truth in this instance, or NULL. */
const struct gr_mistake *gr_deal_too_near(const struct gr_deal *deal);
/* Whether a mistake's `when` holds in this deal (true without one). */
bool gr_deal_asks_mistake(const struct gr_deal *deal, const struct gr_mistake *mistake);
/* Whether the interval of the answer's reference is narrow enough to grade by; if not, why. */
bool gr_deal_is_sharp(const struct gr_deal *deal, char *reason, size_t size);

/* Reads a text as an answer and judges it by the question's rule, as a student's answer is. */
void gr_deal_grade_text(const struct gr_deal_question *asked, struct gr_str text,
                        struct gr_judgement *out);
/* Runs a dealing to its end; see gr_deal_now. */
GR_MUST_CHECK bool gr_deal_run(struct gr_dealing *dealing, const struct gr_watch *watch,
                               struct gr_err *err);

#endif
