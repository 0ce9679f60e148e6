/* The cases of unit_app_core, one a file.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_CORE_CASES_H
#define TEST_CORE_CASES_H

#include <check.h>

TCase *outline_case(void);
TCase *paths_case(void);
TCase *result_text_case(void);
TCase *walk_text_case(void);
TCase *words_case(void);

#endif
