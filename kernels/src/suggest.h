/* "Did you mean": the nearest of some words.
 * SPDX-License-Identifier: MIT */
#ifndef KN_SUGGEST_H
#define KN_SUGGEST_H

#include <stddef.h>

/* Edits (insert, delete, replace, swap of neighbours) between two words of at most 32 bytes; longer
 * ones are as far apart as can be. */
size_t kn_edit_distance(const char *left, const char *right);

/* Of `count` words the one nearest to `word`, or NULL when none is near enough to be meant. */
const char *kn_suggest(const char *word, const char *const *words, size_t count);

#endif
