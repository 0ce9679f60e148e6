/* See json.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/json.h"

#include <inttypes.h>

static void quoted(struct gr_buf *out, struct gr_str text)
{
    gr_buf_char(out, '"');
    for (size_t at = 0; at < text.len;) {
        uint32_t code;
        bool good = gr_utf8_next(text, &at, &code);
        if (code == '"' || code == '\\') {
            gr_buf_char(out, '\\');
            gr_buf_char(out, (char)code);
        } else if (code == '\n') {
            gr_buf_text(out, "\\n");
        } else if (code == '\t') {
            gr_buf_text(out, "\\t");
        } else if (code < 0x20 || (code >= 0x7F && code < 0xA0)) {
            gr_buf_printf(out, "\\u%04x", (unsigned)code);
        } else {
            gr_buf_utf8(out, good ? code : 0xFFFD);
        }
    }
    gr_buf_char(out, '"');
}

static void before(struct gr_json *json, const char *key)
{
    if (json->needs_comma)
        gr_buf_text(json->out, ", ");
    json->needs_comma = true;
    if (key != NULL) {
        quoted(json->out, gr_str(key));
        gr_buf_text(json->out, ": ");
    }
}

void gr_json_open(struct gr_json *json, const char *key, char bracket)
{
    before(json, key);
    gr_buf_char(json->out, bracket);
    json->needs_comma = false;
}

void gr_json_close(struct gr_json *json, char bracket)
{
    gr_buf_char(json->out, bracket);
    json->needs_comma = true;
}

void gr_json_str(struct gr_json *json, const char *key, struct gr_str value)
{
    before(json, key);
    quoted(json->out, value);
}

void gr_json_text(struct gr_json *json, const char *key, const char *value)
{
    gr_json_str(json, key, gr_str(value));
}

void gr_json_integer(struct gr_json *json, const char *key, int64_t value)
{
    before(json, key);
    gr_buf_printf(json->out, "%" PRId64, value);
}

void gr_json_bool(struct gr_json *json, const char *key, bool value)
{
    gr_json_raw(json, key, value ? "true" : "false");
}

void gr_json_raw(struct gr_json *json, const char *key, const char *value)
{
    before(json, key);
    gr_buf_text(json->out, value);
}
