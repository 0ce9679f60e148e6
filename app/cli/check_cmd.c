/* `check`: everything an instructor or CI must know about a course: the grader's findings on its
 * files, links and the gate, the text layer's on pages and statements, and with --deep the outcome
 * of every reference, model, solution, mistake and test on this machine. Paths limit both what is
 * run deeply and what is told.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "app/cli/check_text.h"
#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/cli/watch.h"
#include "app/core/words.h"
#include "grader/run/trial.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

struct check {
    struct cli *cli;
    enum report_format format;
    bool is_gate;
    const char **paths; /* absolute; findings elsewhere are left out */
    size_t path_count;
    struct gr_deep_options deep;
    struct gr_deep_counts counts;
    struct gr_ledger *ledgers; /* one a chapter */
    size_t ledger_count;
    int64_t started_ms;
};

static int64_t now_ms(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int take_format(struct check *check)
{
    const char *word = check->cli->flags[FLAG_FORMAT];
    check->is_gate = cli_has(check->cli, FLAG_GATE);
    check->format = check->is_gate ? REPORT_SHORT : REPORT_HUMAN;
    if (cli_has(check->cli, FLAG_JSON))
        check->format = REPORT_JSON;
    if (word != NULL && !report_format_from(word, &check->format))
        return cli_usage("--format takes human, short or json, not '%.40s'", word);
    check->cli->app.options.json = check->format == REPORT_JSON;
    return CLI_DONE;
}

/* "exact,timed" as bits. */
static int take_classes(struct check *check)
{
    static const enum kn_class classes[] = {KN_EXACT, KN_SEEDED, KN_TIMED};
    const char *text = check->cli->flags[FLAG_CLASS];
    check->deep.classes = 1u << KN_EXACT | 1u << KN_SEEDED | 1u << KN_TIMED;
    if (text == NULL)
        return CLI_DONE;
    if (!cli_has(check->cli, FLAG_DEEP))
        return cli_usage("--class goes with --deep");
    check->deep.classes = 0;
    for (struct gr_str rest = gr_str(text); rest.len > 0;) {
        const char *comma = memchr(rest.ptr, ',', rest.len);
        struct gr_str word = {rest.ptr, comma == NULL ? rest.len : (size_t)(comma - rest.ptr)};
        unsigned bit = 0;
        for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
            if (gr_str_is(word, kn_class_word(classes[i])))
                bit = 1u << classes[i];
        if (bit == 0)
            return cli_usage("--class takes exact, seeded and timed, not '%.*s'",
                             (int)(word.len > 40 ? 40 : word.len), word.ptr);
        check->deep.classes |= bit;
        rest = gr_str_from(rest, word.len + (comma == NULL ? 0 : 1));
    }
    return check->deep.classes != 0 ? CLI_DONE : cli_usage("--class names no class");
}

/* The course that `path` lies in: it, or the nearest folder above that is one. */
static bool course_above(const char *path, char out[PATH_MAX])
{
    size_t len = strlen(path);
    if (len >= PATH_MAX)
        return false;
    memcpy(out, path, len + 1);
    while (!gr_course_is(out)) {
        char *slash = strrchr(out, '/');
        if (slash == NULL || slash == out)
            return false;
        *slash = '\0';
    }
    return true;
}

/* What `path` is in the course at `root`: "" for all of it, "/problems/..." for a part that is
 * read; NULL for what lies elsewhere or is no file of a course, so that nothing is called clean
 * that was never looked at. */
static const char *part_of(const char *root, const char *path)
{
    static const char *const rooms[] = {"/content", "/problems", "/solutions"};
    size_t len = strlen(root);
    struct stat status;
    if (strncmp(path, root, len) != 0 || (path[len] != '\0' && path[len] != '/'))
        return NULL;
    const char *part = path + len, *dot = strrchr(part, '.');
    bool is_read = part[0] == '\0';
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        size_t room = strlen(rooms[i]);
        is_read = is_read ||
                  (strncmp(part, rooms[i], room) == 0 && (part[room] == '\0' || part[room] == '/'));
    }
    bool is_file = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    if (is_file && (dot == NULL || (strcmp(dot, ".md") != 0 && strcmp(dot, ".yaml") != 0)))
        return NULL;
    return is_read ? part : NULL;
}

/* One path, made absolute; the first one finds the course when none was named. */
static int take_path(struct check *check, const char *written, bool *is_whole)
{
    struct app *app = &check->cli->app;
    char path[PATH_MAX], root[PATH_MAX];
    if (realpath(written, path) == NULL)
        return cli_usage("cannot check %s: %s", written, strerror(errno));
    if (app->options.course == NULL && !course_above(path, root))
        return cli_usage("%s lies in no course (no content/levels.yaml above it)", written);
    if (app->options.course == NULL)
        app->options.course = gr_arena_text(&app->arena, gr_str(root));
    if (app->options.course == NULL || realpath(app->options.course, root) == NULL)
        return CLI_DONE; /* opening the course says what is wrong with it */
    const char *part = part_of(root, path);
    if (part == NULL)
        return cli_usage("%s is no part of the course in %s: that is its content, problems and "
                         "solutions, in .yaml and .md files",
                         written, root);
    *is_whole = *is_whole || part[0] == '\0';
    check->paths[check->path_count++] = gr_arena_text(&app->arena, gr_str(path));
    return CLI_DONE;
}

/* A path that is the course itself limits nothing, nor do the others beside it. */
static int take_paths(struct check *check)
{
    struct cli *cli = check->cli;
    int status = CLI_DONE;
    bool is_whole = false;
    check->paths = gr_arena_array(&cli->app.arena, cli->arg_count + 1, sizeof *check->paths);
    if (check->paths == NULL)
        return cli_fail(&(struct gr_err){.code = GR_E_MEMORY, .text = "out of memory"});
    for (size_t i = 0; i < cli->arg_count && status == CLI_DONE; i++)
        status = take_path(check, cli->args[i], &is_whole);
    if (is_whole)
        check->path_count = 0;
    return status;
}

/* Whether the file is one of the paths or lies in one; `real` is where it lies, or "". */
static bool is_in_paths(const struct check *check, const char *file, char real[PATH_MAX])
{
    if (file == NULL || realpath(file, real) == NULL) {
        real[0] = '\0';
        return false;
    }
    for (size_t i = 0; i < check->path_count; i++) {
        size_t len = strlen(check->paths[i]);
        if (strncmp(real, check->paths[i], len) == 0 && (real[len] == '\0' || real[len] == '/'))
            return true;
    }
    return false;
}

/* Paths limit the deep run to the problems whose file or solution they name. A problem's solution
 * belongs to it: whoever names the problem is told what is wrong there, too. */
static bool take_problems(struct check *check, const struct gr_course *course, struct gr_err *err)
{
    struct gr_arena *arena = &check->cli->app.arena;
    size_t most = course->problem_count, path_count = check->path_count;
    if (path_count == 0)
        return true;
    const struct gr_problem **problems = gr_arena_array(arena, most + 1, sizeof *problems);
    const char **paths = gr_arena_array(arena, path_count + most, sizeof *paths);
    if (problems == NULL || paths == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    memcpy(paths, check->paths, path_count * sizeof *paths);
    for (size_t i = 0; i < most; i++) {
        char file[PATH_MAX], solution[PATH_MAX];
        const struct gr_problem *problem = course->problems[i];
        bool is_named = is_in_paths(check, problem->path, file);
        bool is_solution = is_in_paths(check, problem->solution_path, solution);
        if (is_named || is_solution)
            problems[check->deep.problem_count++] = problem;
        const char *own = is_named ? gr_arena_text(arena, gr_str(solution)) : NULL;
        if (is_named && own == NULL)
            return gr_fail(err, GR_E_MEMORY, "out of memory");
        if (is_named && own[0] != '\0')
            paths[path_count++] = own;
    }
    check->deep.problems = problems;
    check->paths = paths;
    check->path_count = path_count;
    return true;
}

static bool count_ledgers(struct check *check, const struct gr_course *course, struct gr_err *err)
{
    struct gr_arena *arena = &check->cli->app.arena;
    check->ledgers = gr_arena_array(arena, course->chapter_count, sizeof *check->ledgers);
    if (check->ledgers == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    for (size_t i = 0; i < course->chapter_count; i++)
        if (!gr_gate_count(course, &course->chapters[i], arena, &check->ledgers[i], err))
            return false;
    check->ledger_count = course->chapter_count;
    return true;
}

static bool check_deeply(struct check *check, struct gr_session *session, struct gr_err *err)
{
    struct cli_watch watch;
    cli_watch_start(&watch, check->cli, -1);
    bool good = gr_check_deep(session, &check->deep, &watch.watch, &check->counts,
                              &check->cli->app.diags, err);
    cli_watch_end(&watch);
    return good;
}

static bool run_checks(struct check *check, struct gr_err *err)
{
    struct gr_session *session = NULL;
    struct gr_diags *diags = &check->cli->app.diags;
    if (!app_session(&check->cli->app, APP_STORE_NONE, &session, err))
        return false;
    const struct gr_course *course = gr_session_course(session);
    if (!take_problems(check, course, err) || !gr_check_course(course, diags, err) ||
        !check_text(course, diags, err) || !count_ledgers(check, course, err))
        return false;
    return !cli_has(check->cli, FLAG_DEEP) || check_deeply(check, session, err);
}

static void add_deep(const struct gr_deep_counts *counts, struct gr_buf *out)
{
    gr_buf_text(out, "ran ");
    app_count_print(counts->instances, "instance", out);
    gr_buf_text(out, ", ");
    app_count_print(counts->tests, "test", out);
    gr_buf_text(out, ", ");
    app_count_print(counts->mistakes, "mistake", out);
    gr_buf_printf(out, " (%u passed over); %u without a verdict\n",
                  (unsigned)counts->mistakes_passed_over, (unsigned)counts->no_verdicts);
}

static void write_ledgers(const struct check *check, struct gr_buf *out)
{
    for (size_t i = 0; i < check->ledger_count; i++)
        gr_ledger_print(&check->ledgers[i], false, out);
}

static void write_human(const struct check *check, struct gr_buf *out)
{
    const struct gr_diags *diags = &check->cli->app.diags;
    report_human(diags, out);
    write_ledgers(check, out);
    gr_buf_char(out, '\n');
    if (cli_has(check->cli, FLAG_DEEP))
        add_deep(&check->counts, out);
    report_summary(diags, out);
    gr_buf_printf(out, " (%lld ms)\n", (long long)(now_ms() - check->started_ms));
}

/* The gate speaks like the book: the ledger first, then what is owed, one line each. */
static void write_people(const struct check *check, struct gr_buf *out)
{
    if (check->is_gate)
        write_ledgers(check, out);
    if (check->format == REPORT_SHORT)
        report_short(&check->cli->app.diags, out);
    else if (check->is_gate)
        report_human(&check->cli->app.diags, out);
    else
        write_human(check, out);
}

static void add_ledger(const struct gr_ledger *ledger, struct gr_json *json)
{
    gr_json_open(json, NULL, '{');
    gr_json_text(json, "id", ledger->chapter->id);
    gr_json_bool(json, "published", ledger->chapter->is_published);
    gr_json_integer(json, "owes", ledger->owes);
    gr_json_open(json, "owed", '[');
    for (size_t i = 0; i < ledger->owed_count; i++)
        gr_json_text(json, NULL, ledger->owed[i].what);
    gr_json_close(json, ']');
    gr_json_close(json, '}');
}

static void write_json(const struct check *check, struct gr_buf *out)
{
    struct gr_json json;
    const struct gr_deep_counts *counts = &check->counts;
    cli_json_open(&json, out, "check");
    report_json(&check->cli->app.diags, &json);
    gr_json_open(&json, "chapters", '[');
    for (size_t i = 0; i < check->ledger_count; i++)
        add_ledger(&check->ledgers[i], &json);
    gr_json_close(&json, ']');
    if (cli_has(check->cli, FLAG_DEEP)) {
        gr_json_open(&json, "deep", '{');
        gr_json_integer(&json, "instances", counts->instances);
        gr_json_integer(&json, "tests", counts->tests);
        gr_json_integer(&json, "mistakes", counts->mistakes);
        gr_json_integer(&json, "mistakes_passed_over", counts->mistakes_passed_over);
        gr_json_integer(&json, "no_verdicts", counts->no_verdicts);
        gr_json_close(&json, '}');
    }
    gr_json_close(&json, '}');
    gr_buf_char(out, '\n');
}

static int exit_of(const struct check *check)
{
    const struct gr_diags *diags = &check->cli->app.diags;
    if (diags->lost > 0)
        return cli_fail(
            &(struct gr_err){.code = GR_E_MEMORY, .text = "out of memory: findings were lost"});
    size_t findings = diags->errors + (check->is_gate ? 0 : diags->warnings);
    return findings == 0 ? CLI_DONE : CLI_NEGATIVE;
}

int cmd_check(struct cli *cli)
{
    struct check check = {.cli = cli, .started_ms = now_ms()};
    struct gr_err err = {0};
    struct gr_buf out;
    int status = take_format(&check);
    if (status == CLI_DONE)
        status = take_classes(&check);
    if (status == CLI_DONE)
        status = take_paths(&check);
    if (status != CLI_DONE)
        return status;
    bool good = run_checks(&check, &err);
    report_select(&cli->app.diags, check.paths, check.path_count);
    gr_buf_start(&out, 64u << 20);
    if (check.format == REPORT_JSON)
        write_json(&check, &out);
    else
        write_people(&check, &out);
    status = cli_print(cli, &out, exit_of(&check));
    return good ? status : cli_fail(&err);
}
