/* One number inside an answer: digits grouped in threes by , blank _ or ', a fraction, an exponent.
 * A comma is never guessed to be a decimal point, and a blank never to join what is not a group of
 * three: both are refused with the remedy, because reading "3,5" as 35 would cost an attempt.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/answer_scan.h"
#include "grader/num/decimal.h"

enum { SATURATED = 1000000, SHOWN = 40 };

struct number {
    char digits[GR_ANSWER_MAX];
    size_t count;       /* digits of both sides of the point */
    size_t whole;       /* digits before the point */
    long long exponent; /* as typed */
    bool has_point, has_group, has_exponent;
};

static size_t run_of_digits(const struct gr_scan *scan, size_t index)
{
    size_t end = index;
    while (gr_scan_is_digit(gr_scan_char(scan, end)) && !scan->raised[end])
        end++;
    return end - index;
}

static void take_digits(struct gr_scan *scan, size_t run, struct number *number)
{
    for (size_t i = 0; i < run; i++)
        number->digits[number->count++] = scan->plain[scan->at++];
}

static bool is_joiner(const struct gr_scan *scan, char c)
{
    return c == '_' || c == '\'' || c == ' ' || (c == ',' && scan->function_depth == 0);
}

/* What follows the number when it looks like a unit, " MB": a remedy without it would be another
 * answer. Any other text (arithmetic, a second number) is left out of the remedy. */
static struct gr_str unit_after(const struct gr_scan *scan, size_t index)
{
    size_t end = index;
    for (char c = gr_scan_char(scan, end); c == ' ' || c == '/' || c == '%' || gr_scan_is_letter(c);
         c = gr_scan_char(scan, end))
        end++;
    bool is_unit = end > index && end == scan->len && end - index <= SHOWN;
    size_t from = scan->offset[index];
    return (struct gr_str){.ptr = scan->text.ptr + from,
                           .len = is_unit ? scan->offset[end] - from : 0};
}

/* The comma at `index` is not a group's: say how the number would be written. */
static bool refuse_comma(struct gr_scan *scan, size_t index, const struct number *number)
{
    size_t run = run_of_digits(scan, index + 1);
    if (number->has_exponent)
        return gr_scan_refuse(scan, GR_REASON_COMMA, index, "an exponent is a whole number: 1e3");
    const char *tail = scan->plain + index + 1;
    if (run == 0 || number->count == 0 || number->count + run > SHOWN)
        return gr_scan_refuse(
            scan, GR_REASON_COMMA, index,
            "a comma only groups digits in threes, as in 1,000; use a point: 3.5");
    struct gr_str unit = unit_after(scan, index + 1 + run);
    if (number->has_group || number->has_point || number->digits[0] == '0')
        return gr_scan_refuse(scan, GR_REASON_COMMA, index, "use a point: %.*s.%.*s%.*s",
                              (int)number->count, number->digits, (int)run, tail, (int)unit.len,
                              unit.ptr);
    return gr_scan_refuse(scan, GR_REASON_COMMA, index,
                          "use a point: %.*s.%.*s%.*s - or %.*s%.*s%.*s without separators",
                          (int)number->count, number->digits, (int)run, tail, (int)unit.len,
                          unit.ptr, (int)number->count, number->digits, (int)run, tail,
                          (int)unit.len, unit.ptr);
}

static bool refuse_joiner(struct gr_scan *scan, size_t index, const struct number *number)
{
    char c = gr_scan_char(scan, index);
    if (c == ',')
        return refuse_comma(scan, index, number);
    if (c == ' ')
        return gr_scan_refuse(scan, GR_REASON_GROUPING, index,
                              "two numbers stand side by side; write one, or * between them "
                              "(blanks group digits in threes only: 12 345)");
    return gr_scan_refuse(scan, GR_REASON_GROUPING, index,
                          "digits are grouped in threes, all alike, as in 1_000_000");
}

/* Where the blanks at `index` end. */
static size_t past_blanks(const struct gr_scan *scan, size_t index)
{
    while (gr_scan_char(scan, index) == ' ')
        index++;
    return index;
}

/* Does a joiner at `index` try to go on with the number? A blank does only before a digit or ".5".
 */
static bool goes_on(const struct gr_scan *scan, size_t index)
{
    char c = gr_scan_char(scan, index);
    if (!is_joiner(scan, c) || c == '\0')
        return false;
    if (c != ' ')
        return true;
    size_t next = past_blanks(scan, index);
    char first = gr_scan_char(scan, next);
    if (first == '1' && gr_scan_is_per(scan, past_blanks(scan, next + 1)))
        return false; /* "5 1/s" */
    return (gr_scan_is_digit(first) && !scan->raised[next]) ||
           (first == '.' && gr_scan_is_digit(gr_scan_char(scan, next + 1)));
}

static bool take_whole(struct gr_scan *scan, struct number *number)
{
    size_t first = run_of_digits(scan, scan->at);
    bool may_group = first >= 1 && first <= 3 && gr_scan_char(scan, scan->at) != '0';
    char joiner = '\0';
    take_digits(scan, first, number);
    while (first > 0 && goes_on(scan, scan->at)) {
        char c = gr_scan_char(scan, scan->at);
        bool is_group =
            may_group && run_of_digits(scan, scan->at + 1) == 3 && (joiner == '\0' || joiner == c);
        if (!is_group)
            return refuse_joiner(scan, scan->at, number);
        joiner = c;
        scan->at++;
        take_digits(scan, 3, number);
        number->has_group = true;
    }
    number->whole = number->count;
    return true;
}

static bool take_fraction(struct gr_scan *scan, struct number *number)
{
    if (gr_scan_char(scan, scan->at) != '.')
        return true;
    size_t point = scan->at++;
    number->has_point = true;
    take_digits(scan, run_of_digits(scan, scan->at), number);
    if (number->count == 0)
        return gr_scan_refuse(scan, GR_REASON_NUMBER, point, "a point needs digits beside it: 0.5");
    return true;
}

/* "e3", "E+3", " e3", "e 3". Leaves scan->at alone when the e begins a word ("5 elements") or is
 * the suffix E of "5E". */
static bool take_exponent(struct gr_scan *scan, struct number *number)
{
    size_t e = past_blanks(scan, scan->at);
    char c = gr_scan_char(scan, e), after = gr_scan_char(scan, e + 1);
    if ((c != 'e' && c != 'E') || gr_scan_is_letter(after) || after == '%')
        return true;
    size_t at = past_blanks(scan, e + 1);
    char sign = gr_scan_char(scan, at);
    bool has_sign = (sign == '-' || sign == '+') && !scan->raised[at];
    if (has_sign)
        at = past_blanks(scan, at + 1);
    size_t run = run_of_digits(scan, at);
    if (run == 0 && c == 'E' && !has_sign)
        return true;
    if (run == 0)
        return gr_scan_refuse(scan, GR_REASON_NUMBER, e,
                              "the exponent needs digits, as in 1e3 or 1e-3");
    for (size_t i = 0; i < run; i++)
        if (number->exponent < SATURATED)
            number->exponent = number->exponent * 10 + (scan->plain[at + i] - '0');
    if (sign == '-')
        number->exponent = -number->exponent;
    number->has_exponent = true;
    scan->at = at + run;
    return true;
}

/* What may not follow a whole number directly. */
static bool check_end(struct gr_scan *scan, const struct number *number)
{
    char c = gr_scan_char(scan, scan->at);
    if (goes_on(scan, scan->at))
        return refuse_joiner(scan, scan->at, number);
    if (c == '.' && number->has_exponent)
        return gr_scan_refuse(scan, GR_REASON_NUMBER, scan->at,
                              "an exponent is a whole number: 1e3");
    if (c == '.')
        return gr_scan_refuse(scan, GR_REASON_NUMBER, scan->at,
                              "one point is enough; group thousands as in 1,000,000 or not at all");
    return true;
}

bool gr_scan_number(struct gr_scan *scan, double *out)
{
    struct number number = {.exponent = 0};
    size_t start = scan->at;
    char second = gr_scan_char(scan, start + 1);
    *out = 0.0;
    if (gr_scan_char(scan, start) == '0' && (second == 'x' || second == 'X') &&
        (gr_scan_is_digit(gr_scan_char(scan, start + 2)) ||
         gr_scan_is_letter(gr_scan_char(scan, start + 2))))
        return gr_scan_refuse(scan, GR_REASON_NUMBER, start + 1,
                              "hexadecimal is not read; write the number in decimal");
    if (!take_whole(scan, &number) || !take_fraction(scan, &number) ||
        (number.has_point && !check_end(scan, &number)) || !take_exponent(scan, &number) ||
        !check_end(scan, &number))
        return false;
    struct gr_str digits = {.ptr = number.digits, .len = number.count};
    long long fraction = (long long)(number.count - number.whole);
    switch (gr_decimal_make(digits, number.exponent - fraction, out)) {
    case GR_DECIMAL_OK:
        return true;
    case GR_DECIMAL_TOO_LARGE:
        return gr_scan_refuse(scan, GR_REASON_TOO_LARGE, start,
                              "this number is larger than any that can be computed with (1.8e308)");
    case GR_DECIMAL_TOO_SMALL:
        return gr_scan_refuse(scan, GR_REASON_TOO_SMALL, start,
                              "this number is too close to zero to be told from it (5e-324)");
    case GR_DECIMAL_NOT:
        break;
    }
    return gr_scan_refuse(scan, GR_REASON_NUMBER, start, "this is not a number");
}
