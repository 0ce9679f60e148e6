/* `kernel`: hands over to kn with its own arguments. `kernel run` shows what the reference of a
 * problem may be made of, so open problems that use that kernel become assisted first.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <limits.h>
#include <string.h>

#include <kn/catalogue.h>

#include "app/cli/commands.h"
#include "app/cli/process.h"
#include "grader/run/kn_client.h"

enum { KN_PATH_MAX = 4096, OUR_WORDS = 5 };

/* Only a store that exists can hold an open problem; none is created for this. */
static bool record_assist(struct cli *cli, const char *kernel, struct gr_err *err)
{
    bool exists = false;
    struct gr_session *session = NULL;
    if (kn_catalogue_find(kernel) == NULL)
        return true; /* kn says what is wrong */
    if (!app_store_exists(&cli->app, &exists, err))
        return false;
    if (!exists)
        return true;
    bool good =
        cli_session(cli, APP_STORE_WRITE, &session, err) && gr_session_assist(session, kernel, err);
    app_close(&cli->app); /* releases the store before kn takes over */
    return good;
}

int cmd_kernel(struct cli *cli)
{
    char path[KN_PATH_MAX];
    struct gr_err err = {0};
    /* Copied first: closing the app gives its arena back. */
    const char *words[UCHAR_MAX + OUR_WORDS + 1];
    size_t count = 0, arg_count = cli->arg_count;
    if (arg_count > UCHAR_MAX)
        return cli_usage("kernel takes at most %d arguments", UCHAR_MAX);
    words[count++] = path;
    if (cli->flags[FLAG_ISA] != NULL) {
        words[count++] = "--isa";
        words[count++] = cli->flags[FLAG_ISA];
    }
    if (cli->flags[FLAG_DEVICE] != NULL) {
        words[count++] = "--device";
        words[count++] = cli->flags[FLAG_DEVICE];
    }
    for (size_t i = 0; i < arg_count; i++)
        words[count++] = cli->args[i];
    if (arg_count == 0)
        words[count++] = "list";
    words[count] = NULL;
    bool is_run = arg_count >= 2 && strcmp(cli->args[0], "run") == 0;
    if (!gr_kn_find(path, sizeof path, &err) || (is_run && !record_assist(cli, cli->args[1], &err)))
        return cli_fail(&err);
    char *argv[UCHAR_MAX + OUR_WORDS + 1];
    memcpy(argv, words, sizeof argv); /* execv promises not to write through them */
    if (!process_become(argv, &err))
        return cli_fail(&err);
    return CLI_INTERNAL;
}
