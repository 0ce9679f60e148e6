/* How a typed answer is read: design.md section 4; tests/cases/answers.tsv is the table that wins.
 * Nothing here costs an attempt: a format matter is never a wrong answer.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_ANSWER_H
#define GR_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/num/units.h"

#define GR_ANSWER_MAX 128 /* bytes, after trimming */
#define GR_ECHO_MAX   320 /* bytes of an echo and its NUL */

enum gr_read_status { GR_READ_OK, GR_READ_UNREADABLE, GR_READ_WRONG_UNIT };

enum gr_read_reason { /* stable words; gr_read_reason_word */
                      GR_REASON_NONE,
                      GR_REASON_EMPTY,
                      GR_REASON_LENGTH,
                      GR_REASON_CHARACTER,
                      GR_REASON_NUMBER,
                      GR_REASON_COMMA,
                      GR_REASON_GROUPING,
                      GR_REASON_OPERATOR,
                      GR_REASON_PARENTHESIS,
                      GR_REASON_DIVISION,
                      GR_REASON_TOO_LARGE,
                      GR_REASON_TOO_SMALL,
                      GR_REASON_NON_FINITE,
                      GR_REASON_UNIT,
                      GR_REASON_UNIT_AMBIGUOUS,
                      GR_REASON_DIMENSION /* with GR_READ_WRONG_UNIT */
};

struct gr_reading {
    enum gr_read_status status;
    enum gr_read_reason reason;
    uint32_t column;         /* 1-based code point of the first offending character; 0 = none */
    double value;            /* in the unit asked for; finite when status is OK */
    double base;             /* in B, FLOP, s */
    bool has_unit;           /* a unit or a suffix was typed */
    char unit[GR_UNIT_TEXT]; /* the unit it was read in */
    char message[256];       /* when not OK: what is wrong and how to write it */
    char echo[GR_ECHO_MAX];  /* when OK: "19.37 GiB (2.080e10 B)" */
};

/* `asked` is the unit asked for (gr_unit_parse of "" for a pure number). Never fails: bytes of any
 * kind, any length, end in a reading. */
void gr_answer_read(struct gr_str text, const struct gr_unit *asked, struct gr_reading *out);
/* "comma", "grouping", ...; "" for NONE. */
const char *gr_read_reason_word(enum gr_read_reason reason);
const char *gr_read_status_word(enum gr_read_status status); /* "ok" "unreadable" "wrong-unit" */

#endif
