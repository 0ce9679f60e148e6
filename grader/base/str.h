/* Text: borrowed views, a growing buffer with a ceiling, UTF-8 at the border, and the nearest known
 * word for "did you mean". Nothing here reads the locale.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_STR_H
#define GR_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/base/attr.h"

/* A borrowed piece of text, not NUL-ended. */
struct gr_str {
    const char *ptr;
    size_t len;
};

struct gr_str gr_str(const char *text); /* view of a NUL-ended string; NULL gives the empty view */
bool gr_str_is(struct gr_str text, const char *word);
bool gr_str_same(struct gr_str a, struct gr_str b);
bool gr_str_starts(struct gr_str text, const char *prefix);
struct gr_str gr_str_from(struct gr_str text, size_t start); /* the rest from byte `start` */
struct gr_str gr_str_trim(struct gr_str text); /* without ASCII white space at the ends */
/* A whole number that fills the view: digits, a minus before them allowed. False on anything else
 * and on overflow. */
GR_MUST_CHECK bool gr_str_integer(struct gr_str text, int64_t *out);

/* Decodes one code point at text.ptr[*at] and moves *at past it. False on a malformed, overlong,
 * surrogate or cut sequence (then *at moves by one byte and *out is U+FFFD). */
bool gr_utf8_next(struct gr_str text, size_t *at, uint32_t *out);
/* Byte offset of the first malformed sequence, or text.len when all is well. */
size_t gr_utf8_bad(struct gr_str text);

/* A growing text with a most it may ever hold. Errors stick: after one failed append `failed` is
 * set and later appends do nothing, so callers check once. `ptr` is always NUL-ended once non-NULL.
 */
struct gr_buf {
    char *ptr;
    size_t len, size, most;
    bool failed;
};

void gr_buf_start(struct gr_buf *buf, size_t most_bytes);
void gr_buf_add(struct gr_buf *buf, struct gr_str text);
void gr_buf_text(struct gr_buf *buf, const char *text);
void gr_buf_char(struct gr_buf *buf, char c);
void gr_buf_utf8(struct gr_buf *buf, uint32_t code_point);
/* printf for words and integers only; doubles go through grader/num/decimal.h. */
void gr_buf_printf(struct gr_buf *buf, const char *format, ...) GR_PRINTF(2, 3);
struct gr_str gr_buf_view(const struct gr_buf *buf);
const char *gr_buf_cstr(const struct gr_buf *buf); /* "" when nothing was added */
void gr_buf_clear(struct gr_buf *buf); /* empties, keeps the memory and forgets failure */
void gr_buf_free(struct gr_buf *buf);

/* The word of `words[0..count)` nearest to `text` by restricted edit distance (adjacent swaps count
 * one), ignoring ASCII case, or NULL when none is near enough to be a plausible slip. */
const char *gr_nearest(struct gr_str text, const char *const *words, size_t count);

#endif
