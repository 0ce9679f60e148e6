/* A helper that takes every request and never answers, until its input ends: for what a screen does
 * while a kernel hangs. With SILENT_KN_GATE it waits until somebody writes to that FIFO and then
 * becomes SILENT_KN_THEN, a helper that does answer: for a run that ends when a test wants it to.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *gate = getenv("SILENT_KN_GATE"), *then = getenv("SILENT_KN_THEN");
    (void)argc;
    if (gate != NULL && then != NULL) {
        int fd = open(gate, O_RDONLY | O_CLOEXEC); /* returns when it is opened for writing */
        return fd < 0 ? 1 : execv(then, argv);
    }
    while (getchar() != EOF)
        continue;
    return 0;
}
