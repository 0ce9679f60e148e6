/* A step of a walk as Markdown of its own. Blanks may stand inside maths, so a step can end in an
 * open formula and the next one begin in it; each is completed here so that it can be set alone.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_WALK_TEXT_H
#define APP_WALK_TEXT_H

#include "grader/base/str.h"

enum app_maths { APP_MATHS_NONE, APP_MATHS_INLINE, APP_MATHS_DISPLAY };

/* Appends the step's text, reopening the formula that the step before left open (`before`) and
 * closing one that is open at its end with a question mark where the blank stands; `ends_in_blank`
 * is false for the rest after the last blank. Returns what was open at the end, for the next step.
 */
enum app_maths app_walk_markdown(struct gr_str step, enum app_maths before, bool ends_in_blank,
                                 struct gr_buf *out);

#endif
