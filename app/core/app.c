/* Opening and closing what a front end works with. The session is opened once and kept; texts that
 * must outlive a call live in the app's arena.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/core/app.h"

bool app_store_exists(struct app *app, bool *exists, struct gr_err *err)
{
    const char *store = NULL;
    *exists = false;
    /* Without a place for it (no HOME) there was never one. */
    return !app_store_path(app, &store, NULL) || gr_journal_exists(store, exists, err);
}

/* The store's path, or NULL to do without. */
static bool choose_store(struct app *app, enum app_store use, const char **store,
                         struct gr_err *err)
{
    bool exists = false;
    *store = NULL;
    switch (use) {
    case APP_STORE_NONE:
        return true;
    case APP_STORE_LOOK:
        return app_store_exists(app, &exists, err) && (!exists || app_store_path(app, store, err));
    case APP_STORE_WRITE:
        return app_store_path(app, store, err);
    case APP_STORE_READ:
    case APP_STORE_STAY:
        if (!app_store_path(app, store, NULL))
            *store = ""; /* nowhere: the journal says so */
        return true;
    }
    return gr_fail(err, GR_E_INTERNAL, "unknown use of the store");
}

static bool open_session(struct app *app, enum app_store use, struct gr_err *err)
{
    static const struct gr_journal_wish wishes[] = {
        [APP_STORE_NONE] = {GR_JOURNAL_LOOK, false},   [APP_STORE_LOOK] = {GR_JOURNAL_LOOK, false},
        [APP_STORE_WRITE] = {GR_JOURNAL_WRITE, false}, [APP_STORE_READ] = {GR_JOURNAL_WRITE, true},
        [APP_STORE_STAY] = {GR_JOURNAL_STAY, true},
    };
    const char *course = NULL, *store = NULL;
    if (!app_find_course(app, &course, err) || !choose_store(app, use, &store, err))
        return false;
    struct gr_session_options options = {
        .course_root = course,
        .journal_path = store,
        .journal_wish = wishes[use],
        .isa = app->options.isa,
        .device = app->options.device,
        .student = app->options.student,
    };
    app->has_store = store != NULL;
    return gr_session_open(&options, &app->session, &app->diags, err);
}

bool app_session(struct app *app, enum app_store use, struct gr_session **out, struct gr_err *err)
{
    if (app->session == NULL && !open_session(app, use, err))
        return false;
    if (use > APP_STORE_LOOK && !app->has_store)
        return gr_fail(err, GR_E_INTERNAL, "the session was opened without a store");
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
