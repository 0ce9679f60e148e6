/* Commands on the store as a whole: reset an item, copy the store, write the journal as JSON lines.
 * A file is written beside its name and moved there when it is complete, so a full disk never
 * leaves half of one behind.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/cli/version.h"

/* Asks on the terminal; without one, or with --no-input, only --yes is a yes. */
static int confirm(const struct cli *cli, const char *question)
{
    if (cli->app.options.yes)
        return CLI_DONE;
    if (cli->app.options.no_input || isatty(STDIN_FILENO) != 1)
        return cli_usage("%s is not asked without a terminal; say --yes", cli->command->name);
    char line[16] = "";
    (void)fprintf(stderr, "%s y or n: ", question);
    bool yes = fgets(line, sizeof line, stdin) != NULL && (line[0] == 'y' || line[0] == 'Y');
    if (!yes)
        cli_say("left as it is");
    return yes ? CLI_DONE : CLI_NEGATIVE;
}

int cmd_reset(struct cli *cli)
{
    struct gr_session *session = NULL;
    struct gr_item item;
    struct gr_err err = {0};
    char question[160];
    if (!cli_session(cli, APP_STORE_WRITE, &session, &err) ||
        !cli_find(session, cli->args[0], &item, &err))
        return cli_fail(&err);
    if (item.kind != GR_ITEM_PAGE && item.kind != GR_ITEM_PROBLEM)
        return cli_usage("%s is no page and no problem; reset works on one item", cli->args[0]);
    const char *id = app_item_id(&item);
    (void)snprintf(question, sizeof question, "Start %.80s afresh (its history is kept)?", id);
    int status = confirm(cli, question);
    if (status != CLI_DONE)
        return status;
    if (!gr_session_reset(session, id, &err))
        return cli_fail(&err);
    struct gr_buf out;
    gr_buf_start(&out, 4096);
    gr_buf_printf(&out, "%s starts afresh.\n", id);
    return cli_print(cli, &out, CLI_DONE);
}

/* Adds the file's name to the folder in `out`; a second copy within a second is numbered. */
static bool free_name(char *out, size_t len, size_t size, const char *stamp)
{
    struct stat status;
    for (int i = 1; i < 1000; i++) {
        char number[16] = "";
        if (i > 1)
            (void)snprintf(number, sizeof number, "-%d", i);
        int more = snprintf(out + len, size - len, "/by-hand-%s%s.db", stamp, number);
        if (more <= 0 || (size_t)more >= size - len)
            return false;
        if (lstat(out, &status) != 0)
            return true; /* free, or a failure that shows when the file is written */
    }
    return false;
}

/* Beside the daily ones, but not among the seven that are kept. */
static bool default_backup(const struct gr_journal *journal, char *out, size_t size)
{
    const char *path = gr_journal_path(journal);
    const char *slash = strrchr(path, '/');
    int folder = slash == NULL ? 1 : (int)(slash - path);
    time_t now = time(NULL);
    struct tm parts;
    char stamp[32];
    if (gmtime_r(&now, &parts) == NULL ||
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H%M%SZ", &parts) == 0)
        return false;
    int len = snprintf(out, size, "%.*s/backup", folder, slash == NULL ? "." : path);
    if (len < 0 || (size_t)len >= size)
        return false;
    (void)mkdir(out, 0700); /* a failure shows when the file is written */
    return free_name(out, (size_t)len, size, stamp);
}

int cmd_backup(struct cli *cli)
{
    struct gr_session *session = NULL;
    struct gr_err err = {0};
    struct stat status;
    char path[4096];
    if (!cli_session(cli, APP_STORE_LOOK, &session, &err))
        return cli_fail(&err);
    struct gr_journal *journal = gr_session_journal(session);
    if (journal == NULL)
        return cli_usage("nothing is recorded yet, so there is nothing to copy");
    if (cli->arg_count == 1)
        (void)snprintf(path, sizeof path, "%s", cli->args[0]);
    else if (!default_backup(journal, path, sizeof path))
        return cli_usage("name a file: wallclock backup FILE");
    if (lstat(path, &status) == 0)
        return cli_usage("%s exists already; nothing was written. Name another file", path);
    if (!gr_journal_backup(journal, path, &err))
        return cli_fail(&err);
    struct gr_buf out;
    gr_buf_start(&out, sizeof path + 8);
    gr_buf_printf(&out, "%s\n", path);
    return cli_print(cli, &out, CLI_DONE);
}

static bool add_event(void *context, const struct gr_event *event)
{
    struct gr_buf *out = context;
    struct gr_json json = {.out = out};
    gr_json_open(&json, NULL, '{');
    gr_json_integer(&json, "seq", event->seq);
    gr_json_text(&json, "uuid", event->uuid);
    gr_json_integer(&json, "time_ms", event->time_ms);
    gr_json_text(&json, "kind", event->kind);
    gr_json_text(&json, "item", event->item);
    gr_json_integer(&json, "rev", event->rev);
    gr_json_integer(&json, "instance", event->instance);
    gr_json_raw(&json, "payload", event->payload);
    gr_json_text(&json, "hash", event->hash);
    gr_json_close(&json, '}');
    gr_buf_char(out, '\n');
    return !out->failed;
}

static bool write_journal(struct gr_journal *journal, struct gr_buf *out, struct gr_err *err)
{
    struct gr_json json;
    int64_t events = 0;
    if (journal != NULL && !gr_journal_verify(journal, &events, err))
        return false;
    cli_json_open(&json, out, "export");
    gr_json_text(&json, "version", WALLCLOCK_VERSION);
    gr_json_integer(&json, "events", events);
    gr_json_close(&json, '}');
    gr_buf_char(out, '\n');
    if (journal != NULL && !gr_journal_each(journal, NULL, NULL, add_event, out, err))
        return false;
    return !out->failed || gr_fail(err, GR_E_MEMORY, "the journal does not fit into memory");
}

static bool write_all(int fd, struct gr_str text)
{
    while (text.len > 0) {
        ssize_t wrote = write(fd, text.ptr, text.len);
        if (wrote < 0 && errno != EINTR)
            return false;
        if (wrote > 0)
            text = gr_str_from(text, (size_t)wrote);
    }
    return true;
}

static bool save(const char *path, struct gr_str text, struct gr_err *err)
{
    char beside[4096];
    int len = snprintf(beside, sizeof beside, "%s.part-%ld", path, (long)getpid());
    if (len < 0 || (size_t)len >= sizeof beside)
        return gr_fail(err, GR_E_USAGE, "the name of the file is too long");
    int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return gr_fail(err, GR_E_MACHINE, "cannot write %s: %s", path, strerror(errno));
    bool good = write_all(fd, text) && fsync(fd) == 0;
    int cause = errno;
    if (close(fd) != 0 && good) {
        good = false;
        cause = errno;
    }
    if (good && rename(beside, path) != 0) {
        good = false;
        cause = errno;
    }
    if (!good) {
        (void)unlink(beside);
        return gr_fail(err, GR_E_MACHINE, "cannot write %s: %s", path, strerror(cause));
    }
    return true;
}

int cmd_export(struct cli *cli)
{
    struct gr_session *session = NULL;
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, (size_t)1 << 30);
    bool good = cli_session(cli, APP_STORE_LOOK, &session, &err) &&
                write_journal(gr_session_journal(session), &out, &err);
    bool to_file = cli->arg_count == 1 && strcmp(cli->args[0], "-") != 0;
    if (good && !to_file)
        return cli_put_buf(&out);
    good = good && save(cli->args[0], gr_buf_view(&out), &err);
    gr_buf_free(&out);
    return good ? CLI_DONE : cli_fail(&err);
}
