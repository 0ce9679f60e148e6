/* Decimal text to double and back, correctly rounded, without strtod, printf or the locale.
 * Source of the method: exact big-integer arithmetic (Clinger 1990; Steele & White 1990), small
 * because inputs are bounded to GR_DECIMAL_MAX bytes.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_DECIMAL_H
#define GR_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/base/str.h"

#define GR_DECIMAL_MAX   128 /* bytes of one number that can be read */
#define GR_DECIMAL_PRINT 40  /* enough for any printed number and its NUL */

enum gr_decimal_status {
    GR_DECIMAL_OK,
    GR_DECIMAL_NOT,
    GR_DECIMAL_TOO_LARGE,
    GR_DECIMAL_TOO_SMALL
};

/* Reads [-+]digits[.digits][e[-+]digits] that fills the whole view, nearest-even. TOO_LARGE: would
 * be infinite; TOO_SMALL: not zero, would be zero. Nothing else (hex, inf, nan, blanks) is a
 * number. */
enum gr_decimal_status gr_decimal_read(struct gr_str text, double *out);
/* mantissa digits (no sign or point, <= GR_DECIMAL_MAX) times 10^exponent. */
enum gr_decimal_status gr_decimal_make(struct gr_str digits, long long exponent, double *out);

/* Shortest text that reads back to the same double: "0.1", "1e+22" never, "1e22" yes; "inf",
 * "-inf", "nan". Plain digits for 1e-4 <= |x| < 1e16, else d.ddde±x. Returns out. */
const char *gr_decimal_print(double value, char out[GR_DECIMAL_PRINT]);
/* Rounded half-even to `digits` significant digits (1..17), trailing zeros dropped, same two forms.
 */
const char *gr_decimal_print_digits(double value, int digits, char out[GR_DECIMAL_PRINT]);
/* Always d.ddde±x with exactly `digits` significant digits, zeros kept: "2.080e10". */
const char *gr_decimal_print_scientific(double value, int digits, char out[GR_DECIMAL_PRINT]);
/* How many digits show `value` no coarser than to its first decimal, `least` at least: an exact
 * 1465865.6 that is shown as 1465870 looks misread. Beyond 1e15 it is `least`. */
int gr_decimal_digits_in_full(double value, int least);
/* The value that such a text stands for: `value` rounded to `digits` significant decimal digits. */
double gr_decimal_round(double value, int digits);
/* C99 hex float ("0x1.8p+1"), exact, for the journal; and its reader (the whole view). */
const char *gr_hex_print(double value, char out[GR_DECIMAL_PRINT]);
bool gr_hex_read(struct gr_str text, double *out);

#endif
