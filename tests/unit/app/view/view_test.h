/* The test cases of the view ring, one file each.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEW_TEST_H
#define VIEW_TEST_H

#include <check.h>

TCase *grid_cases(void);
TCase *field_cases(void);
TCase *keymap_cases(void);
TCase *sheet_cases(void);
TCase *ui_cases(void);

#endif
