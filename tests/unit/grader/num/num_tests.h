/* The test cases of this folder, one function per file; num_main.c runs them all.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef NUM_TESTS_H
#define NUM_TESTS_H

#include <check.h>

TCase *bignum_cases(void);
TCase *decimal_cases(void);
TCase *units_cases(void);
TCase *calc_cases(void);
TCase *expr_cases(void);
TCase *answer_cases(void);
TCase *answers_table_cases(void);
TCase *verdict_cases(void);

#endif
