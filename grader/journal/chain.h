/* The seal of an event: SHA-256 over the seal before it and every field.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_CHAIN_H
#define GR_CHAIN_H

#include "grader/journal/journal.h"

#define GR_HASH_TEXT 65 /* 64 hex digits and NUL */

/* The hash of `event` after an event whose hash is `previous` ("" for the first). */
void gr_chain_hash(const struct gr_event *event, const char *previous, char out[GR_HASH_TEXT]);

#endif
