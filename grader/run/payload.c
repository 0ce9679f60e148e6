/* See payload.h. The scanner only ever moves forward and stops at the end of the text, whatever the
 * bytes are.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/payload.h"

#include <string.h>

#include "grader/base/json.h"
#include "grader/num/decimal.h"

static size_t skip_blank(struct gr_str text, size_t at)
{
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\n'))
        at++;
    return at;
}

/* Past the closing quote of the string that starts at `at`. */
static size_t skip_string(struct gr_str text, size_t at)
{
    for (at++; at < text.len && text.ptr[at] != '"'; at++) {
        if (text.ptr[at] == '\\')
            at++;
    }
    return at < text.len ? at + 1 : text.len;
}

/* Past the value that starts at `at`: a string, a bracket with everything in it, or a word. */
static size_t skip_value(struct gr_str text, size_t at)
{
    size_t depth = 0;
    while (at < text.len) {
        char c = text.ptr[at];
        if (c == '"') {
            at = skip_string(text, at);
        } else if (c == '{' || c == '[') {
            depth++;
            at++;
        } else if (depth > 0 && (c == '}' || c == ']')) {
            depth--;
            at++;
        } else if (depth == 0 && (c == ',' || c == '}' || c == ']' || c == ' ')) {
            return at;
        } else {
            at++;
            continue;
        }
        if (depth == 0)
            return at;
    }
    return at;
}

bool gr_payload_get(struct gr_str object, const char *key, struct gr_str *value)
{
    size_t key_len = strlen(key);
    size_t at = skip_blank(object, 0);
    if (at >= object.len || object.ptr[at] != '{')
        return false;
    at = skip_blank(object, at + 1);
    while (at < object.len && object.ptr[at] == '"') {
        size_t key_end = skip_string(object, at);
        bool is_it = key_end - at == key_len + 2 && memcmp(object.ptr + at + 1, key, key_len) == 0;
        at = skip_blank(object, key_end);
        if (at >= object.len || object.ptr[at] != ':')
            return false;
        at = skip_blank(object, at + 1);
        size_t end = skip_value(object, at);
        if (is_it) {
            *value = (struct gr_str){object.ptr + at, end - at};
            return end > at;
        }
        at = skip_blank(object, end);
        if (at >= object.len || object.ptr[at] != ',')
            return false;
        at = skip_blank(object, at + 1);
    }
    return false;
}

bool gr_payload_next(struct gr_str array, size_t *at, struct gr_str *item)
{
    size_t start = skip_blank(array, *at);
    if (start >= array.len || array.ptr[start] != (*at == 0 ? '[' : ','))
        return false;
    start = skip_blank(array, start + 1);
    size_t end = skip_value(array, start);
    if (end == start)
        return false;
    *item = (struct gr_str){array.ptr + start, end - start};
    *at = end;
    return true;
}

static bool hex_code(struct gr_str text, size_t at, uint32_t *out)
{
    if (at + 4 > text.len)
        return false;
    *out = 0;
    for (size_t i = at; i < at + 4; i++) {
        char c = text.ptr[i];
        uint32_t digit;
        if (c >= '0' && c <= '9')
            digit = (uint32_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            digit = (uint32_t)(c - 'a') + 10;
        else
            return false;
        *out = *out * 16 + digit;
    }
    return true;
}

/* The escape after the backslash at text.ptr[at - 1]; returns where to read on. */
static size_t unescape(struct gr_str text, size_t at, struct gr_buf *out)
{
    uint32_t code;
    switch (text.ptr[at]) {
    case 'n':
        gr_buf_char(out, '\n');
        return at + 1;
    case 't':
        gr_buf_char(out, '\t');
        return at + 1;
    case 'u':
        if (hex_code(text, at + 1, &code)) {
            gr_buf_utf8(out, code);
            return at + 5;
        }
        return at + 1;
    default:
        gr_buf_char(out, text.ptr[at]);
        return at + 1;
    }
}

const char *gr_payload_text(struct gr_str object, const char *key, struct gr_arena *arena)
{
    struct gr_str raw = gr_payload_word(object, key);
    if (raw.ptr == NULL)
        return NULL;
    struct gr_buf plain;
    gr_buf_start(&plain, raw.len + 8);
    for (size_t at = 0; at < raw.len;) {
        if (raw.ptr[at] == '\\' && at + 1 < raw.len)
            at = unescape(raw, at + 1, &plain);
        else
            gr_buf_char(&plain, raw.ptr[at++]);
    }
    const char *text = plain.failed ? NULL : gr_arena_text(arena, gr_buf_view(&plain));
    gr_buf_free(&plain);
    return text;
}

struct gr_str gr_payload_word(struct gr_str object, const char *key)
{
    struct gr_str value;
    if (!gr_payload_get(object, key, &value) || value.len < 2 || value.ptr[0] != '"' ||
        value.ptr[value.len - 1] != '"')
        return (struct gr_str){NULL, 0};
    return (struct gr_str){value.ptr + 1, value.len - 2};
}

bool gr_payload_double(struct gr_str object, const char *key, double *out)
{
    struct gr_str word = gr_payload_word(object, key);
    return word.ptr != NULL && gr_hex_read(word, out);
}

bool gr_payload_integer(struct gr_str object, const char *key, int64_t *out)
{
    struct gr_str value;
    return gr_payload_get(object, key, &value) && gr_str_integer(value, out);
}

bool gr_payload_flag(struct gr_str object, const char *key)
{
    struct gr_str value;
    return gr_payload_get(object, key, &value) && gr_str_is(value, "true");
}

void gr_payload_put(struct gr_json *json, const char *key, double value)
{
    char text[GR_DECIMAL_PRINT];
    gr_json_text(json, key, gr_hex_print(value, text));
}
