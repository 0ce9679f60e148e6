/* The one place of the tree that calls strtod and sets a whole locale, both of which the product
 * does without: strtod is right under the C locale and thus an independent judge of our reader, and
 * only under a locale with a decimal comma can a test show that the locale does not matter.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "library_number.h"

#include <locale.h>
#include <stdlib.h>

double library_number(const char *text)
{
    (void)setlocale(LC_ALL, "C");
    return strtod(text, NULL);
}

bool library_locale(const char *name)
{
    return setlocale(LC_ALL, name) != NULL;
}
