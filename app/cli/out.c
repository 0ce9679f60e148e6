/* What a command says: data on standard output through write(2), so that a closed pipe or a full
 * disk is noticed at once; everything else on standard error.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <langinfo.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/cli/cli.h"
#include "app/cli/safe.h"
#include "app/core/words.h"
#include "app/text/doc.h"
#include "app/text/width.h"
#include "grader/num/decimal.h"

int cli_put(struct gr_str text)
{
    size_t done = 0;
    while (done < text.len) {
        ssize_t wrote = write(STDOUT_FILENO, text.ptr + done, text.len - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0 && errno == EPIPE)
            return CLI_PIPE_CLOSED;
        if (wrote < 0) {
            cli_say("cannot write to standard output: %s", strerror(errno));
            return CLI_INTERNAL;
        }
        done += (size_t)wrote;
    }
    return CLI_DONE;
}

int cli_put_buf(struct gr_buf *buf)
{
    int status = CLI_INTERNAL;
    if (buf->failed)
        cli_say("out of memory");
    else
        status = cli_put(gr_buf_view(buf));
    gr_buf_free(buf);
    return status;
}

int cli_put_outcome(struct gr_buf *buf, int outcome)
{
    int status = cli_put_buf(buf);
    return status != CLI_DONE ? status : outcome;
}

/* A terminal that does not read UTF-8 would show it as rubbish. */
static bool is_ascii_terminal(int fd)
{
    return isatty(fd) == 1 && strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

bool cli_is_ascii(const struct cli *cli)
{
    return cli->app.options.ascii || is_ascii_terminal(STDOUT_FILENO);
}

int cli_print_text(const struct cli *cli, struct gr_str text)
{
    struct gr_buf safe;
    gr_buf_start(&safe, TEXT_ASCII_BYTES * text.len + 1);
    safe_add(&safe, text, cli_is_ascii(cli) ? SAFE_LINES | SAFE_ASCII : SAFE_LINES);
    return cli_put_buf(&safe);
}

int cli_print(const struct cli *cli, struct gr_buf *text, int outcome)
{
    if (cli->app.options.json || text->failed)
        return cli_put_outcome(text, outcome);
    int status = cli_print_text(cli, gr_buf_view(text));
    gr_buf_free(text);
    return status != CLI_DONE ? status : outcome;
}

/* Arguments and file names are quoted in messages: they must not steer the terminal. */
static void GR_PRINTF(1, 0) say(const char *format, va_list args)
{
    char text[2048];
    struct gr_buf safe;
    (void)vsnprintf(text, sizeof text, format, args);
    gr_buf_start(&safe, TEXT_ASCII_BYTES * sizeof text);
    safe_add(&safe, gr_str(text), is_ascii_terminal(STDERR_FILENO) ? SAFE_ASCII : SAFE_NAME);
    (void)fprintf(stderr, "wallclock: %s\n", gr_buf_cstr(&safe));
    gr_buf_free(&safe);
}

void cli_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

void cli_note(const struct cli *cli, const char *format, ...)
{
    if (cli->app.options.quiet)
        return;
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

int cli_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return CLI_USAGE;
}

int cli_fail(const struct gr_err *err)
{
    char text[1024];
    cli_say("%s", gr_err_print(err, text, sizeof text));
    return gr_err_exit(err->code);
}

static int screen_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

static bool page_in_cells(struct cli *cli, struct gr_str markdown, struct gr_buf *out,
                          struct gr_err *err)
{
    int columns = screen_columns();
    int width = columns < 8 ? 8 : columns > DOC_MEASURE_CELLS ? DOC_MEASURE_CELLS : columns;
    struct doc doc;
    struct gr_arena arena = {0};
    bool good =
        doc_layout(&arena, markdown, width, cli_is_ascii(cli) ? DOC_ASCII : DOC_UTF8, &doc, err);
    for (size_t i = 0; good && i < doc.count; i++) {
        for (size_t s = 0; s < doc.lines[i].count; s++)
            gr_buf_add(out, doc.lines[i].spans[s].text);
        gr_buf_char(out, '\n');
    }
    gr_arena_free(&arena);
    return good;
}

bool cli_page(struct cli *cli, struct gr_str markdown, struct gr_buf *out, struct gr_err *err)
{
    size_t before = out->len;
    bool in_cells = !cli->app.options.plain && isatty(STDOUT_FILENO) == 1;
    bool good = in_cells ? page_in_cells(cli, markdown, out, err)
                         : doc_speak(markdown, APP_TEXT_CELLS, out, err);
    if (good && out->len > before && out->ptr[out->len - 1] != '\n')
        gr_buf_char(out, '\n');
    return good;
}

void cli_json_open(struct gr_json *json, struct gr_buf *out, const char *name)
{
    char schema[64];
    (void)snprintf(schema, sizeof schema, "wallclock.%s/1", name);
    *json = (struct gr_json){.out = out};
    gr_json_open(json, NULL, '{');
    gr_json_text(json, "schema", schema);
}

void cli_json_number(struct gr_json *json, const char *key, double value)
{
    char number[GR_DECIMAL_PRINT];
    gr_json_raw(json, key, isfinite(value) ? gr_decimal_print(value, number) : "null");
}
