/* Keys and pastes from curses, in the codes of app/view/keymap.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_KEYS_H
#define TUI_KEYS_H

#include <stdint.h>

#include "grader/base/str.h"

enum { KEYS_PASTE_BYTES = 1 << 16 };
enum keys_input {
    KEYS_NONE,
    KEYS_KEY,
    KEYS_PASTE,
    KEYS_OTHER /* came, and means nothing: a key we have no use for, bytes that are no character */
};

/* Teaches curses the sequences it does not know: bracketed paste, Ctrl with arrows. */
void keys_define(void);
/* The next key or paste that has arrived; NONE when nothing has. A paste is read whole (what goes
 * beyond KEYS_PASTE_BYTES is dropped); one whose end does not come within half a second is what
 * came. */
enum keys_input keys_read(uint32_t *key, struct gr_buf *paste);

#endif
