/* `doctor`: what this installation and this machine can do, as a report that can be pasted into a
 * mail: no names, no answers. Exit 0 when all is well, 1 when something needs a hand.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/cli/process.h"
#include "app/cli/safe.h"
#include "app/cli/version.h"
#include "app/core/paths.h"
#include "app/core/words.h"
#include "grader/run/kn_client.h"

enum { PROBE_DEADLINE_MS = 10000, LEAST_FREE_BYTES = 16 * 1024 * 1024 };

struct report {
    struct gr_buf out;
    unsigned troubles;
};

/* One line, whatever the environment or a path holds. */
static void add_row(struct report *report, char mark, const char *what, const char *text)
{
    gr_buf_printf(&report->out, "%c %-12s ", mark, what);
    safe_add(&report->out, gr_str(text), SAFE_NAME);
    gr_buf_char(&report->out, '\n');
}

static void say(struct report *report, const char *what, const char *text)
{
    add_row(report, ' ', what, text);
}

static void trouble(struct report *report, const char *what, const char *text)
{
    report->troubles++;
    add_row(report, '!', what, text);
}

/* Paths are shown from the home folder on: where it is says who somebody is. */
static const char *from_home(const char *path, char *out, size_t size)
{
    const char *home = app_environment("HOME");
    size_t len = home == NULL ? 0 : strlen(home);
    bool inside = len > 1 && strncmp(path, home, len) == 0 && path[len] == '/';
    (void)snprintf(out, size, "%s%s", inside ? "~" : "", inside ? path + len : path);
    return out;
}

static void add_terminal(struct report *report)
{
    char text[128];
    struct winsize size = {0};
    const char *term = app_environment("TERM");
    bool is_terminal = isatty(STDOUT_FILENO) == 1;
    gr_buf_text(&report->out, "Terminal\n");
    say(report, "TERM", term == NULL ? "not set" : term);
    if (is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        (void)snprintf(text, sizeof text, "%u x %u", (unsigned)size.ws_col, (unsigned)size.ws_row);
    else
        (void)snprintf(text, sizeof text, "standard output is no terminal");
    say(report, "size", text);
    const char *codeset = nl_langinfo(CODESET);
    say(report, "characters", codeset);
    if (strcmp(codeset, "UTF-8") != 0)
        say(report, "", "not UTF-8: frames and formulas are shown in ASCII");
    if (app_environment("LINES") != NULL || app_environment("COLUMNS") != NULL)
        say(report, "note", "LINES or COLUMNS is exported; the size is asked of the terminal");
    if (app_environment("NO_COLOR") != NULL)
        say(report, "colours", "off (NO_COLOR)");
}

static void add_space(struct report *report, const char *path)
{
    char folder[4096], text[96];
    struct statvfs space;
    (void)snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL && slash != folder)
        *slash = '\0';
    if (statvfs(folder, &space) != 0)
        return;
    unsigned long long free_bytes = (unsigned long long)space.f_bavail * space.f_frsize;
    (void)snprintf(text, sizeof text, "%llu MiB free", free_bytes >> 20);
    if (free_bytes < LEAST_FREE_BYTES)
        trouble(report, "disk", text);
    else
        say(report, "disk", text);
}

/* How SQLite keeps the file, from its header: 2 in byte 18 is write-ahead logging. */
static const char *journal_mode(const char *path)
{
    unsigned char header[20] = {0};
    FILE *file = fopen(path, "rb");
    size_t got = file == NULL ? 0 : fread(header, 1, sizeof header, file);
    if (file != NULL)
        (void)fclose(file);
    if (got < sizeof header)
        return file == NULL ? "a file that cannot be opened" : "empty";
    return header[18] == 2 ? "write-ahead log (local disk)" : "rollback journal";
}

static void check_events(struct report *report, struct gr_session *session)
{
    struct gr_err err = {0};
    int64_t events = 0;
    char text[64];
    struct gr_journal *journal = gr_session_journal(session);
    if (journal == NULL)
        return;
    if (gr_journal_notice(journal)[0] != '\0')
        trouble(report, "notice", gr_journal_notice(journal));
    if (gr_journal_holder(journal)[0] != '\0')
        say(report, "held by", gr_journal_holder(journal));
    if (gr_journal_refusal(journal)[0] != '\0')
        trouble(report, "recording", gr_journal_refusal(journal));
    if (!gr_journal_verify(journal, &events, &err)) {
        trouble(report, "chain", err.text);
        return;
    }
    (void)snprintf(text, sizeof text, "%lld events, chain unbroken", (long long)events);
    say(report, "journal", text);
}

static void add_absent(struct report *report, const char *path)
{
    struct gr_err err = {0};
    if (gr_journal_may_record(path, &err))
        say(report, "state", "not there yet; made at the first answer");
    else
        trouble(report, "state", err.text);
}

static void add_store(struct report *report, struct cli *cli, struct gr_session *session,
                      const struct gr_err *failure)
{
    const char *path = NULL;
    struct gr_err err = {0};
    bool exists = false;
    char text[4200];
    gr_buf_text(&report->out, "\nStore\n");
    if (!app_store_path(&cli->app, &path, &err)) {
        trouble(report, "path", err.text);
        return;
    }
    say(report, "path", from_home(path, text, sizeof text));
    add_space(report, path);
    if (!app_store_exists(&cli->app, &exists, &err)) {
        trouble(report, "state", err.text);
    } else if (!exists) {
        add_absent(report, path);
    } else if (session != NULL) {
        say(report, "kept as", journal_mode(path));
        check_events(report, session);
    } else if (failure->code == GR_E_STORE) {
        trouble(report, "state", failure->text);
    } else {
        say(report, "state", "not looked at, because the course cannot be opened");
    }
}

/* One line of kn's protocol: "text<TAB>name<TAB>value" is a fact about the machine. */
static bool add_fact(struct report *report, struct gr_str line)
{
    char name[32], value[256];
    const char *tab = line.len > 5 ? memchr(line.ptr + 5, '\t', line.len - 5) : NULL;
    if (!gr_str_starts(line, "text\t") || tab == NULL)
        return false;
    size_t name_len = (size_t)(tab - line.ptr) - 5;
    (void)snprintf(name, sizeof name, "%.*s", (int)(name_len < 31 ? name_len : 31), line.ptr + 5);
    (void)snprintf(value, sizeof value, "%.*s", (int)(line.len - name_len - 6), tab + 1);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '_' ? ' ' : *c;
    gr_buf_printf(&report->out, "  %-20s %s\n", name, value);
    return true;
}

static void add_probe(struct report *report, const char *path)
{
    char program[4096], probe[] = "probe";
    (void)snprintf(program, sizeof program, "%s", path);
    char *const argv[] = {program, probe, NULL};
    struct gr_buf lines;
    struct gr_err err = {0};
    int status = 0;
    gr_buf_start(&lines, 1 << 20);
    bool good = process_capture(argv, PROBE_DEADLINE_MS, &lines, &status, &err);
    struct gr_str rest = gr_buf_view(&lines);
    bool says_nothing = true;
    while (good && rest.len > 0) {
        const char *end = memchr(rest.ptr, '\n', rest.len);
        size_t len = end == NULL ? rest.len : (size_t)(end - rest.ptr);
        if (add_fact(report, (struct gr_str){.ptr = rest.ptr, .len = len}))
            says_nothing = false;
        rest = gr_str_from(rest, len + 1);
    }
    gr_buf_free(&lines);
    if (!good)
        trouble(report, "probe", err.text);
    else if (status != 0)
        trouble(report, "probe", "kn probe failed; run it by hand to see why");
    else if (says_nothing)
        trouble(report, "probe", "kn probe named no machine, so this program is not kn");
}

static void add_machine(struct report *report)
{
    struct utsname system;
    struct gr_err err = {0};
    char path[4096], text[4200];
    gr_buf_text(&report->out, "\nMachine and kernels\n");
    if (uname(&system) == 0) {
        (void)snprintf(text, sizeof text, "%s %s", system.sysname, system.machine);
        say(report, "system", text);
    }
    (void)snprintf(text, sizeof text, "%ld online", sysconf(_SC_NPROCESSORS_ONLN));
    say(report, "cores", text);
    if (!gr_kn_find(path, sizeof path, &err)) {
        trouble(report, "kn", err.text);
        return;
    }
    say(report, "kn", from_home(path, text, sizeof text));
    add_probe(report, path);
}

static void add_course(struct report *report, struct cli *cli, struct gr_session *session)
{
    const char *root = NULL;
    struct gr_err err = {0};
    char text[4200];
    gr_buf_text(&report->out, "\nCourse\n");
    if (!app_find_course(&cli->app, &root, &err)) {
        trouble(report, "path", err.text);
        return;
    }
    say(report, "path", from_home(root, text, sizeof text));
    if (session == NULL)
        return;
    const struct gr_course *course = gr_session_course(session);
    struct gr_buf counts;
    gr_buf_start(&counts, sizeof text);
    app_count_print((uint32_t)course->chapter_count, "chapter", &counts);
    gr_buf_text(&counts, ", ");
    app_count_print((uint32_t)course->page_count, "page", &counts);
    gr_buf_text(&counts, ", ");
    app_count_print((uint32_t)course->problem_count, "problem", &counts);
    say(report, "holds", gr_buf_cstr(&counts));
    gr_buf_clear(&counts);
    app_count_print((uint32_t)cli->app.diags.errors, "error", &counts);
    gr_buf_text(&counts, ", ");
    app_count_print((uint32_t)cli->app.diags.warnings, "warning", &counts);
    gr_buf_text(&counts, "; wallclock check lists them");
    (void)snprintf(text, sizeof text, "%s", gr_buf_cstr(&counts));
    gr_buf_free(&counts);
    if (cli->app.diags.errors > 0)
        trouble(report, "findings", text);
    else if (cli->app.diags.warnings > 0)
        say(report, "findings", text);
    else
        say(report, "findings", "none when opened; wallclock check looks closer");
}

int cmd_doctor(struct cli *cli)
{
    struct report report = {0};
    struct gr_session *session = NULL;
    struct gr_err err = {0};
    gr_buf_start(&report.out, 4u << 20);
    gr_buf_text(&report.out, "wallclock " WALLCLOCK_VERSION "\n\n");
    bool opened = app_session(&cli->app, APP_STORE_LOOK, &session, &err);
    add_terminal(&report);
    add_store(&report, cli, opened ? session : NULL, &err);
    add_machine(&report);
    add_course(&report, cli, opened ? session : NULL);
    if (report.troubles == 0)
        gr_buf_text(&report.out, "\nAll is well.\n");
    else
        gr_buf_printf(&report.out, "\n%u thing%s marked ! to look at.\n", report.troubles,
                      report.troubles == 1 ? "" : "s");
    return cli_print(cli, &report.out, report.troubles == 0 ? CLI_DONE : CLI_NEGATIVE);
}
