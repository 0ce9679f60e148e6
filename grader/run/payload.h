/* Reads back what base/json.h wrote: one JSON object per event of the journal. Views into the
 * event's own text, found by key, no tree and no memory, so that ten thousand events are read
 * within the start of the program. Nothing recurses; text that is not such JSON is "not found".
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_PAYLOAD_H
#define GR_PAYLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/base/arena.h"

/* The value under `key` of an object, as it stands there (strings with their quotes). */
bool gr_payload_get(struct gr_str object, const char *key, struct gr_str *value);
/* Item after item of an array; *at starts at 0. False at the end or when it is no array. */
bool gr_payload_next(struct gr_str array, size_t *at, struct gr_str *item);
/* The string under `key`, escapes undone, in the arena; NULL when there is none or no memory. */
const char *gr_payload_text(struct gr_str object, const char *key, struct gr_arena *arena);
/* The string under `key` as a view, for words without escapes; the empty view when absent. */
struct gr_str gr_payload_word(struct gr_str object, const char *key);
/* A hex float in a string, as gr_payload_put writes it. */
bool gr_payload_double(struct gr_str object, const char *key, double *out);
bool gr_payload_integer(struct gr_str object, const char *key, int64_t *out);
bool gr_payload_flag(struct gr_str object, const char *key); /* absent is false */

struct gr_json;
/* Writes a double so that reading gives the same bits. */
void gr_payload_put(struct gr_json *json, const char *key, double value);

#endif
