/* The C library as a judge of our own number reader: see library_number.c.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LIBRARY_NUMBER_H
#define LIBRARY_NUMBER_H

#include <stdbool.h>

/* What strtod makes of the text, always by the rules of the C locale. */
double library_number(const char *text);
/* Switches the whole process to the locale; false when this machine has it not. */
bool library_locale(const char *name);

#endif
