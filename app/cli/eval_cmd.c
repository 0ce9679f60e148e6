/* `eval`: how an answer would be read. It opens no course and no store, so it starts at once.
 * TEXT is the arguments joined by one blank; "-" or nothing reads standard input to its end.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/cli/safe.h"
#include "grader/num/answer.h"

enum { INPUT_MOST = 64 * 1024 * 1024 };

static bool read_input(struct gr_buf *out, struct gr_err *err)
{
    char piece[65536];
    for (;;) {
        ssize_t got = read(STDIN_FILENO, piece, sizeof piece);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return gr_fail(err, GR_E_MACHINE, "cannot read standard input: %s", strerror(errno));
        if (got == 0 || out->failed)
            break; /* what no longer fits makes the answer too long, not wrong */
        gr_buf_add(out, (struct gr_str){.ptr = piece, .len = (size_t)got});
    }
    return true;
}

static bool take_text(const struct cli *cli, struct gr_buf *out, struct gr_err *err)
{
    if (cli->arg_count == 0 || (cli->arg_count == 1 && strcmp(cli->args[0], "-") == 0))
        return read_input(out, err);
    for (size_t i = 0; i < cli->arg_count; i++) {
        gr_buf_text(out, i == 0 ? "" : " ");
        gr_buf_text(out, cli->args[i]);
    }
    return true;
}

static void write_json(const struct gr_reading *reading, const struct gr_unit *asked,
                       struct gr_buf *out)
{
    struct gr_json json;
    cli_json_open(&json, out, "eval");
    gr_json_text(&json, "status", gr_read_status_word(reading->status));
    if (reading->status == GR_READ_OK) {
        cli_json_number(&json, "value", reading->value);
        gr_json_text(&json, "unit", asked->text);
        gr_json_text(&json, "echo", reading->echo);
    } else {
        gr_json_text(&json, "reason", gr_read_reason_word(reading->reason));
        gr_json_integer(&json, "column", reading->column);
        gr_json_text(&json, "message", reading->message);
    }
    gr_json_close(&json, '}');
    gr_buf_char(out, '\n');
}

/* The text once more with a caret below the first character that cannot be read. */
static void write_caret(struct gr_str text, uint32_t column, struct gr_buf *out)
{
    if (column == 0 || text.len > GR_ANSWER_MAX || gr_utf8_bad(text) != text.len ||
        memchr(text.ptr, '\n', text.len) != NULL)
        return;
    gr_buf_text(out, "  ");
    for (size_t at = 0; at < text.len;) {
        uint32_t code = 0;
        (void)gr_utf8_next(text, &at, &code);
        gr_buf_utf8(out, safe_code(code));
    }
    gr_buf_printf(out, "\n  %*s^\n", (int)column - 1, "");
}

int cmd_eval(struct cli *cli)
{
    struct gr_unit asked;
    struct gr_reading reading;
    struct gr_err err = {0};
    const char *unit = cli->flags[FLAG_UNIT];
    if (!gr_unit_parse(gr_str(unit), &asked, &err))
        return cli_usage("--unit: %s", err.text);
    struct gr_buf text, out;
    gr_buf_start(&text, INPUT_MOST);
    gr_buf_start(&out, 1 << 16);
    if (!take_text(cli, &text, &err)) {
        gr_buf_free(&text);
        return cli_fail(&err);
    }
    gr_answer_read(gr_buf_view(&text), &asked, &reading);
    bool is_read = reading.status == GR_READ_OK;
    if (cli->app.options.json) {
        write_json(&reading, &asked, &out);
    } else if (is_read) {
        gr_buf_printf(&out, "%s\n", reading.echo);
    } else {
        gr_buf_printf(&out, "%s (%s): %s\n", gr_read_status_word(reading.status),
                      gr_read_reason_word(reading.reason), reading.message);
        write_caret(gr_buf_view(&text), reading.column, &out);
    }
    gr_buf_free(&text);
    return cli_print(cli, &out, is_read ? CLI_DONE : CLI_NEGATIVE);
}
