/* `open`, and the program without a command: the screen on a terminal, the line mode where that was
 * asked for or nothing else is possible, the home page as text where nobody can type.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/cli/plain.h"
#include "app/core/paths.h"

enum { HOME_MOST = 4 << 20 };

static int print_home(struct cli *cli)
{
    struct gr_session *session = NULL;
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, HOME_MOST);
    if (!cli_session(cli, APP_STORE_LOOK, &session, &err) ||
        !app_home_text(&cli->app, &out, &err)) {
        gr_buf_free(&out);
        return cli_fail(&err);
    }
    return cli_print(cli, &out, CLI_DONE);
}

static bool wants_plain(void)
{
    const char *accessible = app_environment("ACCESSIBLE");
    const char *term = app_environment("TERM");
    return (accessible != NULL && strcmp(accessible, "0") != 0) ||
           (term != NULL && strcmp(term, "dumb") == 0);
}

static int open_screen(struct cli *cli, const char *item)
{
    struct gr_session *session = NULL;
    struct gr_err err = {0};
    /* Found out here, before the screen: a sentence belongs on a plain terminal. */
    if (!cli_session(cli, APP_STORE_STAY, &session, &err))
        return cli_fail(&err);
    struct gr_item found;
    if (item != NULL && !cli_find(session, item, &found, &err))
        return cli_fail(&err);
    int status = cli->screen == NULL ? -1 : cli->screen(&cli->app, item);
    if (status >= 0)
        return status;
    cli_note(cli, "no screen on this terminal (TERM=%.40s); going on in plain mode",
             app_environment("TERM") == NULL ? "" : app_environment("TERM"));
    return plain_run(cli, item);
}

int cmd_open(struct cli *cli)
{
    const char *item = cli->arg_count == 0 ? NULL : cli->args[0];
    bool can_show = isatty(STDOUT_FILENO) == 1;
    bool can_type = isatty(STDIN_FILENO) == 1 && !cli->app.options.no_input;
    if (cli->app.options.plain || (can_show && can_type && wants_plain()))
        return plain_run(cli, item);
    if (can_show && can_type)
        return open_screen(cli, item);
    return item == NULL ? print_home(cli) : cmd_read(cli);
}
