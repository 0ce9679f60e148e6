/* The growing text of str.h: doubles its memory up to a ceiling fixed at the start.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/str.h"

void gr_buf_start(struct gr_buf *buf, size_t most_bytes)
{
    *buf = (struct gr_buf){.most = most_bytes};
}

/* Makes room for `more` bytes and a NUL. */
static bool grow(struct gr_buf *buf, size_t more)
{
    if (buf->failed || more > buf->most || buf->len > buf->most - more) {
        buf->failed = true;
        return false;
    }
    size_t want = buf->len + more + 1;
    if (want <= buf->size)
        return true;
    size_t size = buf->size < 64 ? 64 : buf->size;
    while (size < want)
        size += size;
    char *ptr = realloc(buf->ptr, size);
    if (ptr == NULL) {
        buf->failed = true;
        return false;
    }
    buf->ptr = ptr;
    buf->size = size;
    return true;
}

void gr_buf_add(struct gr_buf *buf, struct gr_str text)
{
    if (!grow(buf, text.len))
        return;
    if (text.len > 0)
        memcpy(buf->ptr + buf->len, text.ptr, text.len);
    buf->len += text.len;
    buf->ptr[buf->len] = '\0';
}

void gr_buf_text(struct gr_buf *buf, const char *text)
{
    gr_buf_add(buf, gr_str(text));
}

void gr_buf_char(struct gr_buf *buf, char c)
{
    gr_buf_add(buf, (struct gr_str){.ptr = &c, .len = 1});
}

void gr_buf_utf8(struct gr_buf *buf, uint32_t code_point)
{
    char bytes[4];
    size_t len = 0;
    if (code_point < 0x80) {
        bytes[len++] = (char)code_point;
    } else if (code_point < 0x800) {
        bytes[len++] = (char)(0xC0u | (code_point >> 6));
    } else if (code_point < 0x10000) {
        bytes[len++] = (char)(0xE0u | (code_point >> 12));
        bytes[len++] = (char)(0x80u | ((code_point >> 6) & 0x3Fu));
    } else {
        bytes[len++] = (char)(0xF0u | ((code_point >> 18) & 0x07u));
        bytes[len++] = (char)(0x80u | ((code_point >> 12) & 0x3Fu));
        bytes[len++] = (char)(0x80u | ((code_point >> 6) & 0x3Fu));
    }
    if (code_point >= 0x80)
        bytes[len++] = (char)(0x80u | (code_point & 0x3Fu));
    gr_buf_add(buf, (struct gr_str){.ptr = bytes, .len = len});
}

void gr_buf_printf(struct gr_buf *buf, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int need = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (need < 0)
        buf->failed = true;
    else if (grow(buf, (size_t)need)) {
        (void)vsnprintf(buf->ptr + buf->len, (size_t)need + 1, format, again);
        buf->len += (size_t)need;
    }
    va_end(again);
}

struct gr_str gr_buf_view(const struct gr_buf *buf)
{
    return (struct gr_str){.ptr = buf->ptr == NULL ? "" : buf->ptr, .len = buf->len};
}

const char *gr_buf_cstr(const struct gr_buf *buf)
{
    return buf->ptr == NULL ? "" : buf->ptr;
}

void gr_buf_clear(struct gr_buf *buf)
{
    buf->len = 0;
    buf->failed = false;
    if (buf->ptr != NULL)
        buf->ptr[0] = '\0';
}

void gr_buf_free(struct gr_buf *buf)
{
    free(buf->ptr);
    *buf = (struct gr_buf){0};
}
