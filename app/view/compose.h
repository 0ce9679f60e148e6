/* What the screens say, as Markdown: the front page, a strand's list, a page with its question, a
 * dealt problem, a result. Reads the session, changes nothing. Layout, focus and scrolling are the
 * sheet's work, so one text serves every size of screen.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_COMPOSE_H
#define APP_COMPOSE_H

#include "app/core/outline.h"
#include "grader/run/session.h"

struct compose {
    struct gr_session *session;
    const struct app_outline *outline;
};

/* The chapter's page, live, with what to go on with first. `resume` may be NULL. */
GR_MUST_CHECK bool compose_home(const struct compose *c, const struct gr_chapter *chapter,
                                const struct app_entry *resume, struct gr_buf *out,
                                struct gr_err *err);
GR_MUST_CHECK bool compose_list(const struct compose *c, const struct gr_strand *strand,
                                struct gr_buf *out, struct gr_err *err);
/* `chosen` is the choice made just now, or SIZE_MAX; `right` its outcome. */
GR_MUST_CHECK bool compose_page(const struct gr_page *page, size_t chosen, bool right,
                                struct gr_buf *out, struct gr_err *err);
GR_MUST_CHECK bool compose_problem(const struct compose *c, const struct gr_deal *deal, bool twin,
                                   struct gr_buf *out, struct gr_err *err);
/* The hints given on the deal so far, below what is there. */
GR_MUST_CHECK bool compose_hints(const struct compose *c, const struct gr_deal *deal,
                                 struct gr_buf *out, struct gr_err *err);
/* A problem that could not be dealt: what it is, and why there is no question. */
void compose_undealt(const struct gr_problem *problem, const char *why, struct gr_buf *out);
/* Sentences of app_result_text with what to do next. `next` may be NULL. */
GR_MUST_CHECK bool compose_result(const struct gr_result *result, const struct app_entry *next,
                                  struct gr_buf *out, struct gr_err *err);
/* "accepted within 12 % of the reference". */
void compose_rule(const struct gr_question *question, struct gr_buf *out);
/* Plain lines as Markdown: each a paragraph. */
void compose_lines(struct gr_str lines, struct gr_buf *out);

#endif
