/* The parts of reading an answer, internal to grader/num: characters, one number, arithmetic.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_ANSWER_SCAN_H
#define GR_ANSWER_SCAN_H

#include "grader/base/attr.h"
#include "grader/num/answer.h"

enum {
    GR_CHAR_OTHER = 1, /* a character that has no meaning in an answer */
    GR_CHAR_TIMES = 2  /* the sign ×: multiplies, and ends a factor ("2.5×") */
};

/* The answer as a row of plain characters: Unicode minus signs are '-', all blanks ' ', and so on.
 * Raised digits keep their own array. char_at past the end is 0. */
struct gr_scan {
    struct gr_str text;               /* trimmed, as typed */
    char plain[GR_ANSWER_MAX + 1];    /* one per code point; 0-ended */
    bool raised[GR_ANSWER_MAX + 1];   /* plain is a raised digit or sign */
    size_t offset[GR_ANSWER_MAX + 1]; /* byte offset in text */
    size_t len, at;
    uint32_t first_column;   /* column of plain[0] */
    unsigned function_depth; /* inside a function's brackets a comma separates */
    struct gr_reading *out;
};

/* Trims, checks length and encoding, fills the row. False when out holds the refusal. */
GR_MUST_CHECK bool gr_scan_start(struct gr_scan *scan, struct gr_str text, struct gr_reading *out);
char gr_scan_char(const struct gr_scan *scan, size_t index);
void gr_scan_blanks(struct gr_scan *scan);
/* Is plain[index] the '/' of a unit such as "/s", rather than a division? */
bool gr_scan_is_per(const struct gr_scan *scan, size_t index);
bool gr_scan_is_letter(char c);
bool gr_scan_is_digit(char c);
/* Fills the refusal with the column of plain[index]; always false. The first refusal stays. */
bool gr_scan_refuse(struct gr_scan *scan, enum gr_read_reason reason, size_t index,
                    const char *format, ...) GR_PRINTF(4, 5);

/* One unsigned number at scan->at, with grouping and exponent. */
GR_MUST_CHECK bool gr_scan_number(struct gr_scan *scan, double *out);
/* Arithmetic up to the unit or the end. */
GR_MUST_CHECK bool gr_scan_arithmetic(struct gr_scan *scan, double *out);

#endif
