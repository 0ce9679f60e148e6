/* Reading numbers as the protocol writes them, without the C library's readers: those take hex,
 * "nan" and "inf", stop at garbage in silence and depend on the locale.
 * SPDX-License-Identifier: MIT */
#ifndef KN_REAL_H
#define KN_REAL_H

#include <stdbool.h>
#include <stdint.h>

/* [-]DIGITS[.DIGITS][e[+-]DIGITS], the whole text: the nearest double, ties to even. False for
 * anything else, for more than 400 significant digits, and when the value overflows. */
bool kn_real_read(const char *text, double *value);

/* [-]DIGITS, the whole text; also a real in that notation that is a whole number ("1e6", "5000.0").
 */
bool kn_integer_read(const char *text, int64_t *value);

#endif
