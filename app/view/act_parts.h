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
/* Pushes a screen of text already in act->text. */
void act_push_text(struct act *act, enum screen screen, const char *title);

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
/* The draft's name in the journal: one for the answer, the twin and each blank. */
void act_draft_key(const struct act *act, char out[UI_ITEM_BYTES * 2]);

#endif
