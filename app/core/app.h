/* What every front end starts from: the options of the command line and environment, and the
 * session that is opened when first needed.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_APP_H
#define APP_APP_H

#include <stdbool.h>

#include "grader/base/diag.h"
#include "grader/run/session.h"

enum app_color { APP_COLOR_AUTO, APP_COLOR_ALWAYS, APP_COLOR_NEVER };

struct app_options {
    const char *course; /* --course, WALLCLOCK_COURSE, or found; NULL until app_find_course */
    const char *data;   /* --data or WALLCLOCK_DATA: folder of the store; NULL: XDG */
    const char *student, *isa, *device;
    bool plain, json, ascii, quiet, no_input, yes;
    enum app_color color;
};

struct app {
    struct app_options options;
    struct gr_arena arena;
    struct gr_session *session; /* NULL until app_session */
    struct gr_diags diags;      /* findings while the course was opened */
    bool has_store;             /* the session was opened with a journal */
};

enum app_store {
    APP_STORE_NONE, /* eval, check: no store is touched */
    /* For what only shows: with the store when there is one, else without, so that looking around
     * leaves no file behind. A store that exists and cannot be opened is an error, never "empty".
     */
    APP_STORE_LOOK,
    APP_STORE_WRITE, /* records one thing; failing that is an error */
    /* The next two record where that is possible; where it is not they go on and the journal says
     * why (gr_journal_refusal). */
    APP_STORE_READ, /* for one command */
    APP_STORE_STAY  /* for as long as a student stays: screen and plain mode */
};

/* Opens course, store and session once; later calls return the same. A session that was opened
 * without a store cannot get it later. */
GR_MUST_CHECK bool app_session(struct app *app, enum app_store use, struct gr_session **out,
                               struct gr_err *err);
/* Whether there is a store or was one; what cannot be looked at is an error. */
GR_MUST_CHECK bool app_store_exists(struct app *app, bool *exists, struct gr_err *err);
/* --course, then WALLCLOCK_COURSE, then beside the executable (its folder and up to three above:
 * a build tree stands in build/<preset>/bin), then the installed share folder. GR_E_COURSE names
 * every place that was tried. */
GR_MUST_CHECK bool app_find_course(struct app *app, const char **out, struct gr_err *err);
/* The path of the store's file, absolute; relative XDG paths are ignored. */
GR_MUST_CHECK bool app_store_path(struct app *app, const char **out, struct gr_err *err);
void app_close(struct app *app);

/* The home page as Markdown-free text lines, shared by plain mode and `wallclock | cat`: ledger,
 * standing, where one is, the next three commands. */
GR_MUST_CHECK bool app_home_text(struct app *app, struct gr_buf *out, struct gr_err *err);
/* A result as the student reads it: verdict in words, how it was read, the rule, the likely slip,
 * the three numbers (reference with interval, yours, model). Plain sentences, one a line. The
 * reference is told once the problem is solved or its solution was seen: before that it would be
 * the answer itself. */
GR_MUST_CHECK bool app_result_text(const struct gr_result *result, struct gr_buf *out,
                                   struct gr_err *err);

#endif
