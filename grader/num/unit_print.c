/* Units used: conversion, comparison, printing.
 * Conversion multiplies or divides by one whole number wherever the two units allow it, so that
 * 10 us is exactly the double 1e-5 and 16 TB/s is exactly 16000 GB/s.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/num/decimal.h"
#include "grader/num/unit_table.h"
#include "grader/num/units.h"

bool gr_dim_same(struct gr_dim a, struct gr_dim b)
{
    return a.bytes == b.bytes && a.flop == b.flop && a.seconds == b.seconds;
}

bool gr_dim_is_none(struct gr_dim dim)
{
    return dim.bytes == 0 && dim.flop == 0 && dim.seconds == 0;
}

static bool is_zero(double value)
{
    return fpclassify(value) == FP_ZERO;
}

static double scaled(double value, double numer, double denom)
{
    if (is_zero(fmod(numer, denom)))
        return value * (numer / denom);
    if (is_zero(fmod(denom, numer)))
        return value / (denom / numer);
    return value * numer / denom;
}

static double numer_of(const struct gr_unit *unit)
{
    return unit->numer > 0.0 ? unit->numer : 1.0;
}

static double denom_of(const struct gr_unit *unit)
{
    return unit->denom > 0.0 ? unit->denom : 1.0;
}

double gr_unit_to_base(double value, const struct gr_unit *unit)
{
    return scaled(value, numer_of(unit), denom_of(unit));
}

double gr_unit_from_base(double base_value, const struct gr_unit *unit)
{
    return scaled(base_value, denom_of(unit), numer_of(unit));
}

double gr_unit_convert(double value, const struct gr_unit *from, const struct gr_unit *to)
{
    return scaled(value, numer_of(from) * denom_of(to), denom_of(from) * numer_of(to));
}

bool gr_unit_fits(const struct gr_unit *given, const struct gr_unit *asked)
{
    return gr_dim_same(given->dim, asked->dim) && gr_label_same(given->label, asked->label) &&
           gr_label_same(given->per, asked->per);
}

struct factor {
    const char *name;
    int exponent;
};

static int write_side(char *out, size_t size, const struct factor factors[3], int sign)
{
    int used = 0;
    out[0] = '\0';
    for (int i = 0; i < 3; i++) {
        int exponent = factors[i].exponent * sign;
        if (exponent <= 0)
            continue;
        const char *join = used == 0 ? "" : (sign > 0 ? "*" : "/");
        used += snprintf(out + used, size - (size_t)used, "%s%s", join, factors[i].name);
        if (exponent > 1)
            used += snprintf(out + used, size - (size_t)used, "^%d", exponent);
    }
    return used;
}

const char *gr_dim_print(struct gr_dim dim, char out[GR_UNIT_TEXT])
{
    const struct factor factors[3] = {{"B", dim.bytes}, {"FLOP", dim.flop}, {"s", dim.seconds}};
    /* Over three factors with exponents of at most four characters, neither side can be cut. */
    char over[GR_UNIT_TEXT / 2 - 2], under[GR_UNIT_TEXT / 2 - 2];
    int over_len = write_side(over, sizeof over, factors, 1);
    int under_len = write_side(under, sizeof under, factors, -1);
    if (over_len == 0 && under_len == 0)
        (void)snprintf(out, GR_UNIT_TEXT, "a pure number");
    else
        (void)snprintf(out, GR_UNIT_TEXT, "%s%s%s", over_len == 0 ? "1" : over,
                       under_len == 0 ? "" : "/", under);
    return out;
}

const char *gr_unit_plural(const struct gr_unit *unit, char *out, size_t size)
{
    const char *word = unit->text + unit->prefix_len;
    size_t len = strlen(unit->label);
    const struct gr_label *label = len == 0 ? NULL : gr_label_find(gr_str(unit->label));
    bool is_first = label != NULL && strncmp(word, unit->label, len) == 0 &&
                    (word[len] == '\0' || word[len] == '/');
    if (is_first)
        (void)snprintf(out, size, "%.*s%s%s", (int)unit->prefix_len, unit->text, label->many,
                       word + len);
    else
        (void)snprintf(out, size, "%s", unit->text);
    return out;
}

const char *gr_unit_print_value(double value, const struct gr_unit *unit, int digits, char *out,
                                size_t size)
{
    char number[GR_DECIMAL_PRINT], text[GR_UNIT_TEXT + 16];
    (void)gr_decimal_print_digits(value, digits, number);
    bool is_one = strcmp(number, "1") == 0 || strcmp(number, "-1") == 0;
    if (is_one)
        (void)snprintf(text, sizeof text, "%s", unit->text);
    else
        (void)gr_unit_plural(unit, text, sizeof text);
    (void)snprintf(out, size, "%s%s%s", number, text[0] == '\0' ? "" : " ", text);
    return out;
}

const char *gr_unit_print(double base_value, const struct gr_unit *unit, int digits, char *out,
                          size_t size)
{
    return gr_unit_print_value(gr_unit_from_base(base_value, unit), unit, digits, out, size);
}
