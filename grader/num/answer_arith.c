/* Arithmetic in an answer: recursive descent over the plain characters, one function per level of
 * binding: sum, product, sign, power, operand. Two signs in a row are refused ("--5"), a sign after
 * * / ^ is fine ("2*-3"); -2^2 is -4 and 2^3^2 is 2^9, as on paper.
 * Invariant: recursion is bounded, because every level eats a character of at most GR_ANSWER_MAX.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/answer_scan.h"
#include "grader/num/calc.h"

enum { MOST_ARGS = 16, MOST_NAME = 24 };

static bool sum(struct gr_scan *scan, double *out);
static bool sign(struct gr_scan *scan, double *out);

static char here(const struct gr_scan *scan)
{
    return gr_scan_char(scan, scan->at);
}

static bool compute(struct gr_scan *scan, enum gr_calc_status status, size_t index)
{
    switch (status) {
    case GR_CALC_OK:
        return true;
    case GR_CALC_DIVISION:
        return gr_scan_refuse(scan, GR_REASON_DIVISION, index, "this divides by zero");
    case GR_CALC_TOO_LARGE:
        return gr_scan_refuse(scan, GR_REASON_TOO_LARGE, index,
                              "the result is larger than any that can be computed with (1.8e308)");
    case GR_CALC_TOO_SMALL:
        return gr_scan_refuse(scan, GR_REASON_TOO_SMALL, index,
                              "the result is too close to zero to be told from it (5e-324)");
    case GR_CALC_NON_FINITE:
        break;
    }
    return gr_scan_refuse(scan, GR_REASON_NON_FINITE, index,
                          "this has no real value (a root or logarithm of a number below zero?)");
}

/* Letters and digits at scan->at: "log2", "nan"; the length, without moving. */
static size_t name_length(const struct gr_scan *scan)
{
    size_t end = scan->at;
    while (gr_scan_is_letter(gr_scan_char(scan, end)) ||
           (end > scan->at && gr_scan_is_digit(gr_scan_char(scan, end)) && !scan->raised[end]))
        end++;
    return end - scan->at;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static const struct gr_function_info *function_at(const struct gr_scan *scan, size_t len)
{
    char name[MOST_NAME];
    if (len > MOST_NAME)
        return NULL;
    for (size_t i = 0; i < len; i++)
        name[i] = lower(scan->plain[scan->at + i]);
    const struct gr_function_info *info =
        gr_function_find((struct gr_str){.ptr = name, .len = len});
    return info != NULL && info->is_for_answers ? info : NULL;
}

bool gr_scan_is_per(const struct gr_scan *scan, size_t index)
{
    struct gr_scan ahead = *scan;
    if (gr_scan_char(scan, index) != '/')
        return false;
    ahead.at = index + 1;
    gr_scan_blanks(&ahead);
    size_t len = name_length(&ahead);
    return len > 0 && function_at(&ahead, len) == NULL;
}

static bool refuse_word(struct gr_scan *scan, size_t len)
{
    struct gr_str word = {.ptr = scan->plain + scan->at, .len = len};
    int shown = len > MOST_NAME ? MOST_NAME : (int)len;
    if (gr_str_is(word, "log"))
        return gr_scan_refuse(scan, GR_REASON_NUMBER, scan->at,
                              "which logarithm? write ln, log2 or log10");
    if (gr_scan_char(scan, scan->at + len) == '(')
        return gr_scan_refuse(scan, GR_REASON_NUMBER, scan->at,
                              "unknown function \"%.*s\"; there are sqrt ln log2 log10 exp min max "
                              "ceil floor abs",
                              shown, word.ptr);
    return gr_scan_refuse(scan, GR_REASON_NUMBER, scan->at,
                          "\"%.*s\" is not a number; write digits first, then the unit", shown,
                          word.ptr);
}

/* What stands where a bracket should close or an operator should be. `open` is the bracket. */
static bool refuse_in_brackets(struct gr_scan *scan, size_t open)
{
    char c = here(scan);
    if (c == '\0')
        return gr_scan_refuse(scan, GR_REASON_PARENTHESIS, open,
                              "this bracket is never closed; add )");
    if (c == ',')
        return gr_scan_refuse(scan, GR_REASON_COMMA, scan->at,
                              "a comma separates only what stands right in a function's brackets");
    if (gr_scan_is_letter(c) || c == '%')
        return gr_scan_refuse(scan, GR_REASON_UNIT, scan->at,
                              "the unit comes last, behind all brackets");
    if (c == '(' || gr_scan_is_digit(c))
        return gr_scan_refuse(scan, GR_REASON_OPERATOR, scan->at,
                              "an operator is missing here; write * to multiply");
    return gr_scan_refuse(scan, GR_REASON_CHARACTER, scan->at,
                          "this character has no meaning here");
}

/* The arguments of the function, the open bracket already eaten. */
static bool arguments(struct gr_scan *scan, size_t open, double *args, size_t *count)
{
    for (*count = 0;;) {
        gr_scan_blanks(scan);
        if (here(scan) == ')' && *count == 0)
            return gr_scan_refuse(scan, GR_REASON_NUMBER, scan->at,
                                  "a number is missing between the brackets");
        if (*count == MOST_ARGS)
            return gr_scan_refuse(scan, GR_REASON_COMMA, scan->at, "at most %d numbers fit here",
                                  MOST_ARGS);
        if (!sum(scan, &args[(*count)++]))
            return false;
        gr_scan_blanks(scan);
        char c = here(scan);
        if (c != ',' && c != ')')
            return refuse_in_brackets(scan, open);
        scan->at++;
        if (c == ')')
            return true;
    }
}

static bool call(struct gr_scan *scan, const struct gr_function_info *info, size_t len, double *out)
{
    size_t start = scan->at;
    scan->at += len;
    gr_scan_blanks(scan);
    if (here(scan) != '(')
        return gr_scan_refuse(scan, GR_REASON_PARENTHESIS, start,
                              "write the number in brackets: %s(2)", info->name);
    size_t open = scan->at++, count;
    double args[MOST_ARGS];
    scan->function_depth++;
    bool is_good = arguments(scan, open, args, &count);
    scan->function_depth--;
    if (!is_good)
        return false;
    if (count < info->least_args || count > info->most_args)
        return gr_scan_refuse(scan, GR_REASON_COMMA, start,
                              "%s takes one number; inside its brackets a comma separates",
                              info->name);
    return compute(scan, gr_calc_function(info->function, args, count, out), start);
}

static bool brackets(struct gr_scan *scan, double *out)
{
    size_t open = scan->at++;
    gr_scan_blanks(scan);
    if (here(scan) == ')')
        return gr_scan_refuse(scan, GR_REASON_NUMBER, scan->at,
                              "a number is missing between the brackets");
    if (!sum(scan, out))
        return false;
    gr_scan_blanks(scan);
    if (here(scan) != ')')
        return refuse_in_brackets(scan, open);
    scan->at++;
    return true;
}

/* Nothing that could begin a number stands here. The character before says what is missing. */
static bool refuse_operand(struct gr_scan *scan)
{
    size_t before = scan->at;
    char c = here(scan);
    while (before > 0 && scan->plain[before - 1] == ' ')
        before--;
    char last = before > 0 ? scan->plain[before - 1] : '\0';
    if (c == GR_CHAR_OTHER || scan->raised[scan->at])
        return gr_scan_refuse(scan, GR_REASON_CHARACTER, scan->at,
                              "this character has no meaning here");
    if (c == ',')
        return gr_scan_refuse(scan, GR_REASON_COMMA, scan->at, "%s",
                              scan->function_depth > 0 ? "a number is missing before this comma"
                                                       : "use a point: 0.5");
    if (c == '_' || c == '\'')
        return gr_scan_refuse(scan, GR_REASON_GROUPING, scan->at,
                              "digits are grouped in threes, as in 1_000");
    if (c == '\0' && last == '(')
        return gr_scan_refuse(scan, GR_REASON_PARENTHESIS, before - 1,
                              "this bracket is never closed; add )");
    if (last == ',')
        return gr_scan_refuse(scan, GR_REASON_COMMA, before - 1,
                              "a number is missing behind this comma");
    if (c == '\0' && last == '=')
        return gr_scan_refuse(scan, GR_REASON_EMPTY, before - 1, "a number is missing here");
    if (c == ')' && (last == '\0' || last == '='))
        return gr_scan_refuse(scan, GR_REASON_PARENTHESIS, scan->at,
                              "this bracket was never opened; remove it");
    if (c == '%')
        return gr_scan_refuse(scan, GR_REASON_NUMBER, scan->at, "a number comes first: 45 %%");
    bool is_last = (c == '\0' || c == ')') && before > 0;
    return gr_scan_refuse(scan, GR_REASON_OPERATOR, is_last ? before - 1 : scan->at,
                          is_last ? "a number is missing behind this"
                                  : "a number should stand here, not an operator");
}

static bool operand(struct gr_scan *scan, double *out)
{
    gr_scan_blanks(scan);
    char c = here(scan);
    *out = 0.0;
    if (scan->raised[scan->at])
        return refuse_operand(scan);
    if (gr_scan_is_digit(c) || c == '.')
        return gr_scan_number(scan, out);
    if (c == '(')
        return brackets(scan, out);
    if (!gr_scan_is_letter(c))
        return refuse_operand(scan);
    size_t len = name_length(scan);
    const struct gr_function_info *info = function_at(scan, len);
    return info == NULL ? refuse_word(scan, len) : call(scan, info, len, out);
}

/* Raised digits behind an operand: 10³, 10⁻³. */
static bool raised_power(struct gr_scan *scan, double *value)
{
    size_t start = scan->at;
    bool is_negative = here(scan) == '-';
    if (!gr_scan_is_digit(here(scan)))
        scan->at++;
    double exponent = 0.0;
    size_t digits = 0;
    for (; scan->raised[scan->at] && gr_scan_is_digit(here(scan)); scan->at++, digits++)
        exponent = exponent * 10.0 + (double)(here(scan) - '0');
    if (digits == 0 || scan->raised[scan->at])
        return gr_scan_refuse(scan, GR_REASON_NUMBER, start, "this exponent is not a number");
    return compute(scan, gr_calc_binary('^', *value, is_negative ? -exponent : exponent, value),
                   start);
}

static bool power(struct gr_scan *scan, double *out)
{
    if (!operand(scan, out))
        return false;
    bool is_raised = scan->raised[scan->at];
    if (is_raised && !raised_power(scan, out))
        return false;
    size_t end = scan->at;
    gr_scan_blanks(scan);
    size_t index = scan->at;
    bool is_stars = here(scan) == '*' && gr_scan_char(scan, index + 1) == '*';
    if (here(scan) != '^' && !is_stars) {
        scan->at = end;
        return true;
    }
    if (is_raised)
        return gr_scan_refuse(scan, GR_REASON_OPERATOR, index,
                              "two exponents in a row; use brackets to say which comes first");
    scan->at += is_stars ? 2 : 1;
    double exponent;
    return sign(scan, &exponent) && compute(scan, gr_calc_binary('^', *out, exponent, out), index);
}

static bool sign(struct gr_scan *scan, double *out)
{
    gr_scan_blanks(scan);
    char c = here(scan);
    if ((c != '-' && c != '+') || scan->raised[scan->at])
        return power(scan, out);
    scan->at++;
    gr_scan_blanks(scan);
    if ((here(scan) == '-' || here(scan) == '+') && !scan->raised[scan->at])
        return gr_scan_refuse(scan, GR_REASON_OPERATOR, scan->at,
                              "two signs in a row; write one, or brackets as in 5-(-3)");
    if (!power(scan, out))
        return false;
    if (c == '-')
        *out = -*out;
    return true;
}

/* Is the letter x at scan->at a multiplication sign: 3x4, 3 x 4, 3 x sqrt(2)? */
static bool is_x_times(const struct gr_scan *scan)
{
    char c = here(scan), next = gr_scan_char(scan, scan->at + 1);
    if ((c != 'x' && c != 'X') || gr_scan_is_letter(next))
        return false;
    size_t at = scan->at + 1;
    while (gr_scan_char(scan, at) == ' ')
        at++;
    next = gr_scan_char(scan, at);
    return next != '\0' && next != ')' && next != '/' && next != '%' && next != ',';
}

/* × with nothing behind it is the unit of a factor: "2.5×". */
static bool is_last(const struct gr_scan *scan)
{
    return scan->at + 1 == scan->len;
}

static char product_operator(const struct gr_scan *scan)
{
    char c = here(scan);
    if (c == '*' || (c == '/' && !gr_scan_is_per(scan, scan->at)))
        return c;
    bool is_times = (c == GR_CHAR_TIMES && !is_last(scan)) || is_x_times(scan);
    return is_times ? '*' : '\0';
}

static bool product(struct gr_scan *scan, double *out)
{
    if (!sign(scan, out))
        return false;
    for (;;) {
        size_t end = scan->at;
        gr_scan_blanks(scan);
        size_t index = scan->at;
        char op = product_operator(scan);
        if (op == '\0') {
            scan->at = end;
            return true;
        }
        scan->at++;
        double right;
        if (!sign(scan, &right) || !compute(scan, gr_calc_binary(op, *out, right, out), index))
            return false;
    }
}

static bool sum(struct gr_scan *scan, double *out)
{
    if (!product(scan, out))
        return false;
    for (;;) {
        gr_scan_blanks(scan);
        size_t index = scan->at;
        char op = here(scan);
        if ((op != '+' && op != '-') || scan->raised[index])
            return true;
        scan->at++;
        gr_scan_blanks(scan);
        if (here(scan) == '+' || here(scan) == '-')
            return gr_scan_refuse(scan, GR_REASON_OPERATOR, scan->at,
                                  "two signs in a row; write one, or brackets as in 5-(-3)");
        double right;
        if (!product(scan, &right) || !compute(scan, gr_calc_binary(op, *out, right, out), index))
            return false;
    }
}

bool gr_scan_arithmetic(struct gr_scan *scan, double *out)
{
    return sum(scan, out);
}
