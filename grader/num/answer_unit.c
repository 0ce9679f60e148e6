/* The tail of an answer. Three forms: a unit ("TB/s"), a suffix and a unit ("7B tokens", "3 million
 * tokens"), a suffix alone, which takes the place of the asked unit's own prefix ("312T" where
 * TFLOP/s is asked is 312 TFLOP/s). "7B" is seven billion only where a count is asked; elsewhere it
 * is seven bytes, and so is "7 B" everywhere: set apart like a unit, B is the unit.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/answer_unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/num/calc.h"
#include "grader/num/unit_table.h"

enum { MESSAGE_BYTES = sizeof((struct gr_reading *)0)->message };

static struct gr_str tail_from(const struct gr_scan *scan, size_t index)
{
    return gr_str_from(scan->text, scan->offset[index < scan->len ? index : scan->len]);
}

static bool refuse_ambiguous(struct gr_scan *scan, size_t index, const struct gr_err *err)
{
    return gr_scan_refuse(scan, GR_REASON_UNIT_AMBIGUOUS, index, "%s", err->text);
}

/* The unit scanner stopped at plain[index]: what kind of slip is it? */
static bool refuse_unit(struct gr_scan *scan, size_t start, size_t index, const struct gr_err *err)
{
    char c = gr_scan_char(scan, index), first = gr_scan_char(scan, start);
    size_t len = 0;
    while (gr_scan_is_letter(gr_scan_char(scan, start + len)) ||
           (len > 0 && gr_scan_is_digit(gr_scan_char(scan, start + len))))
        len++;
    if (gr_scan_char(scan, start + len) == '(' || first == '(')
        return gr_scan_refuse(scan, GR_REASON_OPERATOR, start,
                              "an operator is missing here; write * to multiply");
    if (c == ')')
        return gr_scan_refuse(scan, GR_REASON_PARENTHESIS, index,
                              "this bracket was never opened; remove it");
    if (c == GR_CHAR_OTHER)
        return gr_scan_refuse(scan, GR_REASON_CHARACTER, index,
                              "this character has no meaning here");
    if (index > start && c != '\0' && (strchr("+-*^(,.=", c) != NULL || gr_scan_is_digit(c)))
        return gr_scan_refuse(scan, GR_REASON_UNIT, index,
                              "the unit comes last: finish the arithmetic first, as in (5+3) GiB");
    return gr_scan_refuse(scan, GR_REASON_UNIT, index, "%s", err->text);
}

/* What cannot begin a unit is refused by its own name. */
static bool check_start(struct gr_scan *scan)
{
    size_t at = scan->at;
    char c = gr_scan_char(scan, at);
    if (c == GR_CHAR_OTHER)
        return gr_scan_refuse(scan, GR_REASON_CHARACTER, at, "this character has no meaning here");
    if (c == ')')
        return gr_scan_refuse(scan, GR_REASON_PARENTHESIS, at,
                              "this bracket was never opened; remove it");
    if (c == ',')
        return gr_scan_refuse(scan, GR_REASON_COMMA, at,
                              "a comma only groups digits in threes, as in 1,000");
    if (c == '=')
        return gr_scan_refuse(scan, GR_REASON_OPERATOR, at,
                              "one number is wanted, without a second =");
    bool is_one_per = c == '1' && gr_scan_is_per(scan, at + 1);
    if (c == '(' || (gr_scan_is_digit(c) && !is_one_per) || c == '.')
        return gr_scan_refuse(scan, GR_REASON_OPERATOR, at,
                              "an operator is missing here; write * to multiply");
    return true;
}

/* plain[index] to the end as a unit; "/s" is read as "1/s", and × alone is x. */
static enum gr_unit_found scan_unit(const struct gr_scan *scan, size_t index, struct gr_unit *unit,
                                    struct gr_err *err)
{
    char text[GR_ANSWER_MAX + 2];
    struct gr_str tail = tail_from(scan, index);
    if (gr_scan_char(scan, index) == GR_CHAR_TIMES && index + 1 == scan->len)
        return gr_unit_scan(gr_str("x"), unit, err);
    if (gr_scan_char(scan, index) != '/')
        return gr_unit_scan(tail, unit, err);
    (void)snprintf(text, sizeof text, "1%.*s", (int)tail.len, tail.ptr);
    enum gr_unit_found found = gr_unit_scan(gr_str(text), unit, err);
    if (err->at.column > 1)
        err->at.column--;
    return found;
}

static bool multiply(struct gr_scan *scan, double factor, double *value)
{
    if (gr_calc_binary('*', *value, factor, value) == GR_CALC_OK)
        return true;
    return gr_scan_refuse(scan, GR_REASON_TOO_LARGE, 0, "the result is too large to compute with");
}

/* "312T": the asked unit with T for its prefix. False where such a unit is not written ("3k" min, a
 * count): then `unit` is the asked unit without its prefix, for the number times the factor. */
static bool replace_prefix(const struct gr_unit *asked, const char *prefix, struct gr_unit *unit)
{
    char text[GR_UNIT_TEXT + 4];
    struct gr_err err = {0};
    const char *rest = asked->text + asked->prefix_len;
    (void)snprintf(text, sizeof text, "%s%s", prefix, rest);
    if (!gr_dim_is_none(asked->dim) && asked->label[0] == '\0' &&
        gr_unit_scan(gr_str(text), unit, &err) == GR_UNIT_FOUND)
        return true;
    err = (struct gr_err){0};
    if (!gr_unit_parse(gr_str(rest), unit, &err))
        *unit = *asked;
    return false;
}

/* "18958528 B" where words are asked: bytes were given, not billions of words. */
static bool is_byte_apart(const struct gr_scan *scan, struct gr_str word)
{
    return (gr_str_is(word, "B") || gr_str_is(word, "b")) && scan->at > 0 &&
           gr_scan_char(scan, scan->at - 1) == ' ';
}

/* A suffix at scan->at, alone or before a unit. *is_done when it was one. */
static bool take_suffix(struct gr_scan *scan, const struct gr_unit *asked, double *value,
                        struct gr_unit *unit, bool *is_done)
{
    size_t end = scan->at;
    while (gr_scan_is_letter(gr_scan_char(scan, end)))
        end++;
    struct gr_str word = {.ptr = scan->plain + scan->at, .len = end - scan->at};
    size_t rest = end;
    while (gr_scan_char(scan, rest) == ' ')
        rest++;
    bool is_alone = rest == scan->len;
    struct gr_err err = {0};
    bool is_apart = rest > end || gr_scan_char(scan, rest) == '/'; /* "3k/s" */
    bool has_unit = is_apart && !is_alone && scan_unit(scan, rest, unit, &err) == GR_UNIT_FOUND;
    bool is_count = is_alone ? asked->label[0] != '\0' && asked->dim.bytes == 0
                             : has_unit && unit->label[0] != '\0';
    if (is_alone && is_byte_apart(scan, word))
        return true;
    const char *prefix;
    double factor = gr_unit_magnitude(word, is_count, &prefix);
    *is_done = factor > 0.0 && (is_alone || has_unit);
    if (!*is_done)
        return true;
    if (is_alone && replace_prefix(asked, prefix, unit))
        return true;
    return multiply(scan, factor, value);
}

bool gr_answer_unit(struct gr_scan *scan, const struct gr_unit *asked, double *value,
                    struct gr_unit *unit)
{
    gr_scan_blanks(scan);
    size_t start = scan->at;
    *unit = *asked;
    if (start == scan->len)
        return true;
    if (!check_start(scan))
        return false;
    scan->out->has_unit = true;
    bool is_done = false;
    if (!take_suffix(scan, asked, value, unit, &is_done))
        return false;
    if (is_done)
        return true;
    struct gr_err err = {0};
    switch (scan_unit(scan, start, unit, &err)) {
    case GR_UNIT_FOUND:
        return true;
    case GR_UNIT_AMBIGUOUS:
        return refuse_ambiguous(scan, start + (err.at.column > 0 ? err.at.column - 1 : 0), &err);
    case GR_UNIT_UNKNOWN:
        break;
    }
    return refuse_unit(scan, start, start + (err.at.column > 0 ? err.at.column - 1 : 0), &err);
}

static bool wrong_unit(struct gr_scan *scan, size_t index, const char *message)
{
    (void)gr_scan_refuse(scan, GR_REASON_DIMENSION, index, "%s", message);
    scan->out->status = GR_READ_WRONG_UNIT;
    return false;
}

/* A count of operations where a rate is asked, or the other way round: the commonest slip. */
static bool is_flop_mixup(const struct gr_unit *unit, const struct gr_unit *asked)
{
    return unit->dim.flop == 1 && asked->dim.flop == 1 && unit->dim.bytes == asked->dim.bytes &&
           unit->dim.seconds != asked->dim.seconds &&
           (unit->dim.seconds == 0 || asked->dim.seconds == 0);
}

/* What a dimension is called, so that the message can speak of things and not of exponents. */
static const char *kind_of(struct gr_dim dim, char out[GR_UNIT_TEXT])
{
    static const struct {
        struct gr_dim dim;
        const char *name;
    } kinds[] = {{{0, 0, 0}, "a plain number"},        {{1, 0, 0}, "an amount of data"},
                 {{0, 1, 0}, "a count of operations"}, {{0, 0, 1}, "a time"},
                 {{1, 0, -1}, "a data rate"},          {{0, 1, -1}, "a rate of operations"},
                 {{-1, 1, 0}, "an intensity"},         {{0, 0, -1}, "a rate"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (gr_dim_same(kinds[i].dim, dim))
            return kinds[i].name;
    (void)gr_dim_print(dim, out);
    return out;
}

static void explain(const struct gr_scan *scan, size_t start, const struct gr_unit *unit,
                    const struct gr_unit *asked, char out[MESSAGE_BYTES])
{
    const size_t size = MESSAGE_BYTES;
    char given_kind[GR_UNIT_TEXT], asked_kind[GR_UNIT_TEXT], name[GR_UNIT_TEXT + 16];
    struct gr_str typed = tail_from(scan, start);
    int len = (int)typed.len;
    (void)gr_unit_plural(asked, name, sizeof name);
    bool is_mixup = is_flop_mixup(unit, asked);
    if (is_mixup && unit->dim.seconds == 0)
        (void)snprintf(out, size,
                       "%.*s is a count of operations, but the question asks for a rate (%s); per "
                       "second is written FLOP/s or FLOPS",
                       len, typed.ptr, name);
    else if (is_mixup)
        (void)snprintf(out, size,
                       "%.*s is a rate, but the question asks for a count of operations (%s)", len,
                       typed.ptr, name);
    else if (gr_str_is(typed, "B") && asked->dim.bytes == 0)
        (void)snprintf(out, size, "B means bytes, but the question asks for %s; a billion is 1e9",
                       name[0] == '\0' ? "a number without a unit" : name);
    else if (gr_dim_same(unit->dim, asked->dim))
        (void)snprintf(out, size, "the question asks for %s, not for %.*s",
                       name[0] == '\0' ? "a number without a unit" : name, len, typed.ptr);
    else if (name[0] == '\0')
        (void)snprintf(out, size, "the question asks for a number without a unit; %.*s is %s", len,
                       typed.ptr, kind_of(unit->dim, given_kind));
    else
        (void)snprintf(out, size, "the question asks for %s, %s; %.*s is %s", name,
                       kind_of(asked->dim, asked_kind), len, typed.ptr,
                       kind_of(unit->dim, given_kind));
}

bool gr_answer_fits(struct gr_scan *scan, size_t start, const struct gr_unit *unit,
                    const struct gr_unit *asked)
{
    if (!scan->out->has_unit)
        return true;
    /* 45 % is 0.45 where a pure number is asked; where a percentage is asked only % will do, since
     * what "0.45 x" or "0.45 tokens" meant would be a guess. */
    bool is_plain = gr_dim_is_none(asked->dim) && asked->label[0] == '\0';
    bool fits = gr_unit_fits(unit, asked);
    if (unit->is_percent != asked->is_percent)
        fits = unit->is_percent && is_plain;
    if (fits)
        return true;
    char message[MESSAGE_BYTES];
    explain(scan, start, unit, asked, message);
    return wrong_unit(scan, start, message);
}
