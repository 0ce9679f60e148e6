/* What the tests of grader/run share: a scratch folder with a copy of the test course and a store,
 * and sessions on them that use the stub helper.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_SUPPORT_H
#define RUN_SUPPORT_H

#include "grader/run/session.h"
#include "tests/support/temp_folder.h"

struct scratch {
    struct temp_folder folder;
    char course[300]; /* copy of the test course */
    char store[300];  /* where a store may be made */
};

void scratch_start(struct scratch *scratch);
void scratch_end(struct scratch *scratch);
/* Replaces the first `from` by `to` in a file of the copied course; fails the test when absent. */
void scratch_edit(const struct scratch *scratch, const char *file, const char *from,
                  const char *to);

/* A session on the copy with RUN_STUB set to `stub`; fails the test when it does not open. */
struct gr_session *scratch_session(const struct scratch *scratch, bool with_store,
                                   const char *stub);
/* The problem "W1", "W2" or "E1". */
const struct gr_problem *problem_called(struct gr_session *session, const char *name);
/* Deals now; fails the test when it cannot. */
const struct gr_deal *deal_now(struct gr_session *session, const char *name, enum gr_deal_wish wish,
                               uint32_t instance);
/* Answers the current deal; fails the test on an error. */
struct gr_result answer_text(struct gr_session *session, const char *name, bool on_twin,
                             const char *text);
/* A bound number of the deal. */
double number_of(const struct gr_deal *deal, const char *name);
struct gr_standing standing_of(struct gr_session *session, const char *id);
/* The current deal's reference, as a student who knows it would type it. */
const char *right_text(struct gr_session *session, const char *name, bool on_twin, char out[64]);
bool said(const struct gr_buf *text, const char *words);
/* Looks at the solution of the current deal. */
void see_solution(struct gr_session *session, const char *name);
/* The value in the unit asked for, as text that reads back to the same bits. */
const char *value_text(double value, char out[64]);

/* Like ck_assert, with the error's text. */
#define ck_good(call, err) ck_assert_msg((call), "%s", (err).text)

#endif
