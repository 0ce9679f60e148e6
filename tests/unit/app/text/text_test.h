/* The test cases of the text ring, one file each.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_TEST_H
#define TEXT_TEST_H

#include <check.h>

TCase *width_cases(void);
TCase *maths_cases(void);
TCase *doc_cases(void);
TCase *doc_check_cases(void);

#endif
