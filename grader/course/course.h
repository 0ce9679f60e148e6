/* A course: a folder that holds content/, problems/ and solutions/. Opened once, immutable, read at
 * run time. A broken problem or page does not close the course: it is listed as broken with its
 * findings.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_COURSE_H
#define GR_COURSE_H

#include "grader/course/chapter.h"
#include "grader/course/problem.h"

struct gr_broken { /* a file that could not be used */
    const char *path, *short_id;
    const char *id; /* the whole id that it would have */
};

struct gr_constant { /* a dated figure of some hardware, with where it was read */
    const char *name, *unit, *source, *date;
    double value; /* in `unit` */
};

struct gr_course {
    struct gr_arena arena;
    const char *root;
    const struct gr_level *levels;
    size_t level_count;
    const struct gr_chapter *chapters; /* in order of their folder names */
    size_t chapter_count;
    const struct gr_problem *const *problems; /* chapter by chapter; W before E, by number */
    size_t problem_count;
    const struct gr_page *const *pages; /* every page, apparatus included */
    size_t page_count;
    const struct gr_broken *broken;
    size_t broken_count;
    const struct gr_constant *constants; /* content/constants.yaml, when there is one */
    size_t constant_count;
};

/* Whether `root` looks like a course (it has content/levels.yaml). */
bool gr_course_is(const char *root);
/* Reads the whole course. Findings of files go to diags; only a course that cannot be opened at all
 * (no folder, no levels.yaml, no chapter, a folder that cannot be listed) is an error; so is memory
 * that gave out, whatever was read by then. *out is freed by gr_course_close. */
GR_MUST_CHECK bool gr_course_open(const char *root, struct gr_course **out, struct gr_diags *diags,
                                  struct gr_err *err);
void gr_course_close(struct gr_course *course);

enum gr_item_kind { GR_ITEM_CHAPTER, GR_ITEM_STRAND, GR_ITEM_PAGE, GR_ITEM_PROBLEM };

struct gr_item {
    enum gr_item_kind kind;
    const struct gr_chapter *chapter;
    const struct gr_strand *strand;
    const struct gr_page *page;
    const struct gr_problem *problem;
};

/* Finds "VIII.6.W1", "W1", "w1", "basics.3", "VIII.6.basics.3", "basics", "0.NU.01", "VIII.6"; the
 * short form means the first chapter that has it. GR_E_USAGE with a did-you-mean when there is
 * none. */
GR_MUST_CHECK bool gr_course_find(const struct gr_course *course, const char *name,
                                  struct gr_item *out, struct gr_err *err);
const struct gr_chapter *gr_course_chapter_of(const struct gr_course *course, const char *item_id);

/* ---- the gate ------------------------------------------------------------------------------- */

struct gr_owed {      /* one line for each thing owed */
    const char *code; /* of the finding when the chapter is published */
    const char *what;
};

struct gr_ledger {
    const struct gr_chapter *chapter;
    struct {
        const struct gr_strand *strand;
        uint32_t done, planned;
    } strands[5];
    size_t strand_count;
    uint32_t problems, variants, exercises; /* done; the level says what is owed */
    uint32_t propositions;
    uint32_t owes; /* problems and exercises still owed, as the book counts */
    const struct gr_owed *owed;
    size_t owed_count;
};

/* Counts what is there; a problem or exercise without a published solution does not count. The
 * ledger lives in the arena. */
GR_MUST_CHECK bool gr_gate_count(const struct gr_course *course, const struct gr_chapter *chapter,
                                 struct gr_arena *arena, struct gr_ledger *out, struct gr_err *err);
/* The book's own three lines, and with `lines` one line for each thing owed. */
void gr_ledger_print(const struct gr_ledger *ledger, bool lines, struct gr_buf *out);
/* Adds the gate's finding for a published chapter that owes anything (one each, at status:). */
void gr_gate_check(const struct gr_ledger *ledger, struct gr_diags *diags);

/* ---- static check --------------------------------------------------------------------------- */

/* Adds to the findings of gr_course_open (hand it the same list) those that need the whole course:
 * ids used twice, variants, topics and links that do not exist, missing solutions, the gate.
 * Nothing is run. Pages' Markdown is the app's part. */
GR_MUST_CHECK bool gr_check_course(const struct gr_course *course, struct gr_diags *diags,
                                   struct gr_err *err);

#endif
