/* The command line: one run of the program from its arguments to its exit status. A command reads
 * what it was given from struct cli, puts data on standard output in one piece, and says everything
 * else on standard error.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "app/core/app.h"
#include "app/core/outline.h"

/* Exit statuses: design of the command line, the same for every command. */
enum cli_exit {
    CLI_DONE = 0,
    CLI_NEGATIVE = 1, /* done, and the outcome is negative: wrong, unreadable, findings */
    CLI_USAGE = 2,
    CLI_MACHINE = 3,
    CLI_COURSE = 4,
    CLI_NO_VERDICT = 5,
    CLI_STORE = 6,
    CLI_INTERNAL = 70,
    CLI_PIPE_CLOSED = 141 /* 128 + SIGPIPE: the reader of our output went away */
};

enum cli_flag {
    FLAG_HELP,
    FLAG_VERSION,
    FLAG_QUIET,
    FLAG_PLAIN,
    FLAG_JSON,
    FLAG_COLOR,
    FLAG_NO_COLOR,
    FLAG_ASCII,
    FLAG_NO_INPUT,
    FLAG_YES,
    FLAG_DATA,
    FLAG_COURSE,
    FLAG_STUDENT,
    FLAG_ISA,
    FLAG_DEVICE,
    FLAG_INSTANCE,
    FLAG_TWIN,
    FLAG_DRY_RUN,
    FLAG_UNIT,
    FLAG_DEEP,
    FLAG_CLASS,
    FLAG_FORMAT,
    FLAG_GATE,
    FLAG_TIMES,
    FLAG_ANSWER,
    FLAG_LOAD,
    FLAG_COUNT
};

struct cli_command;

struct cli {
    struct app app;
    const struct cli_command *command;
    const char *const *args; /* after the command's name, flags taken out */
    size_t arg_count;
    const char *flags[FLAG_COUNT]; /* NULL: not given; "" when it takes no value */
    /* Opens the screen at an item (NULL: where one left off); returns the exit status, or a
     * negative number when there is no usable terminal. NULL: built without a screen. */
    int (*screen)(struct app *app, const char *item);
};

static inline bool cli_has(const struct cli *cli, enum cli_flag flag)
{
    return cli->flags[flag] != NULL;
}

/* Runs the program; returns its exit status. */
int cli_main(struct cli *cli, int argc, char *const *argv);

/* ---- output --------------------------------------------------------------------------------- */

/* Writes to standard output. CLI_DONE, CLI_PIPE_CLOSED without a word, or CLI_INTERNAL with one. */
int cli_put(struct gr_str text);
/* The same for a buffer, which is freed; a buffer that failed is out of memory. */
int cli_put_buf(struct gr_buf *buf);
/* `outcome` unless the output itself failed. */
int cli_put_outcome(struct gr_buf *buf, int outcome);
/* The same for what people read: nothing in it steers the terminal, and where that shows no UTF-8
 * (or with --ascii) each character takes its ASCII form. With --json it is data and goes out as it
 * is. */
int cli_print(const struct cli *cli, struct gr_buf *text, int outcome);
int cli_print_text(const struct cli *cli, struct gr_str text);
/* Whether characters beyond ASCII are written in their ASCII form. */
bool cli_is_ascii(const struct cli *cli);
/* "wallclock: ..." on standard error, on one line and safe for a terminal. */
void cli_say(const char *format, ...) GR_PRINTF(1, 2);
/* The same unless --quiet. */
void cli_note(const struct cli *cli, const char *format, ...) GR_PRINTF(2, 3);
/* Says the error and gives its exit status. */
int cli_fail(const struct gr_err *err);
int cli_usage(const char *format, ...) GR_PRINTF(1, 2);

/* Markdown as text on the way to standard output: set in cells on a terminal, else as prose. */
GR_MUST_CHECK bool cli_page(struct cli *cli, struct gr_str markdown, struct gr_buf *out,
                            struct gr_err *err);
/* Starts a JSON object that carries "schema":"wallclock.NAME/1". */
void cli_json_open(struct gr_json *json, struct gr_buf *out, const char *name);
/* A double as a JSON number, null when it is not finite. */
void cli_json_number(struct gr_json *json, const char *key, double value);

/* ---- shared by commands --------------------------------------------------------------------- */

/* A whole number from a flag; `fallback` when it was not given. Says what is wrong itself. */
GR_MUST_CHECK bool cli_whole(const struct cli *cli, enum cli_flag flag, uint32_t low, uint32_t high,
                             uint32_t *out);
/* app_session; notices about the store are said. */
GR_MUST_CHECK bool cli_session(struct cli *cli, enum app_store use, struct gr_session **out,
                               struct gr_err *err);
GR_MUST_CHECK bool cli_find(struct gr_session *session, const char *name, struct gr_item *out,
                            struct gr_err *err);
/* A problem; pages and strands are an error that says what can be done with them. */
GR_MUST_CHECK bool cli_find_problem(struct gr_session *session, const char *name,
                                    const struct gr_problem **out, struct gr_err *err);

#endif
