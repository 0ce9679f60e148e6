/* `check`: everything an instructor or CI must know about a course: the grader's findings on its
 * files, links and the gate, the text layer's on pages and statements, and with --deep the outcome
 * of every reference, solution, mistake and test on this machine.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/cli/check_text.h"
#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/cli/watch.h"
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

/* Makes paths absolute and finds the course they belong to. A path that is the course itself limits
 * nothing. */
static int take_paths(struct check *check)
{
    struct cli *cli = check->cli;
    char path[PATH_MAX], root[PATH_MAX];
    check->paths = gr_arena_array(&cli->app.arena, cli->arg_count + 1, sizeof *check->paths);
    if (check->paths == NULL)
        return cli_fail(&(struct gr_err){.code = GR_E_MEMORY, .text = "out of memory"});
    for (size_t i = 0; i < cli->arg_count; i++) {
        if (realpath(cli->args[i], path) == NULL)
            return cli_usage("cannot check %s: %s", cli->args[i], strerror(errno));
        if (!course_above(path, root)) {
            if (cli->app.options.course == NULL)
                return cli_usage("%s lies in no course (no content/levels.yaml above it)",
                                 cli->args[i]);
        } else if (cli->app.options.course == NULL) {
            cli->app.options.course = gr_arena_text(&cli->app.arena, gr_str(root));
        }
        if (strcmp(path, root) != 0)
            check->paths[check->path_count++] = gr_arena_text(&cli->app.arena, gr_str(path));
    }
    return CLI_DONE;
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
    if (!app_session(&check->cli->app, false, &session, err))
        return false;
    const struct gr_course *course = gr_session_course(session);
    if (!gr_check_course(course, diags, err) || !check_text(course, diags, err) ||
        !count_ledgers(check, course, err))
        return false;
    return !cli_has(check->cli, FLAG_DEEP) || check_deeply(check, session, err);
}

static void add_deep(const struct gr_deep_counts *counts, struct gr_buf *out)
{
    gr_buf_printf(out,
                  "ran %u instances, %u tests, %u mistakes (%u passed over); %u without a "
                  "verdict\n",
                  (unsigned)counts->instances, (unsigned)counts->tests, (unsigned)counts->mistakes,
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
    status = cli_put_outcome(&out, exit_of(&check));
    return good ? status : cli_fail(&err);
}
