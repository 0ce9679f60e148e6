/* Between the files of act: showing frames (act_show.c), questions (act_problem.c), answers
 * (act_answer.c), wants (act.c).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_ACT_PARTS_H
#define APP_ACT_PARTS_H

#include "app/view/act.h"

enum { ACT_TEXT_BYTES = 1 << 20 };

void act_complain(struct act *act, const struct gr_err *err);
bool act_can_write(const struct act *act);
struct compose act_compose(struct act *act);
/* Opens the item by name on a new frame; errors are said and leave the screen as it is. */
bool act_open(struct act *act, const char *name, struct gr_err *err);
/* Builds the screen of the top frame. */
bool act_show(struct act *act, struct gr_err *err);
/* The text of a SCREEN_RESULT or SCREEN_TEXT; cleared for a new one, with its number. */
struct act_text *act_new_text(struct act *act, enum screen screen);
struct act_text *act_text_of(struct act *act, enum screen screen);
/* Pushes a screen for the text made just now. */
void act_push_text(struct act *act, enum screen screen, const char *title);
/* Makes this problem the one that keys and answers are about; NULL: none. */
void act_take_problem(struct act *act, const struct gr_problem *problem, struct gr_err *err);
/* What looking at its solution, way or `why` would cost now. */
void act_set_costs(struct act *act);

bool act_show_problem(struct act *act, struct gr_err *err);
/* Lays the question out again, in place: a hint came, or a step of the walk. */
bool act_refresh_problem(struct act *act, struct gr_err *err);
/* Appends the walk's text up to its next blank; at its end there is no field any more. */
bool act_walk_on(struct act *act, struct gr_err *err);
void act_submit(struct act *act);
void act_hint(struct act *act);
void act_part(struct act *act, enum part part);
void act_deal(struct act *act, enum gr_deal_wish wish, int64_t now_ms);
void act_cancel(struct act *act);
void act_solution(struct act *act);
void act_why(struct act *act);

/* Drafts (act_draft.c): one for the answer; for twin and blanks one in each instance. What the
 * store does not take is kept here and tried again. */
bool act_draft_save(struct act *act, struct gr_err *err);
bool act_draft_get(struct act *act, struct gr_buf *out, struct gr_err *err);
/* The answer's draft is no more: it was sent, or its deal is over. */
bool act_draft_drop(struct act *act, struct gr_err *err);

#endif
