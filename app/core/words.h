/* States in words and marks: one place, so that list, home, progress and plain mode say the same.
 * Meaning is in the words; the marks only repeat it. Also the wrapping of plain text.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_WORDS_H
#define APP_WORDS_H

#include "grader/run/session.h"

enum { APP_TEXT_CELLS = 78 }; /* plain text is wrapped here */

/* "[x]" done, "[~]" started, "[ ]" new, "[!]" changed since it was solved. */
const char *app_standing_mark(const struct gr_standing *standing, enum gr_item_kind kind);
/* One word for programs: "new", "started", "read", "solved", "changed". */
const char *app_standing_word(const struct gr_standing *standing, enum gr_item_kind kind);
/* Whether nothing is left to do on it: read, or solved alone as it now stands. */
bool app_standing_is_done(const struct gr_standing *standing, enum gr_item_kind kind);
/* "solved by its twin, assisted", "2 attempts, last one near", "read": a phrase, no full stop. */
void app_standing_print(const struct gr_standing *standing, enum gr_item_kind kind,
                        struct gr_buf *out);
/* "1 attempt", "2 attempts". */
void app_count_print(uint32_t count, const char *noun, struct gr_buf *out);
/* "Not accepted", "Correct", ... : a verdict as a student reads it. */
const char *app_verdict_words(enum gr_verdict verdict);
/* Appends `text` as one paragraph, wrapped at APP_TEXT_CELLS, every line after `indent` blanks. */
void app_wrap(struct gr_buf *out, size_t indent, const char *text);

#endif
