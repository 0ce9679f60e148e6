/* The course in the order a student walks it: chapter by chapter, the strands' pages, the problems
 * where mathematics stands, propositions, and at the end the apparatus. Lists, `next` and `back`,
 * and the home page all follow this one order.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_OUTLINE_H
#define APP_OUTLINE_H

#include "grader/course/course.h"

struct app_entry {
    struct gr_item item;
    const char *group;    /* "Basics", "Mathematics", "Propositions", "Apparatus" */
    const char *gloss;    /* "what the words mean"; "" when there is none */
    const char *id;       /* "VIII.6.W1" */
    const char *short_id; /* "W1", "basics.3", "0.NU.01": what a student types */
    const char *title;
};

struct app_outline {
    const struct app_entry *entries;
    size_t count;
};

/* Everything lives in the arena or is borrowed from the course. */
GR_MUST_CHECK bool app_outline(const struct gr_course *course, struct gr_arena *arena,
                               struct app_outline *out, struct gr_err *err);
/* The entry of the item with this id, or NULL. */
const struct app_entry *app_outline_find(const struct app_outline *outline, const char *id);
/* The id of a page or problem; of a chapter or strand its own. Never NULL. */
const char *app_item_id(const struct gr_item *item);

#endif
