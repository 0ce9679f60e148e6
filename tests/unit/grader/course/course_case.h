/* A small course in a folder of the test's own: one chapter X.1 at a level that owes little, whose
 * files a test then changes.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_COURSE_CASE_H
#define TEST_COURSE_CASE_H

#include "grader/course/course.h"
#include "tests/support/temp_folder.h"

struct course_case {
    struct temp_folder folder;
    struct gr_course *course;
    struct gr_diags diags;
    struct gr_err err;
    bool is_open;
};

/* Writes the files of a complete, published chapter: 2 problems of 2 variants, 1 exercise, 1 page
 * in basics, 1 proposition with its figure. */
void course_case_make(struct course_case *self);
/* Writes one file, making its folders; text NULL removes it. */
void course_case_write(const struct course_case *self, const char *name, const char *text);
/* Opens and checks the course (closing what was open). */
void course_case_open(struct course_case *self);
/* The first finding with this code, or NULL. */
const struct gr_diag *course_case_finding(const struct course_case *self, const char *code);
void course_case_remove(struct course_case *self);

/* A problem file: "W1" or "E1" of chapter X.1 with this variant. */
void course_case_problem(const struct course_case *self, const char *short_id, const char *variant);
extern const char course_case_chapter[];  /* chapter.yaml, published */
extern const char course_case_solution[]; /* a solution that fits any of the problems */

#endif
