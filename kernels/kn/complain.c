/* What this program says to people: on standard error, one line a sentence. What it quotes (words
 * of the line, the environment, requests) must not steer a terminal or break a line, so any byte
 * that is not printable ASCII is written as '?'.
 * SPDX-License-Identifier: MIT */
#include <stdarg.h>

#include "kn.h"

void kn_complain(const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    for (char *at = text; *at != '\0'; at++) {
        *at = *at >= 0x20 && *at < 0x7F ? *at : '?';
    }
    (void)fprintf(stderr, "%s\n", text);
}
