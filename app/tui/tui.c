/* The event loop. It sleeps in poll until there is a key, a signal, news of a running deal, or a
 * draft to save; then takes everything that has come, and paints once. Idle costs nothing. See
 * tui.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/tui/tui.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "app/tui/keys.h"
#include "app/tui/paint.h"
#include "app/tui/term.h"
#include "app/view/act.h"

enum { FRAME_MS = 100, DEAD_READS = 3 };
enum { STATUS_HANGUP = 129, STATUS_QUIT = 131, STATUS_TERMINATED = 143 };

struct loop {
    struct act act;
    struct ui ui;
    struct grid grid;
    struct gr_buf paste;
    int status; /* -1: go on */
    int dead_reads;
};

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void send(struct loop *loop, struct event event)
{
    event.now_ms = now_ms();
    struct want want = ui_event(&loop->ui, &event);
    if (want.kind == WANT_REDRAW)
        term_resume();
    act_want(&loop->act, &want);
    if (loop->act.is_quitting)
        loop->status = 0;
}

static void measure(struct loop *loop)
{
    int rows, columns;
    term_size(&rows, &columns);
    send(loop, (struct event){.kind = EVENT_SIZE, .rows = rows, .columns = columns});
}

static void paint(struct loop *loop)
{
    if (ui_draw(&loop->ui, &loop->grid))
        paint_grid(&loop->grid, term_has_color());
}

/* Leaving, whichever way: what was typed is saved first. */
static void leave(struct loop *loop, int status)
{
    (void)act_save(&loop->act);
    loop->status = status;
}

static void take_signals(struct loop *loop)
{
    unsigned signals = term_take_signals();
    if ((signals & TERM_HANGUP) != 0) {
        leave(loop, STATUS_HANGUP);
        return;
    }
    if ((signals & (TERM_TERMINATE | TERM_QUIT)) != 0) {
        leave(loop, (signals & TERM_QUIT) != 0 ? STATUS_QUIT : STATUS_TERMINATED);
        return;
    }
    if ((signals & TERM_INTERRUPT) != 0)
        send(loop, (struct event){.kind = EVENT_INTERRUPT});
    if ((signals & TERM_SUSPEND) != 0) {
        (void)act_save(&loop->act);
        term_suspend();
        measure(loop); /* a change of size while stopped sent no signal */
    }
    if ((signals & TERM_CONTINUED) != 0)
        term_resume();
    if ((signals & (TERM_RESIZED | TERM_CONTINUED)) != 0)
        measure(loop);
}

/* Everything that has arrived. A terminal that is readable and gives nothing, again and again, is
 * gone: such a read comes back at once for ever. */
static void take_input(struct loop *loop, bool is_readable)
{
    bool got_any = false;
    uint32_t key;
    enum keys_input input;
    while (loop->status < 0 && (input = keys_read(&key, &loop->paste)) != KEYS_NONE) {
        got_any = true;
        if (input == KEYS_PASTE)
            send(loop, (struct event){.kind = EVENT_PASTE, .text = gr_buf_view(&loop->paste)});
        else if (input == KEYS_KEY)
            send(loop, (struct event){.kind = EVENT_KEY, .key = key});
    }
    loop->dead_reads = is_readable && !got_any ? loop->dead_reads + 1 : 0;
    if (loop->dead_reads >= DEAD_READS)
        leave(loop, STATUS_HANGUP);
}

static int sooner(int a, int b)
{
    return a < 0 ? b : b < 0 || a < b ? a : b;
}

static int wait_ms(const struct loop *loop)
{
    int wait = ui_rest_ms(&loop->ui, now_ms());
    wait = sooner(wait, act_wait_ms(&loop->act));
    return loop->ui.is_running ? sooner(wait, FRAME_MS) : wait;
}

static void step(struct loop *loop)
{
    struct pollfd fds[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                            {.fd = term_signal_fd(), .events = POLLIN},
                            {.fd = act_fd(&loop->act), .events = POLLIN}};
    int got = poll(fds, 3, wait_ms(loop));
    if (got < 0 && errno != EINTR && errno != EAGAIN)
        leave(loop, STATUS_HANGUP);
    if (got < 0)
        fds[0].revents = fds[1].revents = 0;
    if (fds[1].revents != 0)
        take_signals(loop);
    if (loop->status < 0 && fds[0].revents != 0)
        take_input(loop, true);
    if (loop->status < 0 && (fds[0].revents & (POLLERR | POLLNVAL)) != 0)
        leave(loop, STATUS_HANGUP);
    if (loop->status < 0 && ui_rest_ms(&loop->ui, now_ms()) == 0)
        send(loop, (struct event){.kind = EVENT_REST});
    act_step(&loop->act, now_ms());
}

static int run(struct loop *loop)
{
    measure(loop);
    if (term_fallback() != NULL)
        ui_say(&loop->ui, ROLE_WARNING, "! this terminal's type is unknown here; drawn as %s",
               term_fallback());
    paint(loop);
    act_after_paint(&loop->act);
    while (loop->status < 0) {
        step(loop);
        if (loop->status < 0)
            paint(loop);
    }
    return loop->status;
}

int tui_run(struct app *app, const char *item)
{
    struct loop loop = {.status = -1};
    struct gr_err err = {0};
    char text[512];
    int status = TUI_NO_TERMINAL;
    ui_start(&loop.ui, app->options.ascii ? DOC_ASCII : DOC_UTF8);
    gr_buf_start(&loop.paste, KEYS_PASTE_BYTES);
    loop.ui.now_ms = now_ms();
    bool good = act_start(&loop.act, app, &loop.ui, item, &err);
    if (good && term_open(app->options.color != APP_COLOR_NEVER)) {
        keys_define();
        if (term_glyphs() == DOC_ASCII)
            loop.ui.glyphs = DOC_ASCII;
        status = run(&loop);
    }
    act_end(&loop.act);
    term_close();
    if (!good) {
        (void)fprintf(stderr, "wallclock: %s\n", gr_err_print(&err, text, sizeof text));
        status = gr_err_exit(err.code);
    }
    gr_buf_free(&loop.paste);
    grid_free(&loop.grid);
    ui_free(&loop.ui);
    return status;
}
