/* How one value is printed, and which double that print stands for (template.h): both go through
 * the same digits, so a number shown rounded is the number computed with.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "grader/course/template.h"
#include "grader/num/decimal.h"

enum { DIGITS_MEASURED = 4, DIGITS_EXACT = 6, GROUP_FROM = 5 };

static bool is_whole(double value)
{
    return fabs(value) < 1e15 && value == floor(value);
}

static double in_unit(double base_value, const struct gr_unit *unit)
{
    return unit == NULL ? base_value : gr_unit_from_base(base_value, unit);
}

static int digits_of(double value, bool exact)
{
    return exact ? gr_decimal_digits_in_full(value, DIGITS_EXACT) : DIGITS_MEASURED;
}

/* Commas between thousands, from five digits before the point. */
static void add_grouped(const char *number, struct gr_buf *out)
{
    size_t start = number[0] == '-';
    size_t whole = strspn(number + start, "0123456789");
    gr_buf_add(out, (struct gr_str){.ptr = number, .len = start});
    for (size_t i = 0; i < whole; i++) {
        if (whole >= GROUP_FROM && i > 0 && (whole - i) % 3 == 0)
            gr_buf_char(out, ',');
        gr_buf_char(out, number[start + i]);
    }
    gr_buf_text(out, number + start + whole);
}

/* " GB/s", " tokens", "" ... as the unit's own printer writes it after a number. */
static void add_unit(double base_value, const struct gr_unit *unit, struct gr_buf *out)
{
    char text[GR_UNIT_TEXT + GR_DECIMAL_PRINT];
    const char *blank =
        strchr(gr_unit_print(base_value, unit, DIGITS_EXACT, text, sizeof text), ' ');
    if (blank != NULL)
        gr_buf_text(out, blank);
}

void gr_value_print(double base_value, const struct gr_unit *unit, bool exact, struct gr_buf *out)
{
    char number[GR_DECIMAL_PRINT];
    double value = in_unit(base_value, unit);
    if (is_whole(value))
        add_grouped(gr_decimal_print(value, number), out);
    else
        add_grouped(gr_decimal_print_digits(value, digits_of(value, exact), number), out);
    if (unit != NULL)
        add_unit(base_value, unit, out);
}

double gr_value_rounded(double base_value, const struct gr_unit *unit, bool exact)
{
    double value = in_unit(base_value, unit);
    if (is_whole(value) || !isfinite(value))
        return base_value;
    double rounded = gr_decimal_round(value, digits_of(value, exact));
    return unit == NULL ? rounded : gr_unit_to_base(rounded, unit);
}
