/* See err.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void GR_PRINTF(4, 0) fill(struct gr_err *err, enum gr_err_code code, struct gr_pos at,
                                 const char *format, va_list args)
{
    if (err == NULL || err->code != GR_OK)
        return;
    err->code = code;
    err->at = at;
    (void)vsnprintf(err->text, sizeof err->text, format, args);
}

bool gr_fail(struct gr_err *err, enum gr_err_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(err, code, (struct gr_pos){0}, format, args);
    va_end(args);
    return false;
}

bool gr_fail_at(struct gr_err *err, enum gr_err_code code, struct gr_pos at, const char *format,
                ...)
{
    va_list args;
    va_start(args, format);
    fill(err, code, at, format, args);
    va_end(args);
    return false;
}

bool gr_err_wrap(struct gr_err *err, const char *format, ...)
{
    if (err == NULL || err->code == GR_OK)
        return false;
    char rest[sizeof err->text];
    memcpy(rest, err->text, sizeof rest);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    size_t used = strlen(err->text);
    (void)snprintf(err->text + used, sizeof err->text - used, ": %s", rest);
    return false;
}

const char *gr_err_print(const struct gr_err *err, char *out, size_t size)
{
    if (err->at.file == NULL)
        (void)snprintf(out, size, "%s", err->text);
    else if (err->at.line == 0)
        (void)snprintf(out, size, "%s: %s", err->at.file, err->text);
    else
        (void)snprintf(out, size, "%s:%u:%u: %s", err->at.file, (unsigned)err->at.line,
                       (unsigned)err->at.column, err->text);
    return out;
}

int gr_err_exit(enum gr_err_code code)
{
    switch (code) {
    case GR_OK:
        return 0;
    case GR_E_USAGE:
        return 2;
    case GR_E_MACHINE:
        return 3;
    case GR_E_COURSE:
        return 4;
    case GR_E_NOVERDICT:
        return 5;
    case GR_E_STORE:
        return 6;
    case GR_E_CANCELLED:
        return 130;
    case GR_E_MEMORY:
    case GR_E_INTERNAL:
        break;
    }
    return 70;
}
