/* The test cases of this folder, one function per file; base_main.c runs them all.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_TESTS_H
#define BASE_TESTS_H

#include <check.h>

TCase *arena_cases(void);
TCase *str_cases(void);
TCase *buf_cases(void);
TCase *diag_cases(void);
TCase *err_cases(void);
TCase *json_cases(void);

#endif
