/* Writes JSON into a text buffer: objects, arrays, strings with escapes, exact numbers. Commas are
 * kept by the writer, so callers only say what comes next. What is
 * recorded in the journal is read back by grader/run/payload.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_JSON_H
#define GR_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/base/str.h"

struct gr_json {
    struct gr_buf *out; /* borrowed; its `failed` says whether everything fitted */
    bool needs_comma;
};

/* `key` is NULL inside an array and for the outermost value. */
void gr_json_open(struct gr_json *json, const char *key, char bracket); /* '{' or '[' */
void gr_json_close(struct gr_json *json, char bracket);                 /* '}' or ']' */
void gr_json_text(struct gr_json *json, const char *key, const char *value);
void gr_json_str(struct gr_json *json, const char *key, struct gr_str value);
void gr_json_integer(struct gr_json *json, const char *key, int64_t value);
void gr_json_bool(struct gr_json *json, const char *key, bool value);
/* Text that is already a JSON number or literal, e.g. from gr_decimal_print; "null" for no value.
 */
void gr_json_raw(struct gr_json *json, const char *key, const char *value);

#endif
