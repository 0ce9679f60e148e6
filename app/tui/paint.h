/* The one way from cells to the terminal.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_PAINT_H
#define TUI_PAINT_H

#include "app/view/grid.h"

/* Draws the grid; curses sends only what differs from what the terminal shows. */
void paint_grid(const struct grid *grid, bool use_color);

#endif
