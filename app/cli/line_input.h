/* Lines of commands from a terminal or a pipe. Ctrl-C while waiting is reported, not fatal; what is
 * longer than a line may be is cut, and the rest of that line dropped.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_LINE_INPUT_H
#define CLI_LINE_INPUT_H

#include <signal.h>

#include "grader/base/str.h"

enum { LINE_INPUT_MOST = 4096 };

struct line_input {
    int fd;
    bool is_terminal;
    sigset_t before; /* mask to wait with, and to go back to */
    struct sigaction interrupt_before;
    char bytes[LINE_INPUT_MOST]; /* read ahead */
    size_t at, len;
    bool has_ended;
};

enum line_news { LINE_READ, LINE_INTERRUPTED, LINE_ENDED };

/* From here to line_input_end SIGINT is held back: it interrupts only the wait for a line. */
void line_input_start(struct line_input *input, int fd);
void line_input_end(struct line_input *input);
/* The next line without its end, in `line` (emptied first; at most LINE_INPUT_MOST bytes). A last
 * line without an end counts. */
enum line_news line_input_next(struct line_input *input, struct gr_buf *line);

#endif
