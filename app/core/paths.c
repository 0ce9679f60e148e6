/* Where things are: the course and the store. Nothing here creates or opens a file. An empty
 * environment variable counts as unset, a relative XDG path is ignored as that specification says.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/core/app.h"
#include "app/core/paths.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

const char *app_environment(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

/* The folder of this very program, without its last '/'; false where the system does not say. */
static bool program_folder(char *out, size_t size)
{
    ssize_t len = readlink("/proc/self/exe", out, size - 1);
    if (len <= 0)
        return false;
    out[len] = '\0';
    char *slash = strrchr(out, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    return true;
}

/* A course that was asked for by name: there is no looking elsewhere. */
static bool named_course(const char *root, const char *from, struct gr_err *err)
{
    struct stat status;
    if (stat(root, &status) != 0)
        return gr_fail(err, GR_E_COURSE, "%s: cannot open the course folder %s: %s", from, root,
                       strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return gr_fail(err, GR_E_COURSE,
                       "%s: %s is a file; name the folder that holds content/, problems/ and "
                       "solutions/",
                       from, root);
    if (!gr_course_is(root))
        return gr_fail(err, GR_E_COURSE,
                       "%s: %s is no course (it has no content/levels.yaml); name the folder that "
                       "holds content/, problems/ and solutions/",
                       from, root);
    return true;
}

/* Tries `root`; remembers it in `tried` when it is none. */
static bool found_at(struct app *app, const char *root, struct gr_buf *tried)
{
    char clean[PATH_MAX];
    if (gr_course_is(root)) {
        const char *use = realpath(root, clean) != NULL ? clean : root;
        app->options.course = gr_arena_text(&app->arena, gr_str(use));
        return app->options.course != NULL;
    }
    if (realpath(root, clean) != NULL)
        gr_buf_printf(tried, "%s%s", tried->len > 0 ? ", " : "", clean);
    return false;
}

static bool search_course(struct app *app, struct gr_buf *tried)
{
    static const char *const beside[] = {"", "/..", "/../..", "/../../..", "/../share/wallclock"};
    char folder[PATH_MAX], path[PATH_MAX + 32];
    if (program_folder(folder, sizeof folder)) {
        for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
            (void)snprintf(path, sizeof path, "%s%s", folder, beside[i]);
            if (found_at(app, path, tried))
                return true;
        }
    }
    return found_at(app, WALLCLOCK_SHARE, tried);
}

bool app_find_course(struct app *app, const char **out, struct gr_err *err)
{
    if (app->options.course != NULL) {
        *out = app->options.course;
        return named_course(app->options.course, "--course", err);
    }
    const char *from_environment = app_environment("WALLCLOCK_COURSE");
    if (from_environment != NULL) {
        if (!named_course(from_environment, "WALLCLOCK_COURSE", err))
            return false;
        app->options.course = from_environment;
        *out = from_environment;
        return true;
    }
    struct gr_buf tried;
    gr_buf_start(&tried, (size_t)8 * PATH_MAX);
    bool found = search_course(app, &tried);
    if (!found)
        (void)gr_fail(err, GR_E_COURSE, "no course found; name one with --course DIR. Tried: %s",
                      gr_buf_cstr(&tried));
    gr_buf_free(&tried);
    *out = app->options.course;
    return found;
}

/* `folder`/`name` in the arena, made absolute from where we stand. */
static bool join(struct app *app, const char *folder, const char *name, const char **out,
                 struct gr_err *err)
{
    char here[PATH_MAX] = "", path[2 * PATH_MAX];
    if (folder[0] != '/' && getcwd(here, sizeof here) == NULL)
        return gr_fail(err, GR_E_STORE, "%s is relative and the current folder cannot be read: %s",
                       folder, strerror(errno));
    const char *slash = here[0] != '\0' ? "/" : "";
    int len = snprintf(path, sizeof path, "%s%s%s/%s", here, slash, folder, name);
    if (len < 0 || (size_t)len >= sizeof path)
        return gr_fail(err, GR_E_STORE, "the path of the store is too long");
    *out = gr_arena_text(&app->arena, gr_str(path));
    return *out != NULL || gr_fail(err, GR_E_MEMORY, "out of memory");
}

static const char *home_folder(void)
{
    const char *home = app_environment("HOME");
    if (home != NULL && home[0] == '/')
        return home;
    const struct passwd *entry = getpwuid(getuid());
    return entry != NULL && entry->pw_dir != NULL && entry->pw_dir[0] == '/' ? entry->pw_dir : NULL;
}

bool app_store_path(struct app *app, const char **out, struct gr_err *err)
{
    const char *data = app->options.data;
    if (data == NULL || data[0] == '\0')
        data = app_environment("WALLCLOCK_DATA");
    if (data != NULL)
        return join(app, data, "progress.db", out, err);
    const char *xdg = app_environment("XDG_DATA_HOME");
    if (xdg != NULL && xdg[0] == '/')
        return join(app, xdg, "wallclock/progress.db", out, err);
    const char *home = home_folder();
    if (home == NULL)
        return gr_fail(err, GR_E_STORE,
                       "no place for progress: HOME is not set; name a folder with --data DIR");
    return join(app, home, ".local/share/wallclock/progress.db", out, err);
}
