/* Whether the terminal database knows a type: asked before newterm, which loses memory when it
 * fails.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_TERM_KNOWN_H
#define TUI_TERM_KNOWN_H

#include <stdbool.h>

/* `type` NULL: what $TERM says. */
bool term_is_known(const char *type);

#endif
