/* A helper that takes every request and never answers, until its input ends: for what a screen does
 * while a kernel hangs.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

int main(void)
{
    while (getchar() != EOF)
        continue;
    return 0;
}
