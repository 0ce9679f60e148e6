/* See number.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/number.h"

#include <string.h>

#include "grader/num/decimal.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool refuse(const char **why, const char *reason)
{
    *why = reason;
    return false;
}

static bool has_char(struct gr_str text, char c)
{
    return text.len > 0 && memchr(text.ptr, c, text.len) != NULL;
}

/* What YAML 1.1 would have made of it, said plainly. */
static const char *reason_not_a_number(struct gr_str text)
{
    struct gr_str digits = text;
    if (digits.len > 0 && (digits.ptr[0] == '-' || digits.ptr[0] == '+'))
        digits = gr_str_from(digits, 1);
    if (text.len == 0)
        return "there is no number here";
    if (has_char(text, ':'))
        return "a colon makes no number (YAML would read base 60); write it in one unit";
    if (gr_str_starts(digits, "0x") || gr_str_starts(digits, "0b") || gr_str_starts(digits, "0o"))
        return "only decimal numbers are read";
    if (gr_str_starts(digits, ".") && digits.len > 1 && !is_digit(digits.ptr[1]))
        return "not a number and infinity are no values of a problem";
    if (has_char(text, ','))
        return "use a point for decimals and _ between thousands";
    if (has_char(text, '%'))
        return "no percentage can stand here";
    if (!is_digit(digits.len > 0 ? digits.ptr[0] : 'x'))
        return "a number is wanted here, not a word";
    return "this is not one plain number";
}

/* Copies without the '_' that group thousands; false when one stands elsewhere. */
static bool without_groups(struct gr_str text, char *out, size_t *len)
{
    size_t since = 0;
    bool is_grouped = false, in_number = true;
    *len = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool ends = c == '.' || c == 'e' || c == 'E';
        if (c == '_' && (since == 0 || since > 3 || (is_grouped && since != 3) || !in_number))
            return false;
        if ((ends || c == '_') && is_grouped && in_number && since != 3)
            return false;
        in_number = in_number && !ends;
        is_grouped = is_grouped || c == '_';
        since = is_digit(c) ? since + 1 : 0;
        if (c != '_')
            out[(*len)++] = c;
    }
    return !is_grouped || !in_number || since == 3;
}

static bool plain_read(struct gr_str text, double *out, const char **why)
{
    char digits[GR_DECIMAL_MAX];
    size_t len;
    if (text.len == 0 || text.len > sizeof digits)
        return refuse(why, text.len == 0 ? reason_not_a_number(text) : "the number is too long");
    if (!without_groups(text, digits, &len))
        return refuse(why, "_ groups whole numbers in threes: 1_000");
    struct gr_str bare = {.ptr = digits, .len = len};
    size_t sign = bare.len > 0 && (digits[0] == '-' || digits[0] == '+');
    if (bare.len > sign + 1 && digits[sign] == '0' && is_digit(digits[sign + 1]))
        return refuse(why, "a leading zero means octal to some readers; leave it out");
    switch (gr_decimal_read(bare, out)) {
    case GR_DECIMAL_OK:
        return true;
    case GR_DECIMAL_TOO_LARGE:
        return refuse(why, "the number is too large");
    case GR_DECIMAL_TOO_SMALL:
        return refuse(why, "the number is too small");
    case GR_DECIMAL_NOT:
        break;
    }
    return refuse(why, reason_not_a_number(text));
}

/* base^exponent with whole numbers, exact while it fits a double's 53 bits. */
static bool power_read(struct gr_str text, size_t caret, double *out, const char **why)
{
    double base, exponent, power = 1;
    if (!plain_read((struct gr_str){.ptr = text.ptr, .len = caret}, &base, why) ||
        !plain_read(gr_str_from(text, caret + 1), &exponent, why))
        return false;
    if (text.ptr[0] == '-' || text.ptr[0] == '+')
        return refuse(why, "a sign before a power reads both ways; write the number out");
    if (exponent < 0 || exponent > 1023 || exponent != (double)(int)exponent)
        return refuse(why, "the exponent after ^ must be a whole number from 0 to 1023");
    for (int i = 0; i < (int)exponent; i++)
        power *= base;
    if (!(power <= 1.7e308 && power >= -1.7e308))
        return refuse(why, "the number is too large");
    *out = power;
    return true;
}

/* 12% is read as 12e-2, so that it is the double nearest to 0.12. */
static bool percent_read(struct gr_str text, double *out, const char **why)
{
    char shifted[GR_DECIMAL_MAX];
    struct gr_str number = gr_str_trim((struct gr_str){.ptr = text.ptr, .len = text.len - 1});
    if (number.len + 3 > sizeof shifted || has_char(number, 'e') || has_char(number, 'E'))
        return refuse(why, "write a percentage as plain digits: 12%");
    if (!plain_read(number, out, why))
        return false;
    memcpy(shifted, number.ptr, number.len);
    memcpy(shifted + number.len, "e-2", 3);
    return plain_read((struct gr_str){.ptr = shifted, .len = number.len + 3}, out, why);
}

bool gr_number_read(struct gr_str text, enum gr_percent percent, double *out, const char **why)
{
    text = gr_str_trim(text);
    if (percent == GR_PERCENT_ALLOWED && text.len > 1 && text.ptr[text.len - 1] == '%')
        return percent_read(text, out, why);
    const char *caret = text.len > 0 ? memchr(text.ptr, '^', text.len) : NULL;
    if (caret != NULL)
        return power_read(text, (size_t)(caret - text.ptr), out, why);
    return plain_read(text, out, why);
}

bool gr_truth_read(struct gr_str text, bool *out, const char **why)
{
    *out = gr_str_is(text, "true");
    if (*out || gr_str_is(text, "false"))
        return true;
    return refuse(why, "only `true` or `false` can stand here");
}
