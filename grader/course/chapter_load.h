/* Readers of levels.yaml, chapter.yaml, constants.yaml and pages, for course.c.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_CHAPTER_LOAD_H
#define GR_CHAPTER_LOAD_H

#include "grader/course/course.h"
#include "grader/course/folder.h"

/* Each adds its findings; false (or NULL) when the file cannot be used. */
bool gr_levels_load(struct gr_course *course, const char *path, struct gr_diags *diags);
bool gr_chapter_load(struct gr_course *course, const struct gr_found *found, struct gr_chapter *out,
                     struct gr_diags *diags);
bool gr_constants_load(struct gr_course *course, const char *path, struct gr_diags *diags);
struct gr_page *gr_page_load(struct gr_arena *arena, const struct gr_found *found,
                             struct gr_diags *diags);

#endif
