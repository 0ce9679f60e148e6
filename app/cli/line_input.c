/* See line_input.h. SIGINT is blocked except inside pselect, so it can never fall between a check
 * and a wait; the handler has nothing to do but to let pselect return.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/line_input.h"

#include <errno.h>
#include <sys/select.h>
#include <unistd.h>

static void interrupted(int signal_number)
{
    (void)signal_number;
}

void line_input_start(struct line_input *input, int fd)
{
    sigset_t interrupt;
    struct sigaction action = {.sa_handler = interrupted};
    *input = (struct line_input){.fd = fd, .is_terminal = isatty(fd) == 1};
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    (void)sigprocmask(SIG_BLOCK, &interrupt, &input->before);
    (void)sigaction(SIGINT, &action, &input->interrupt_before);
}

void line_input_end(struct line_input *input)
{
    (void)sigaction(SIGINT, &input->interrupt_before, NULL);
    (void)sigprocmask(SIG_SETMASK, &input->before, NULL);
}

/* Waits for bytes; LINE_READ when there are some. */
static enum line_news fill(struct line_input *input)
{
    if (input->fd < 0 || input->fd >= FD_SETSIZE)
        return LINE_ENDED;
    for (;;) {
        fd_set readable;
        FD_ZERO(&readable);
        FD_SET(input->fd, &readable);
        if (pselect(input->fd + 1, &readable, NULL, NULL, NULL, &input->before) < 0)
            return errno == EINTR ? LINE_INTERRUPTED : LINE_ENDED;
        ssize_t got = read(input->fd, input->bytes, sizeof input->bytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return LINE_ENDED;
        input->at = 0;
        input->len = (size_t)got;
        return LINE_READ;
    }
}

enum line_news line_input_next(struct line_input *input, struct gr_buf *line)
{
    gr_buf_clear(line);
    while (!input->has_ended) {
        if (input->at == input->len) {
            enum line_news news = fill(input);
            if (news == LINE_INTERRUPTED)
                return news;
            input->has_ended = news == LINE_ENDED;
            continue;
        }
        char c = input->bytes[input->at++];
        if (c == '\n')
            return LINE_READ;
        if (line->len < LINE_INPUT_MOST)
            gr_buf_char(line, c);
    }
    return line->len > 0 ? LINE_READ : LINE_ENDED;
}
