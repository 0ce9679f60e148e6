/* The answer field: one line of text with a cursor between glyphs. Enter reads it and arms it;
 * Enter again on the same text submits; any change disarms. A pasted line end never does either.
 * Pure: time comes in with each event.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_FIELD_H
#define APP_FIELD_H

#include "app/view/grid.h"
#include "grader/num/answer.h"

enum { FIELD_BYTES = 512, FIELD_BURST_MS = 10, FIELD_BURST_KEYS = 3, FIELD_REST_MS = 300 };

struct field {
    char text[FIELD_BYTES]; /* UTF-8, without control characters; NUL-ended */
    size_t len, at;         /* at: cursor, on a glyph's edge */
    bool is_armed;          /* read, shown, and not changed since */
    bool has_reading;
    struct gr_reading reading;
    bool needs_saving;
    bool is_sent; /* as it stands it was submitted already */
    int64_t changed_ms;
    int64_t key_ms[FIELD_BURST_KEYS]; /* when the last keys came, newest first */
    char before[FIELD_BYTES];         /* what was submitted last: Up brings it back */
};

void field_start(struct field *field);
struct gr_str field_text(const struct field *field);
/* Replaces everything (a draft brought back); does not count as a change to save, nor as sent. */
void field_set(struct field *field, struct gr_str text);
/* False when it did not fit, or held nothing that shows. */
bool field_insert(struct field *field, struct gr_str text, int64_t now_ms);
/* The printable part of the first non-blank line of a paste; *cut says that there was more. */
bool field_paste(struct field *field, struct gr_str text, int64_t now_ms, bool *cut);

enum field_edit {
    FIELD_LEFT,
    FIELD_RIGHT,
    FIELD_WORD_LEFT,
    FIELD_WORD_RIGHT,
    FIELD_HOME,
    FIELD_END,
    FIELD_BACKSPACE,
    FIELD_DELETE,
    FIELD_DELETE_WORD,
    FIELD_DELETE_START,
    FIELD_DELETE_END,
    FIELD_RECALL
};
void field_do(struct field *field, enum field_edit edit, int64_t now_ms);

/* Notes a key's time, for the burst rule; call it for every key, Enter too. */
void field_key(struct field *field, int64_t now_ms);
enum field_enter { FIELD_READ, FIELD_SUBMIT, FIELD_UNREADABLE, FIELD_BURST };
/* Enter: reads the text in the unit asked for and arms it, or submits it when armed. BURST: the
 * keys before came too fast for fingers, so this is a paste; nothing happens. */
enum field_enter field_enter(struct field *field, const struct gr_unit *asked, int64_t now_ms);
/* Reads without arming: the echo after a rest. */
void field_read(struct field *field, const struct gr_unit *asked);
/* Draws "[text   ]" over the pane's first row; the cursor goes into it when `has_focus`. */
void field_draw(const struct field *field, const struct pane *pane, bool has_focus);

#endif
