/* Optimal string alignment over three rows of the usual table. A word is near enough when at most a
 * third of it, and at least one edit, differs.
 * SPDX-License-Identifier: MIT */
#include "suggest.h"

#include <stdint.h>
#include <string.h>

enum { WORD_MAX = 32 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t kn_edit_distance(const char *left, const char *right)
{
    size_t rows[3][WORD_MAX + 1]; /* two rows back, one back, this one: index i % 3 */
    size_t left_length = strlen(left), right_length = strlen(right);
    if (left_length > WORD_MAX || right_length > WORD_MAX) {
        return SIZE_MAX;
    }
    for (size_t j = 0; j <= right_length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= left_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= right_length; j++) {
            size_t replaced = above[j - 1] + (left[i - 1] != right[j - 1]);
            row[j] = smaller(replaced, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
                row[j] = smaller(row[j], two_above[j - 2] + 1);
            }
        }
    }
    return rows[left_length % 3][right_length];
}

const char *kn_suggest(const char *word, const char *const *words, size_t count)
{
    const char *nearest = NULL;
    size_t fewest = strlen(word) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        size_t edits = kn_edit_distance(word, words[i]);
        if (edits < fewest) {
            fewest = edits;
            nearest = words[i];
        }
    }
    return nearest;
}
