/* A terminal to look at: what the program writes goes through libvterm, keys come from it. Waiting
 * is for a content or for quiet, always with a deadline, never a sleep.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_VT_H
#define TEST_VT_H

#include <stdint.h>

#include "grader/base/str.h"
#include "tests/support/pty.h"

struct VTerm;

enum { VT_QUIET_MS = 50, VT_DEADLINE_MS = 15000, VT_RAW_BYTES = 1 << 22 };

struct vt {
    struct pty pty;
    struct VTerm *term;
    int rows, columns;
    int cursor_row, cursor_column;
    bool has_cursor, has_altscreen;
    char title[128];
    struct gr_buf raw; /* every byte that the program wrote */
};

void vt_start(struct vt *vt, const char *const *argv, const char *const *env, int rows,
              int columns);
void vt_end(struct vt *vt);
/* Takes output until nothing came for `quiet_ms`. */
void vt_settle(struct vt *vt, int quiet_ms);
/* Takes output until the screen shows the text; false at the deadline or when the program ended. */
bool vt_wait(struct vt *vt, const char *text, int deadline_ms);
/* The same for text that shall go away. */
bool vt_wait_gone(struct vt *vt, const char *text, int deadline_ms);
/* Waits for the end of the program, or for its stop, taking its output. */
enum pty_news vt_wait_news(struct vt *vt, int deadline_ms);
bool vt_shows(const struct vt *vt, const char *text);

/* "Enter", "Esc", "Down", "F1", "Ctrl-C", "a": false for a name that is no key. */
bool vt_key(struct vt *vt, const char *name);
void vt_type(struct vt *vt, const char *text);
/* Bracketed where the program asked for it, else as plain keys. */
void vt_paste(struct vt *vt, const char *text);
void vt_resize(struct vt *vt, int rows, int columns);

/* Rows ("3|text"), under each that has any the attributes ("3:..bb"), then cursor and modes. */
void vt_print(const struct vt *vt, struct gr_buf *out);
/* The text of one row, without blanks at its end. */
void vt_row(const struct vt *vt, int row, struct gr_buf *out);

#endif
