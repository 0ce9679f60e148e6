/* A student at work: one course, one journal, one kn. Every front end (command line, plain mode,
 * screen) does everything through this, so verdicts and records are the same everywhere.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_SESSION_H
#define GR_SESSION_H

#include "grader/course/course.h"
#include "grader/journal/journal.h"
#include "grader/run/deal.h"

struct gr_session_options {
    const char *course_root;
    const char *journal_path; /* NULL: no journal (check, trial, eval): nothing is recorded */
    struct gr_journal_wish journal_wish;
    const char *kn_path;      /* NULL: gr_kn_find when first needed */
    const char *isa, *device; /* NULL: kn decides */
    const char *student;      /* decides instances; NULL: the login name */
};

struct gr_session;
/* Findings of course files go to diags (may be NULL). The store's failure is an error; a read-only
 * store is not: gr_session_journal tells. */
GR_MUST_CHECK bool gr_session_open(const struct gr_session_options *options,
                                   struct gr_session **out, struct gr_diags *diags,
                                   struct gr_err *err);
void gr_session_close(struct gr_session *session); /* NULL is allowed */
const struct gr_course *gr_session_course(const struct gr_session *session);
struct gr_journal *gr_session_journal(const struct gr_session *session); /* may be NULL */
struct gr_kn *gr_session_kn(struct gr_session *session,
                            struct gr_err *err); /* NULL: err says why */

/* ---- problems ------------------------------------------------------------------------------- */

enum gr_deal_wish {
    GR_WISH_CURRENT, /* the open deal, else the next one */
    GR_WISH_FRESH,   /* a new deal: the instance after the current one */
    GR_WISH_INSTANCE /* a given instance */
};

/* The problem's open deal from the journal, or NULL when there is none (or a reset came after it).
 * Owned by the session and valid until the problem is dealt again. */
const struct gr_deal *gr_session_current(struct gr_session *session,
                                         const struct gr_problem *problem, struct gr_err *err);
/* Starts a deal, always a new one: with GR_WISH_CURRENT and an open deal the same instance is
 * measured again. finish (once the dealing is DONE) records it durably and makes it current; the
 * caller frees the dealing either way. While another process holds the store the deal stays in this
 * session's memory only. */
GR_MUST_CHECK bool gr_session_deal_start(struct gr_session *session,
                                         const struct gr_problem *problem, enum gr_deal_wish wish,
                                         uint32_t instance, struct gr_dealing **out,
                                         struct gr_err *err);
GR_MUST_CHECK bool gr_session_deal_finish(struct gr_session *session, struct gr_dealing *dealing,
                                          const struct gr_deal **out, struct gr_err *err);
/* Current, or dealt now (blocking). */
GR_MUST_CHECK bool gr_session_deal(struct gr_session *session, const struct gr_problem *problem,
                                   enum gr_deal_wish wish, uint32_t instance,
                                   const struct gr_watch *watch, const struct gr_deal **out,
                                   struct gr_err *err);

struct gr_result {
    struct gr_reading reading;
    struct gr_judgement judgement;
    const struct gr_deal *deal;
    bool on_twin;
    bool is_counted;   /* an attempt was used and recorded */
    bool is_repeat;    /* the same value was answered before in this deal: not counted */
    uint32_t attempts; /* counted so far in this deal, this one included */
    bool is_solved;    /* the problem is solved now */
    bool is_assisted;  /* the reference was seen first */
};

/* Grades; unless dry_run, a counted answer is in the journal (durably) when this returns true. */
GR_MUST_CHECK bool gr_session_answer(struct gr_session *session, const struct gr_deal *deal,
                                     bool on_twin, struct gr_str text, bool dry_run,
                                     struct gr_result *out, struct gr_err *err);
/* The next hint of the deal (recorded), filled in; *number is 1-based. When all were given before,
 * all of them are appended again and *number is 0. */
GR_MUST_CHECK bool gr_session_hint(struct gr_session *session, const struct gr_deal *deal,
                                   struct gr_buf *out, uint32_t *number, struct gr_err *err);
/* The published solution for the student's own instance, Markdown; recorded. Before an answer this
 * makes the problem assisted until a fresh deal. */
GR_MUST_CHECK bool gr_session_solution(struct gr_session *session, const struct gr_deal *deal,
                                       struct gr_buf *out, struct gr_err *err);
/* Everything behind the last verdict of the problem, plain paragraphs; of an open deal without
 * verdict, why there was none. It shows the reference, so an unsolved deal becomes assisted (and
 * the text says so). GR_E_USAGE when there is no verdict yet. */
GR_MUST_CHECK bool gr_session_why(struct gr_session *session, const struct gr_problem *problem,
                                  struct gr_buf *out, struct gr_err *err);
/* The reference of these problems was shown in another way (`kernel run`, `trial`): open, unsolved
 * deals that use the kernel become assisted. */
GR_MUST_CHECK bool gr_session_assist(struct gr_session *session, const char *kernel,
                                     struct gr_err *err);
/* Forgets the open deal and the marks of an item (history is kept). */
GR_MUST_CHECK bool gr_session_reset(struct gr_session *session, const char *item,
                                    struct gr_err *err);

/* ---- the walk through a worked problem ------------------------------------------------------- */

/* Blank number `step` (0-based) of the solution: its text before the blank and the unit asked for.
 * False with GR_OK in err when there is no such blank (then *out has the rest of the text). From
 * the second step on the text begins with the blank before it, filled in: that shows part of the
 * way, so an unsolved deal becomes assisted. */
bool gr_session_walk_text(struct gr_session *session, const struct gr_deal *deal, uint32_t step,
                          struct gr_buf *out, struct gr_unit *unit, struct gr_err *err);
/* Judges what was filled in (1 % window, exact integers exactly); recorded. Whoever fills a blank
 * is being led: an unsolved deal becomes assisted. */
GR_MUST_CHECK bool gr_session_walk_fill(struct gr_session *session, const struct gr_deal *deal,
                                        uint32_t step, struct gr_str text, struct gr_result *out,
                                        struct gr_err *err);

/* ---- pages and progress --------------------------------------------------------------------- */

GR_MUST_CHECK bool gr_session_page_read(struct gr_session *session, const struct gr_page *page,
                                        struct gr_err *err);
GR_MUST_CHECK bool gr_session_page_check(struct gr_session *session, const struct gr_page *page,
                                         size_t choice, bool *right, struct gr_err *err);

struct gr_standing { /* of one problem or page */
    bool is_started, is_solved, is_assisted, by_twin,
        is_changed; /* changed: rev is newer than solved */
    bool solution_seen;
    uint32_t attempts, hints, deals, points;
    uint32_t instance;         /* of the current deal */
    enum gr_verdict last;      /* when attempts > 0 */
    bool is_read, check_right; /* pages */
    /* of the current deal alone: */
    uint32_t deal_attempts, deal_hints;
    bool deal_solved, deal_assisted;
};
/* Cheap: from the derived state, built once at open and kept in step by every call above. */
struct gr_standing gr_session_standing(const struct gr_session *session, const char *item);
/* What is counted over the course, for home and progress. */
struct gr_tally {
    uint32_t problems, problems_solved, exercises, exercises_solved, pages, pages_read;
    uint32_t points, points_possible;
};
struct gr_tally gr_session_tally(const struct gr_session *session,
                                 const struct gr_chapter *chapter);

/* Drafts and position: notes in the journal; cheap, durable, never an event. */
GR_MUST_CHECK bool gr_session_draft_put(struct gr_session *session, const char *item,
                                        struct gr_str text, struct gr_err *err);
GR_MUST_CHECK bool gr_session_draft_get(struct gr_session *session, const char *item,
                                        struct gr_buf *out, struct gr_err *err);
GR_MUST_CHECK bool gr_session_visit(struct gr_session *session, const char *item, uint32_t line,
                                    struct gr_err *err);
GR_MUST_CHECK bool gr_session_last_visit(struct gr_session *session, struct gr_buf *item,
                                         uint32_t *line, struct gr_err *err);

#endif
