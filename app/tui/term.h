/* The terminal: opened by newterm with fallbacks, left as it was found however the program ends,
 * its signals turned into flags and a self-pipe so that nothing but flags is touched in a handler.
 * The only module with mutable file-scope state, because handlers have no other way to reach it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_TERM_H
#define TUI_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "app/text/doc.h"

/* Tries $TERM, then xterm-256color, then vt100. False: none of them can be had. */
GR_MUST_CHECK bool term_open(bool allow_color);
/* Back to the terminal as it was found. Safe to call twice, or when the terminal is gone. */
void term_close(void);
/* DOC_UTF8 where the locale (or C.UTF-8 in its place) can encode it. */
enum doc_glyphs term_glyphs(void);
bool term_has_color(void);
/* The name tried in place of an unknown $TERM, or NULL. */
const char *term_fallback(void);
/* As the terminal says now; 80x24 where it says nothing. */
void term_size(int *rows, int *columns);

enum term_signal {
    TERM_RESIZED = 1u << 0,
    TERM_INTERRUPT = 1u << 1,
    TERM_SUSPEND = 1u << 2,
    TERM_CONTINUED = 1u << 3,
    TERM_HANGUP = 1u << 4,
    TERM_TERMINATE = 1u << 5,
    TERM_QUIT = 1u << 6
};
int term_signal_fd(void); /* readable when a signal has come */
unsigned term_take_signals(void);
/* Gives the terminal back, stops the process group, and takes the terminal again on SIGCONT. */
void term_suspend(void);
/* After a stop of another kind: modes again, everything drawn again at the next paint. */
void term_resume(void);

#endif
