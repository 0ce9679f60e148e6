/* See watch.h. No handler and no flag: the signal is blocked and looked for, so there is no state
 * outside the struct and no race.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/watch.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/cli/safe.h"

enum { WORDS_EVERY_MS = 10000 };

static int64_t now_ms(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool cli_take_interrupt(void)
{
    sigset_t pending, interrupt;
    int taken = 0;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    if (sigpending(&pending) != 0 || sigismember(&pending, SIGINT) != 1)
        return false;
    return sigwait(&interrupt, &taken) == 0;
}

static bool is_cancelled(void *context)
{
    (void)context;
    return cli_take_interrupt();
}

static bool is_news(const struct cli_watch *watch, const struct gr_progress *progress,
                    uint64_t tenth, int64_t now)
{
    if (strcmp(watch->step, progress->step) != 0)
        return true;
    return tenth > watch->tenth || now - watch->said_ms >= WORDS_EVERY_MS;
}

static void show(void *context, const struct gr_progress *progress)
{
    struct cli_watch *watch = context;
    uint64_t tenth = progress->total == 0 ? 0 : progress->done * 10 / progress->total;
    int64_t now = now_ms();
    if (watch->out < 0 || progress->step[0] == '\0' || !is_news(watch, progress, tenth, now))
        return;
    char line[160], step[64]; /* the helper's words */
    (void)safe_name(progress->step, step, sizeof step);
    int len = progress->total == 0 ? snprintf(line, sizeof line, "%s\n", step)
                                   : snprintf(line, sizeof line, "%s: %llu of %llu\n", step,
                                              (unsigned long long)progress->done,
                                              (unsigned long long)progress->total);
    /* A lost line of progress is no reason to stop a run. */
    if (len > 0 && write(watch->out, line, (size_t)len) < 0)
        watch->out = -1;
    (void)snprintf(watch->step, sizeof watch->step, "%s", progress->step);
    watch->tenth = tenth;
    watch->said_ms = now;
}

void cli_watch_start(struct cli_watch *watch, const struct cli *cli, int out)
{
    sigset_t interrupt;
    *watch = (struct cli_watch){.out = out};
    if (out < 0 && !cli->app.options.quiet && isatty(STDERR_FILENO) == 1)
        watch->out = STDERR_FILENO;
    watch->watch = (struct gr_watch){.is_cancelled = is_cancelled, .show = show, .context = watch};
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    (void)sigprocmask(SIG_BLOCK, &interrupt, &watch->before);
}

void cli_watch_end(struct cli_watch *watch)
{
    (void)sigprocmask(SIG_SETMASK, &watch->before, NULL);
}
