/* Units as products and quotients of words: "GB/s", "FLOP/B", "1/s", "token/s", "B*s^2".
 * The text is first made plain (micro signs, raised digits, blanks) with a map back to the columns
 * as typed; then factors are taken one by one from left to right.
 * Invariant: scale is numer/denom, and both are whole numbers as long as they stay below 2^53.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/units.h"

#include <stdio.h>
#include <string.h>

#include "grader/num/unit_table.h"

enum { PLAIN_MAX = 96, MOST_POWER = 9, MOST_EXPONENT = 20 };

struct plain { /* ASCII only */
    char text[PLAIN_MAX];
    uint32_t column[PLAIN_MAX + 1]; /* where each byte stood, counted in code points */
    size_t len;
};

struct scan {
    const struct plain *plain;
    size_t at;
    struct gr_unit *unit;
    struct gr_err *err;
    bool is_first; /* no factor taken yet */
    bool is_under; /* the factor stands after a '/' */
};

static void plain_add(struct plain *plain, char c, uint32_t column)
{
    if (plain->len < PLAIN_MAX) {
        plain->column[plain->len] = column;
        plain->text[plain->len++] = c;
    }
}

static const uint32_t raised[] = {0x2070, 0xB9,   0xB2,   0xB3,   0x2074,
                                  0x2075, 0x2076, 0x2077, 0x2078, 0x2079};

/* The ASCII spelling of one code point in a unit, or 0. Raised digits: '0'..'9' with *is_raised. */
static char plain_char(uint32_t code, bool *is_raised)
{
    *is_raised = false;
    if (code < 0x80)
        return code < ' ' ? ' ' : (char)code;
    if (code == 0xB5 || code == 0x3BC)
        return 'u';
    if (code == 0xB7 || code == 0x22C5 || code == 0xD7)
        return '*';
    if (code == 0x2215 || code == 0x2044)
        return '/';
    if (code == 0xA0 || (code >= 0x2000 && code <= 0x200A) || code == 0x202F)
        return ' ';
    *is_raised = true;
    for (size_t i = 0; i < 10; i++)
        if (code == raised[i])
            return (char)('0' + (int)i);
    return code == 0x207B ? '-' : '\0';
}

/* False when a character has no place in a unit; err says where. */
static bool make_plain(struct gr_str text, struct plain *plain, struct gr_err *err)
{
    bool was_raised = false;
    uint32_t column = 0;
    plain->len = 0;
    for (size_t at = 0; at < text.len;) {
        uint32_t code;
        bool is_raised, is_good = gr_utf8_next(text, &at, &code);
        column++;
        char c = is_good ? plain_char(code, &is_raised) : '\0';
        if (c == '\0')
            return gr_fail_at(err, GR_E_USAGE, (struct gr_pos){.column = column},
                              "this character is in no unit");
        if (is_raised && !was_raised)
            plain_add(plain, '^', column);
        plain_add(plain, c, column);
        was_raised = is_raised;
    }
    plain->column[plain->len] = column + 1;
    if (plain->len >= GR_UNIT_TEXT)
        return gr_fail_at(err, GR_E_USAGE, (struct gr_pos){.column = 1},
                          "a unit has at most %d characters", GR_UNIT_TEXT - 1);
    return true;
}

static struct gr_pos here(const struct scan *scan, size_t at)
{
    return (struct gr_pos){.column = scan->plain->column[at]};
}

static char peek(const struct scan *scan)
{
    return scan->at < scan->plain->len ? scan->plain->text[scan->at] : '\0';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void skip_blanks(struct scan *scan)
{
    while (peek(scan) == ' ')
        scan->at++;
}

static struct gr_str take_word(struct scan *scan)
{
    size_t start = scan->at;
    if (peek(scan) == '%' || peek(scan) == '1')
        scan->at++;
    else
        while (is_letter(peek(scan)))
            scan->at++;
    return (struct gr_str){.ptr = scan->plain->text + start, .len = scan->at - start};
}

/* "^2", "^-1"; *power stays 1 when there is none. */
static bool take_power(struct scan *scan, int *power)
{
    *power = 1;
    if (peek(scan) != '^')
        return true;
    size_t start = scan->at++;
    bool is_negative = peek(scan) == '-';
    if (is_negative)
        scan->at++;
    char digit = peek(scan);
    if (digit < '1' || digit > '0' + MOST_POWER)
        return gr_fail_at(scan->err, GR_E_USAGE, here(scan, start),
                          "a power in a unit is a whole number from 1 to %d", MOST_POWER);
    scan->at++;
    *power = is_negative ? -(digit - '0') : digit - '0';
    return true;
}

static bool add_exponent(int8_t *exponent, int step)
{
    int sum = *exponent + step;
    if (sum > MOST_EXPONENT || sum < -MOST_EXPONENT)
        return false;
    *exponent = (int8_t)sum;
    return true;
}

/* Multiplies the unit by word^power. */
static bool apply(struct gr_unit *unit, const struct gr_unit_word *word, int power)
{
    double numer = word->numer * (word->prefix == NULL ? 1.0 : word->prefix->numer);
    double denom = word->denom * (word->prefix == NULL ? 1.0 : word->prefix->denom);
    int steps = power < 0 ? -power : power;
    for (int i = 0; i < steps; i++) {
        unit->numer *= power > 0 ? numer : denom;
        unit->denom *= power > 0 ? denom : numer;
    }
    return add_exponent(&unit->dim.bytes, word->dim.bytes * power) &&
           add_exponent(&unit->dim.flop, word->dim.flop * power) &&
           add_exponent(&unit->dim.seconds, word->dim.seconds * power);
}

/* Adds the factor to the canonical text. False when it does not fit. */
static bool append(const struct scan *scan, const struct gr_unit_word *word, int power)
{
    struct gr_unit *unit = scan->unit;
    size_t used = strlen(unit->text);

    char sup[8] = "";
    if (power != 1)
        (void)snprintf(sup, sizeof sup, "^%d", power);
    const char *join = scan->is_first ? "" : (scan->is_under ? "/" : "*");
    int wrote = snprintf(unit->text + used, sizeof unit->text - used, "%s%s%s%s", join,
                         word->prefix == NULL ? "" : word->prefix->text, word->canonical, sup);
    return wrote >= 0 && (size_t)wrote < sizeof unit->text - used;
}

static void set_label(struct scan *scan, const struct gr_unit_word *word, int power)
{
    if (word->label == NULL)
        return;
    char *label = (power > 0) != scan->is_under ? scan->unit->label : scan->unit->per;
    if (label[0] == '\0')
        (void)snprintf(label, sizeof scan->unit->label, "%s", word->label);
}

static enum gr_unit_found unknown_word(struct scan *scan, size_t start, struct gr_str word)
{
    if (word.len == 0) {
        (void)gr_fail_at(scan->err, GR_E_USAGE, here(scan, start),
                         start < scan->plain->len ? "this is not a unit" : "a unit is missing");
        return GR_UNIT_UNKNOWN;
    }
    int len = (int)word.len;
    if (gr_str_is(word, "m")) {
        (void)gr_fail_at(scan->err, GR_E_USAGE, here(scan, start),
                         "unknown unit \"m\"; write ms, min or, for a million, M");
        return GR_UNIT_UNKNOWN;
    }
    const char *nearest = gr_unit_word_nearest(word);
    if (nearest != NULL)
        (void)gr_fail_at(scan->err, GR_E_USAGE, here(scan, start),
                         "unknown unit \"%.*s\"; did you mean %s?", len, word.ptr, nearest);
    else
        (void)gr_fail_at(scan->err, GR_E_USAGE, here(scan, start),
                         "unknown unit \"%.*s\"; known are B, bit, FLOP, s, min, h, Hz, %% and "
                         "counts such as tokens, with prefixes as in GiB or TFLOP/s",
                         len, word.ptr);
    return GR_UNIT_UNKNOWN;
}

static enum gr_unit_found take_factor(struct scan *scan)
{
    size_t start = scan->at;
    struct gr_str text = take_word(scan);
    struct gr_unit_word word = {.canonical = "1", .numer = 1, .denom = 1};
    char readings[GR_READINGS_TEXT];
    bool is_one = gr_str_is(text, "1");
    if (is_one && (!scan->is_first || (skip_blanks(scan), peek(scan) != '/')))
        return unknown_word(scan, start, (struct gr_str){.ptr = text.ptr, .len = 0});
    if (!is_one) {
        enum gr_unit_found found =
            text.len == 0 ? GR_UNIT_UNKNOWN : gr_unit_word_find(text, &word, readings);
        if (found == GR_UNIT_AMBIGUOUS)
            (void)gr_fail_at(scan->err, GR_E_USAGE, here(scan, start),
                             "\"%.*s\" may be %s; write which", (int)text.len, text.ptr, readings);
        if (found == GR_UNIT_UNKNOWN)
            return unknown_word(scan, start, text);
        if (found != GR_UNIT_FOUND)
            return found;
    }
    int power;
    if (!take_power(scan, &power))
        return GR_UNIT_UNKNOWN;
    if (!apply(scan->unit, &word, scan->is_under ? -power : power) || !append(scan, &word, power)) {
        (void)gr_fail_at(scan->err, GR_E_USAGE, here(scan, start), "this unit is too large");
        return GR_UNIT_UNKNOWN;
    }
    set_label(scan, &word, power);
    if (scan->is_first && word.prefix != NULL)
        scan->unit->prefix_len = (uint8_t)strlen(word.prefix->text);
    scan->is_first = false;
    return GR_UNIT_FOUND;
}

/* Between factors: '/', '*' or " per ". False at the end or at anything else. */
static bool take_join(struct scan *scan)
{
    skip_blanks(scan);
    struct gr_str rest = {.ptr = scan->plain->text + scan->at, .len = scan->plain->len - scan->at};
    bool is_per = gr_str_starts(rest, "per ");
    if (peek(scan) != '/' && peek(scan) != '*' && !is_per)
        return false;
    scan->is_under = peek(scan) != '*';
    scan->at += is_per ? 4 : 1;
    skip_blanks(scan);
    return true;
}

/* "FLOPS" alone is printed as the quotient it is; beside other factors ("FLOPS/B") that would read
 * wrongly. "x" is not printed at all. */
static void finish(struct gr_unit *unit)
{
    static const struct {
        const char *word, *spelt;
    } rates[] = {{"FLOPS", "FLOP/s"}, {"Bps", "B/s"}, {"bps", "bit/s"}};
    char *word = unit->text + unit->prefix_len;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
        if (strcmp(word, rates[i].word) == 0)
            (void)snprintf(word, sizeof unit->text - unit->prefix_len, "%s", rates[i].spelt);
    unit->scale = unit->numer / unit->denom;
    unit->is_percent = strcmp(unit->text, "%") == 0;
    if (strcmp(unit->text, "x") == 0)
        unit->text[0] = '\0';
}

enum gr_unit_found gr_unit_scan(struct gr_str text, struct gr_unit *out, struct gr_err *err)
{
    *out = (struct gr_unit){.scale = 1.0, .numer = 1.0, .denom = 1.0};
    struct plain plain;
    text = gr_str_trim(text);
    if (!make_plain(text, &plain, err))
        return GR_UNIT_UNKNOWN;
    if (plain.len == 0)
        return GR_UNIT_FOUND;
    struct scan scan = {.plain = &plain, .unit = out, .err = err, .is_first = true};
    enum gr_unit_found found;
    do
        found = take_factor(&scan);
    while (found == GR_UNIT_FOUND && take_join(&scan));
    if (found == GR_UNIT_FOUND && scan.at < plain.len) {
        size_t start = scan.at;
        struct gr_str word = take_word(&scan);
        struct gr_unit_word unused;
        char readings[GR_READINGS_TEXT];
        if (gr_str_is(word, "%"))
            (void)gr_fail_at(err, GR_E_USAGE, here(&scan, start), "one %% is enough");
        else if (word.len > 0 && gr_unit_word_find(word, &unused, readings) == GR_UNIT_FOUND)
            (void)gr_fail_at(err, GR_E_USAGE, here(&scan, start),
                             "between two units stands / or *, as in GB/s");
        found = unknown_word(&scan, start, word);
    }
    finish(out);
    return found;
}

bool gr_unit_parse(struct gr_str text, struct gr_unit *out, struct gr_err *err)
{
    return gr_unit_scan(text, out, err) == GR_UNIT_FOUND;
}
