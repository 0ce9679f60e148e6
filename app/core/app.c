/* Opening and closing what a front end works with. The session is opened once and kept; texts that
 * must outlive a call live in the app's arena.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/core/app.h"

#include <sys/stat.h>

static bool open_session(struct app *app, const char *store, struct gr_err *err)
{
    const char *course = NULL;
    if (!app_find_course(app, &course, err))
        return false;
    struct gr_session_options options = {
        .course_root = course,
        .journal_path = store,
        .isa = app->options.isa,
        .device = app->options.device,
        .student = app->options.student,
    };
    app->has_store = store != NULL;
    return gr_session_open(&options, &app->session, &app->diags, err);
}

bool app_session(struct app *app, bool needs_store, struct gr_session **out, struct gr_err *err)
{
    if (app->session == NULL) {
        const char *store = NULL;
        if (needs_store && !app_store_path(app, &store, err))
            return false;
        if (!open_session(app, store, err))
            return false;
    }
    if (needs_store && !app->has_store)
        return gr_fail(err, GR_E_INTERNAL, "the session was opened without a store");
    *out = app->session;
    return true;
}

bool app_session_to_look(struct app *app, struct gr_session **out, struct gr_err *err)
{
    if (app->session == NULL) {
        const char *store = NULL;
        struct stat status;
        /* lstat: whatever stands there, even a dangling link, is opened and judged as a store. */
        if (!app_store_path(app, &store, NULL) || lstat(store, &status) != 0)
            store = NULL;
        if (!open_session(app, store, err))
            return false;
    }
    *out = app->session;
    return true;
}

void app_close(struct app *app)
{
    gr_session_close(app->session);
    app->session = NULL;
    gr_diags_free(&app->diags);
    gr_arena_free(&app->arena);
}
