/* An answer from bytes to a reading: characters, arithmetic, unit, conversion, echo. Each step
 * either goes on or fills the refusal; the first refusal is the one that is told. Invariant: a
 * reading that is OK holds a finite value, in the unit asked for, and never -0.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/answer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/num/answer_unit.h"
#include "grader/num/decimal.h"

enum { ECHO_DIGITS = 6, BASE_DIGITS = 4 };
static const double MOST_IN_FULL = 1e15, EASIER_SHORT = 1e12;

const char *gr_read_reason_word(enum gr_read_reason reason)
{
    switch (reason) {
    case GR_REASON_NONE:
        break;
    case GR_REASON_EMPTY:
        return "empty";
    case GR_REASON_LENGTH:
        return "length";
    case GR_REASON_CHARACTER:
        return "character";
    case GR_REASON_NUMBER:
        return "number";
    case GR_REASON_COMMA:
        return "comma";
    case GR_REASON_GROUPING:
        return "grouping";
    case GR_REASON_OPERATOR:
        return "operator";
    case GR_REASON_PARENTHESIS:
        return "parenthesis";
    case GR_REASON_DIVISION:
        return "division";
    case GR_REASON_TOO_LARGE:
        return "too-large";
    case GR_REASON_TOO_SMALL:
        return "too-small";
    case GR_REASON_NON_FINITE:
        return "non-finite";
    case GR_REASON_UNIT:
        return "unit";
    case GR_REASON_UNIT_AMBIGUOUS:
        return "unit-ambiguous";
    case GR_REASON_DIMENSION:
        return "dimension";
    }
    return "";
}

const char *gr_read_status_word(enum gr_read_status status)
{
    switch (status) {
    case GR_READ_OK:
        return "ok";
    case GR_READ_UNREADABLE:
        break;
    case GR_READ_WRONG_UNIT:
        return "wrong-unit";
    }
    return "unreadable";
}

/* 3.12e14 is easier to read than all its digits, and says the same. */
static bool is_short_scientific(double value)
{
    double size = fabs(value);
    return size >= MOST_IN_FULL ||
           (size >= EASIER_SHORT && !(fabs(gr_decimal_round(value, ECHO_DIGITS) - value) > 0.0));
}

static void show(double value, const struct gr_unit *unit, char *out, size_t size)
{
    if (!is_short_scientific(value)) {
        bool is_whole = !(fabs(value - nearbyint(value)) > 0.0);
        int full = is_whole ? 16 : gr_decimal_digits_in_full(value, ECHO_DIGITS);
        (void)gr_unit_print_value(value, unit, full, out, size);
        return;
    }
    char number[GR_DECIMAL_PRINT];
    int digits = 1;
    double rounded = gr_decimal_round(value, ECHO_DIGITS);
    while (digits < ECHO_DIGITS && fabs(gr_decimal_round(value, digits) - rounded) > 0.0)
        digits++;
    (void)gr_decimal_print_scientific(value, digits, number);
    (void)snprintf(out, size, "%s%s%s", number, unit->text[0] == '\0' ? "" : " ", unit->text);
}

/* " (2.080e10 B)", or "" when the unit is the base unit already. */
static void show_base(double base, const struct gr_unit *unit, char *out, size_t size)
{
    out[0] = '\0';
    char dim[GR_UNIT_TEXT] = "", number[GR_DECIMAL_PRINT];
    bool is_base = !(unit->numer < unit->denom) && !(unit->numer > unit->denom);
    if (is_base || (unit->label[0] != '\0' && gr_dim_is_none(unit->dim)))
        return;
    if (!gr_dim_is_none(unit->dim))
        (void)gr_dim_print(unit->dim, dim);
    bool is_short = fabs(base) < 1e6 && fabs(base) >= 1e-4;
    if (is_short || !(fabs(base) > 0.0))
        (void)gr_decimal_print_digits(base, ECHO_DIGITS, number);
    else
        (void)gr_decimal_print_scientific(base, BASE_DIGITS, number);
    (void)snprintf(out, size, " (%s%s%s)", number, dim[0] == '\0' ? "" : " ", dim);
}

static void fill_echo(struct gr_reading *out, double typed, const struct gr_unit *unit,
                      const struct gr_unit *asked)
{
    char first[96], second[96], base[96];
    show(typed, unit, first, sizeof first);
    show(out->value, asked, second, sizeof second);
    show_base(out->base, unit, base, sizeof base);
    /* The parenthesis would only repeat what a conversion to the base unit has just said. */
    bool is_same = !(typed < out->value) && !(typed > out->value);
    bool asked_is_base = !(asked->numer < asked->denom) && !(asked->numer > asked->denom);
    if (is_same)
        (void)snprintf(out->echo, sizeof out->echo, "%s%s", asked->text[0] == '\0' ? first : second,
                       base);
    else
        (void)snprintf(out->echo, sizeof out->echo, "%.80s = %.80s%.80s", first, second,
                       asked_is_base ? "" : base);
}

static bool convert(struct gr_scan *scan, double typed, const struct gr_unit *unit,
                    const struct gr_unit *asked)
{
    double value = gr_unit_convert(typed, unit, asked);
    double base = gr_unit_to_base(typed, unit);
    if (!isfinite(value) || !isfinite(base))
        return gr_scan_refuse(scan, GR_REASON_TOO_LARGE, 0,
                              "with this unit the number is too large to compute with (1.8e308)");
    if (fabs(typed) > 0.0 && !(fabs(value) > 0.0 && fabs(base) > 0.0))
        return gr_scan_refuse(scan, GR_REASON_TOO_SMALL, 0,
                              "with this unit the number is too close to zero to be told from it");
    scan->out->value = value + 0.0; /* -0 + 0 is 0 */
    scan->out->base = base + 0.0;
    return true;
}

/* "= 206", "≈ 206". */
static void skip_equals(struct gr_scan *scan)
{
    if (gr_scan_char(scan, scan->at) == '=')
        scan->at++;
    gr_scan_blanks(scan);
}

static bool read_whole(struct gr_scan *scan, const struct gr_unit *asked)
{
    double typed;
    struct gr_unit unit;
    skip_equals(scan);
    if (!gr_scan_arithmetic(scan, &typed))
        return false;
    gr_scan_blanks(scan);
    size_t start = scan->at;
    if (!gr_answer_unit(scan, asked, &typed, &unit) || !gr_answer_fits(scan, start, &unit, asked) ||
        !convert(scan, typed, &unit, asked))
        return false;
    (void)snprintf(scan->out->unit, sizeof scan->out->unit, "%s", unit.text);
    fill_echo(scan->out, typed + 0.0, &unit, asked);
    return true;
}

void gr_answer_read(struct gr_str text, const struct gr_unit *asked, struct gr_reading *out)
{
    *out = (struct gr_reading){.status = GR_READ_OK};
    struct gr_scan scan;
    if (!gr_scan_start(&scan, text, out))
        return;
    if (scan.len == 0)
        (void)gr_scan_refuse(&scan, GR_REASON_EMPTY, 0, "nothing is typed yet; write a number");
    else if (read_whole(&scan, asked))
        out->status = GR_READ_OK;
    if (out->reason == GR_REASON_EMPTY)
        out->column = 0;
}
