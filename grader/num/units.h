/* Units of the course: products and quotients of powers of B (byte), FLOP and s, with prefixes,
 * plus counts (element, token, ...) that are labels: they print and take k M B T but have no
 * dimension. bit = B/8, FLOPS = FLOP/s, FLOPs = FLOP, min = 60 s, h = 3600 s, Hz = 1/s, % = 1/100.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_UNITS_H
#define GR_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/base/err.h"
#include "grader/base/str.h"

#define GR_UNIT_TEXT 48

struct gr_dim { /* exponents; all zero: a pure number or a count */
    int8_t bytes, flop, seconds;
};

struct gr_unit {
    struct gr_dim dim;
    double scale;            /* value in this unit * scale = value in B, FLOP, s (1 for counts) */
    double numer, denom;     /* scale as a fraction of whole numbers, so that 10 us is 1e-5 s */
    bool is_percent;         /* "%": shown times 100; a bare answer is taken as it stands */
    char text[GR_UNIT_TEXT]; /* as asked for, canonical spelling: "GiB", "TFLOP/s", "token", "" */
    char label[16];          /* singular count label ("token"), "" when there is none */
    char per[16];            /* the label that it is counted by, as in "B/token" */
    uint8_t prefix_len;      /* bytes of text that are the first factor's prefix: 2 in "GiB" */
};

/* Reads a unit text ("GB/s", "FLOP/B", "token/s", "ms", "%", ""). False with the reason in err
 * (unknown unit with the nearest known one; ambiguous: "gb"). */
GR_MUST_CHECK bool gr_unit_parse(struct gr_str text, struct gr_unit *out, struct gr_err *err);
/* Between a value in `unit` and the same in B, FLOP, s; rounded once or twice, never through an
 * inexact scale. A unit of all zeros counts as a pure number. */
double gr_unit_to_base(double value, const struct gr_unit *unit);
double gr_unit_from_base(double base_value, const struct gr_unit *unit);
/* A value in `from` expressed in `to`; the dimensions must be the same. */
double gr_unit_convert(double value, const struct gr_unit *from, const struct gr_unit *to);
/* May a number of `given` stand where `asked` is wanted? Same dimension, and no two different count
 * labels; a unit without a label goes with every label. */
bool gr_unit_fits(const struct gr_unit *given, const struct gr_unit *asked);
bool gr_dim_same(struct gr_dim a, struct gr_dim b);
bool gr_dim_is_none(struct gr_dim dim);
/* "B/s", "FLOP/B", "1/s", "a pure number": for messages. Returns out. */
const char *gr_dim_print(struct gr_dim dim, char out[GR_UNIT_TEXT]);
/* `value`, which is in `unit`, shown with its unit's text; otherwise like gr_unit_print. */
const char *gr_unit_print_value(double value, const struct gr_unit *unit, int digits, char *out,
                                size_t size);
/* `base_value` (B, FLOP, s) shown in `unit` with `digits` significant digits and the unit's text,
 * e.g. "48.03 GB/s", "5 tokens" (plural of count labels), "12 %". Returns out. */
const char *gr_unit_print(double base_value, const struct gr_unit *unit, int digits, char *out,
                          size_t size);

#endif
