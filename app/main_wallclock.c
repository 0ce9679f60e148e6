/* The program: makes the process safe to work in, runs the command line, and hands over to the
 * screen when that is what was asked for. Only here do the command line and the screen meet.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "app/cli/cli.h"
#include "app/tui/tui.h"

/* A descriptor below 3 that was closed would go to the next file opened, and output into the store.
 * What is put there cannot be written to, so that lost output is noticed. */
static bool fill_descriptors(void)
{
    int fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO)
        fd = open("/dev/null", O_RDONLY);
    return fd >= 0 && close(fd) == 0;
}

int main(int argc, char **argv)
{
    struct cli cli = {.screen = tui_run};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    if (!fill_descriptors())
        return CLI_INTERNAL;
    (void)sigaction(SIGPIPE, &ignore, NULL); /* a closed pipe is an error of write, quietly taken */
    (void)sigaction(SIGXFSZ, &ignore, NULL); /* and so is a file that may not grow further */
    (void)setlocale(LC_CTYPE, "");           /* and no more: numbers look the same everywhere */
    int status = cli_main(&cli, argc, argv);
    app_close(&cli.app);
    return status;
}
