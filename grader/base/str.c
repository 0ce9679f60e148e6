/* Views, UTF-8 and the nearest word; the growing buffer is in buf.c. See str.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/str.h"

#include <string.h>

struct gr_str gr_str(const char *text)
{
    return (struct gr_str){.ptr = text == NULL ? "" : text, .len = text == NULL ? 0 : strlen(text)};
}

bool gr_str_same(struct gr_str a, struct gr_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

bool gr_str_is(struct gr_str text, const char *word)
{
    return gr_str_same(text, gr_str(word));
}

bool gr_str_starts(struct gr_str text, const char *prefix)
{
    size_t len = strlen(prefix);
    return text.len >= len && memcmp(text.ptr, prefix, len) == 0;
}

struct gr_str gr_str_from(struct gr_str text, size_t start)
{
    if (start > text.len)
        start = text.len;
    return (struct gr_str){.ptr = text.ptr + start, .len = text.len - start};
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool gr_str_integer(struct gr_str text, int64_t *out)
{
    bool is_negative = text.len > 0 && text.ptr[0] == '-';
    struct gr_str digits = gr_str_from(text, is_negative ? 1 : 0);
    int64_t value = 0;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.ptr[i] < '0' || digits.ptr[i] > '9')
            return false;
        int64_t digit = digits.ptr[i] - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, is_negative ? -digit : digit, &value))
            return false;
    }
    *out = value;
    return digits.len > 0;
}

struct gr_str gr_str_trim(struct gr_str text)
{
    while (text.len > 0 && is_space(text.ptr[0]))
        text = gr_str_from(text, 1);
    while (text.len > 0 && is_space(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

/* Length of the sequence that the lead byte announces and the smallest code point it may carry. */
static size_t sequence_len(unsigned char lead, uint32_t *least, uint32_t *bits)
{
    if (lead < 0x80) {
        *least = 0;
        *bits = lead;
        return 1;
    }
    if (lead >= 0xC2 && lead < 0xE0) {
        *least = 0x80;
        *bits = lead & 0x1Fu;
        return 2;
    }
    if (lead >= 0xE0 && lead < 0xF0) {
        *least = 0x800;
        *bits = lead & 0x0Fu;
        return 3;
    }
    if (lead >= 0xF0 && lead < 0xF5) {
        *least = 0x10000;
        *bits = lead & 0x07u;
        return 4;
    }
    return 0;
}

bool gr_utf8_next(struct gr_str text, size_t *at, uint32_t *out)
{
    uint32_t least = 0, code = 0;
    size_t len = sequence_len((unsigned char)text.ptr[*at], &least, &code);
    bool good = len > 0 && text.len - *at >= len;
    for (size_t i = 1; good && i < len; i++) {
        unsigned char next = (unsigned char)text.ptr[*at + i];
        good = (next & 0xC0u) == 0x80u;
        code = (code << 6) | (next & 0x3Fu);
    }
    good = good && code >= least && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    *out = good ? code : 0xFFFD;
    *at += good ? len : 1;
    return good;
}

size_t gr_utf8_bad(struct gr_str text)
{
    size_t at = 0;
    while (at < text.len) {
        size_t start = at;
        uint32_t code;
        if (!gr_utf8_next(text, &at, &code))
            return start;
    }
    return text.len;
}

enum { NEAREST_MAX = 40 }; /* longer words are never suggested */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least_of(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;
    return m < c ? m : c;
}

/* Optimal string alignment distance (Damerau 1964, restricted), three rows at a time. */
static size_t distance(struct gr_str a, struct gr_str b)
{
    size_t rows[3][NEAREST_MAX + 1];
    for (size_t j = 0; j <= b.len; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t *now = rows[i % 3], *before = rows[(i + 2) % 3], *two = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            bool same = lower(a.ptr[i - 1]) == lower(b.ptr[j - 1]);
            now[j] = least_of(before[j] + 1, now[j - 1] + 1, before[j - 1] + (same ? 0 : 1));
            if (i > 1 && j > 1 && lower(a.ptr[i - 1]) == lower(b.ptr[j - 2]) &&
                lower(a.ptr[i - 2]) == lower(b.ptr[j - 1]) && two[j - 2] + 1 < now[j])
                now[j] = two[j - 2] + 1;
        }
    }
    return rows[a.len % 3][b.len];
}

const char *gr_nearest(struct gr_str text, const char *const *words, size_t count)
{
    if (text.len == 0 || text.len > NEAREST_MAX)
        return NULL;
    const char *best = NULL;
    size_t best_distance = (text.len + 2) / 3; /* one slip in three letters is still plausible */
    for (size_t i = 0; i < count; i++) {
        struct gr_str word = gr_str(words[i]);
        if (word.len > NEAREST_MAX)
            continue;
        size_t d = distance(text, word);
        if (d <= best_distance && d < word.len && (best == NULL || d < best_distance)) {
            best = words[i];
            best_distance = d;
        }
    }
    return best;
}
