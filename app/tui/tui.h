/* The curses front end: opens the terminal, runs the screens, restores the terminal however it
 * ends.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_TUI_H
#define APP_TUI_H

#include "app/core/app.h"

/* Opens at `item` (NULL: where one left off). Returns the exit status; TUI_NO_TERMINAL when no
 * curses terminal can be had (unknown TERM and no fallback): the caller then goes on in plain mode.
 */
enum { TUI_NO_TERMINAL = -1 };
int tui_run(struct app *app, const char *item);

#endif
