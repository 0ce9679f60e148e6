/* Characters of an expression to tokens. Where a number ends and what belongs to it is decided
 * here:
 *
 * A unit stands right after a number, one blank allowed. It is a word that unit_table.c knows, and
 * it goes on over every '/' that has a known unit word directly behind it, without blanks. So `4
 * B/FLOP * pi` is four bytes per FLOP, `2 FLOP/n` divides two FLOP by n (no unit is called n), and
 * where a name is also a unit (s), a blank decides: `2 FLOP/s` is a rate, `2 FLOP / s` a division.
 * A name never follows a number: `2 n` is an error, so adding a unit word to the table cannot
 * change the meaning of an expression that was right before.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "grader/num/decimal.h"
#include "grader/num/expr_tree.h"
#include "grader/num/unit_table.h"

static char char_at(const struct gr_lexer *lexer, size_t ahead)
{
    return lexer->byte + ahead < lexer->text.len ? lexer->text.ptr[lexer->byte + ahead] : '\0';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Eats `bytes` bytes, keeping line and column. Continuation bytes of UTF-8 take no column. */
static void eat(struct gr_lexer *lexer, size_t bytes)
{
    for (; bytes > 0 && lexer->byte < lexer->text.len; bytes--, lexer->byte++) {
        unsigned char c = (unsigned char)lexer->text.ptr[lexer->byte];
        if (c == '\n') {
            lexer->at.line++;
            lexer->at.column = 1;
        } else if ((c & 0xC0u) != 0x80u) {
            lexer->at.column++;
        }
    }
}

static bool fail(const struct gr_lexer *lexer, struct gr_pos at, const char *text)
{
    return gr_fail_at(lexer->err, GR_E_COURSE, at, "%s", text);
}

/* Bytes of the word at `ahead`: letters, digits, underscores and micro signs. */
static size_t word_length(const struct gr_lexer *lexer, size_t ahead)
{
    size_t len = 0;
    for (;;) {
        char c = char_at(lexer, ahead + len), next = char_at(lexer, ahead + len + 1);
        bool is_micro = (c == '\xC2' && next == '\xB5') || (c == '\xCE' && next == '\xBC');
        if (is_micro)
            len += 2;
        else if (is_letter(c) || (len > 0 && is_digit(c)))
            len++;
        else
            return len;
    }
}

static struct gr_str view(const struct gr_lexer *lexer, size_t ahead, size_t len)
{
    return (struct gr_str){.ptr = lexer->text.ptr + lexer->byte + ahead, .len = len};
}

static bool is_open_behind(const struct gr_lexer *lexer, size_t ahead)
{
    while (is_blank(char_at(lexer, ahead)))
        ahead++;
    return char_at(lexer, ahead) == '(';
}

static bool is_keyword(struct gr_str word)
{
    return gr_str_is(word, "and") || gr_str_is(word, "or") || gr_str_is(word, "not");
}

/* One word, as a unit; the micro sign needs the unit scanner's own decoding. "x" is none here. */
static bool is_unit(struct gr_str word)
{
    struct gr_unit unit;
    struct gr_err ignored = {0};
    return word.len > 0 && !gr_str_is(word, "x") &&
           gr_unit_scan(word, &unit, &ignored) == GR_UNIT_FOUND;
}

/* The length of the unit at `ahead` and how far it reaches over '/'; 0 when the first word is none.
 */
static size_t unit_length(const struct gr_lexer *lexer, size_t ahead)
{
    if (char_at(lexer, ahead) == '%')
        return 1;
    size_t len = word_length(lexer, ahead);
    if (!is_unit(view(lexer, ahead, len)))
        return 0;
    while (char_at(lexer, ahead + len) == '/') {
        size_t more = word_length(lexer, ahead + len + 1);
        if (!is_unit(view(lexer, ahead + len + 1, more)) ||
            is_open_behind(lexer, ahead + len + 1 + more))
            break;
        len += 1 + more;
    }
    return len;
}

/* A word stands where only a unit could: say which slip that is. */
static bool refuse_word(const struct gr_lexer *lexer, struct gr_str word, bool is_call)
{
    struct gr_unit unit;
    struct gr_err why = {0};
    if (is_call ||
        (gr_unit_scan(word, &unit, &why) == GR_UNIT_UNKNOWN && gr_unit_word_nearest(word) == NULL))
        return gr_fail_at(lexer->err, GR_E_COURSE, lexer->at,
                          "\"%.*s\" cannot follow a number; write * between them", (int)word.len,
                          word.ptr);
    return gr_fail_at(lexer->err, GR_E_COURSE, lexer->at, "%s%s",
                      why.text[0] == '\0' ? "write * between them" : why.text,
                      why.text[0] == '\0' ? "" : " (a name needs * before it)");
}

/* The unit right behind a number: multiplies it into base units. */
static bool take_unit(struct gr_lexer *lexer, struct gr_token *token)
{
    size_t blank = char_at(lexer, 0) == ' ' ? 1 : 0;
    size_t word_len = word_length(lexer, blank);
    struct gr_str word = view(lexer, blank, word_len);
    if ((word_len == 0 && char_at(lexer, blank) != '%') || is_keyword(word))
        return true;
    bool is_call = word_len > 0 && is_open_behind(lexer, blank + word_len);
    size_t len = is_call ? 0 : unit_length(lexer, blank);
    eat(lexer, blank);
    if (len == 0)
        return refuse_word(lexer, word, is_call);
    struct gr_unit unit;
    struct gr_err why = {0};
    if (gr_unit_scan(view(lexer, 0, len), &unit, &why) != GR_UNIT_FOUND)
        return gr_fail_at(lexer->err, GR_E_COURSE, lexer->at, "%s", why.text);
    eat(lexer, len);
    if (char_at(lexer, 0) == '^' || (char_at(lexer, 0) == '*' && char_at(lexer, 1) == '*'))
        return fail(lexer, lexer->at,
                    "a power behind a unit reads both ways; use brackets, as in (3 s)^2");
    token->number.value = gr_unit_to_base(token->number.value, &unit);
    token->number.dim = unit.dim;
    return true;
}

/* Digits with single underscores between them, copied to `digits`; false when they do not fit. */
static bool take_digits(struct gr_lexer *lexer, char *digits, size_t *count)
{
    for (;;) {
        char c = char_at(lexer, 0);
        bool is_joiner = c == '_' && *count > 0 && is_digit(char_at(lexer, 1));
        if (!is_digit(c) && !is_joiner)
            return true;
        if (!is_joiner) {
            if (*count == GR_DECIMAL_MAX)
                return fail(lexer, lexer->at, "this number has too many digits");
            digits[(*count)++] = c;
        }
        eat(lexer, 1);
    }
}

static bool take_exponent(struct gr_lexer *lexer, long long *exponent)
{
    char c = char_at(lexer, 0), sign = char_at(lexer, 1);
    size_t skip = sign == '-' || sign == '+' ? 2 : 1;
    *exponent = 0;
    if ((c != 'e' && c != 'E') || !is_digit(char_at(lexer, skip)))
        return true;
    eat(lexer, skip);
    for (; is_digit(char_at(lexer, 0)); eat(lexer, 1))
        if (*exponent < 1000000)
            *exponent = *exponent * 10 + (char_at(lexer, 0) - '0');
    if (sign == '-')
        *exponent = -*exponent;
    return !(char_at(lexer, 0) == '.') ||
           fail(lexer, lexer->at, "an exponent is a whole number, as in 1e-3");
}

static bool take_number(struct gr_lexer *lexer, struct gr_token *token)
{
    char digits[GR_DECIMAL_MAX];
    size_t count = 0, whole;
    long long exponent;
    token->kind = GR_TOKEN_NUMBER;
    char second = char_at(lexer, 1);
    if (char_at(lexer, 0) == '0' && (is_digit(second) || second == 'x' || second == 'X'))
        return fail(lexer, lexer->at, "write numbers in decimal without a leading zero");
    if (!take_digits(lexer, digits, &count))
        return false;
    whole = count;
    if (char_at(lexer, 0) == '.') {
        eat(lexer, 1);
        if (!is_digit(char_at(lexer, 0)))
            return fail(lexer, lexer->at, "digits are missing behind the point");
        if (!take_digits(lexer, digits, &count))
            return false;
    }
    if (!take_exponent(lexer, &exponent))
        return false;
    struct gr_str all = {.ptr = digits, .len = count};
    long long shift = (long long)(count - whole);
    switch (gr_decimal_make(all, exponent - shift, &token->number.value)) {
    case GR_DECIMAL_OK:
        return take_unit(lexer, token);
    case GR_DECIMAL_TOO_LARGE:
        return fail(lexer, token->at, "this number is too large to compute with (1.8e308)");
    case GR_DECIMAL_TOO_SMALL:
        return fail(lexer, token->at, "this number is too close to zero to compute with (5e-324)");
    case GR_DECIMAL_NOT:
        break;
    }
    return fail(lexer, token->at, "this is not a number");
}

static bool take_text(struct gr_lexer *lexer, struct gr_token *token)
{
    char quote = char_at(lexer, 0);
    size_t len = 0;
    token->kind = GR_TOKEN_TEXT;
    while (char_at(lexer, 1 + len) != quote) {
        if (lexer->byte + 1 + len >= lexer->text.len || char_at(lexer, 1 + len) == '\n')
            return fail(lexer, token->at, "this quote is never closed on its line");
        len++;
    }
    token->text = view(lexer, 1, len);
    eat(lexer, len + 2);
    return true;
}

static bool take_name(struct gr_lexer *lexer, struct gr_token *token)
{
    static const struct {
        const char *word;
        enum gr_op op;
    } words[] = {{"or", GR_OP_OR}, {"and", GR_OP_AND}, {"not", GR_OP_NOT}};
    token->kind = GR_TOKEN_NAME;
    token->text = view(lexer, 0, word_length(lexer, 0));
    for (size_t i = 0; i < 3; i++)
        if (gr_str_is(token->text, words[i].word)) {
            token->kind = GR_TOKEN_OP;
            token->op = words[i].op;
        }
    eat(lexer, token->text.len);
    return true;
}

static const struct {
    const char *text;
    enum gr_token_kind kind;
    enum gr_op op;
} signs[] = {
    {"==", GR_TOKEN_OP, GR_OP_EQUAL},      {"!=", GR_TOKEN_OP, GR_OP_UNEQUAL},
    {"<=", GR_TOKEN_OP, GR_OP_LESS_EQUAL}, {">=", GR_TOKEN_OP, GR_OP_MORE_EQUAL},
    {"**", GR_TOKEN_OP, GR_OP_POWER},      {"<", GR_TOKEN_OP, GR_OP_LESS},
    {">", GR_TOKEN_OP, GR_OP_MORE},        {"+", GR_TOKEN_OP, GR_OP_ADD},
    {"-", GR_TOKEN_OP, GR_OP_SUBTRACT},    {"*", GR_TOKEN_OP, GR_OP_MULTIPLY},
    {"/", GR_TOKEN_OP, GR_OP_DIVIDE},      {"^", GR_TOKEN_OP, GR_OP_POWER},
    {"(", GR_TOKEN_OPEN, GR_OP_OR},        {")", GR_TOKEN_CLOSE, GR_OP_OR},
    {",", GR_TOKEN_COMMA, GR_OP_OR},
};

/* Habits from other languages, answered in ours. */
static const struct {
    const char *text, *advice;
} habits[] = {
    {"&&", "write and"},
    {"||", "write or"},
    {"!", "write not, or != for unequal"},
    {"=", "write == to compare"},
    {"%", "% only follows a number, as in 12 %; for a remainder write mod(a, b)"},
    {"[", "use round brackets"},
    {"{", "names stand in expressions as they are, without { }"},
};

static bool take_sign(struct gr_lexer *lexer, struct gr_token *token)
{
    struct gr_str rest = gr_str_from(lexer->text, lexer->byte);
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (gr_str_starts(rest, signs[i].text)) {
            token->kind = signs[i].kind;
            token->op = signs[i].op;
            eat(lexer, strlen(signs[i].text));
            return true;
        }
    for (size_t i = 0; i < sizeof habits / sizeof habits[0]; i++)
        if (gr_str_starts(rest, habits[i].text))
            return fail(lexer, token->at, habits[i].advice);
    return fail(lexer, token->at, "this character has no meaning in an expression");
}

bool gr_lexer_next(struct gr_lexer *lexer, struct gr_token *out)
{
    while (is_blank(char_at(lexer, 0)))
        eat(lexer, 1);
    *out = (struct gr_token){.kind = GR_TOKEN_END, .at = lexer->at};
    if (lexer->byte >= lexer->text.len)
        return true;
    char c = char_at(lexer, 0);
    if (is_digit(c) || (c == '.' && is_digit(char_at(lexer, 1))))
        return take_number(lexer, out);
    if (c == '"' || c == '\'')
        return take_text(lexer, out);
    return is_letter(c) ? take_name(lexer, out) : take_sign(lexer, out);
}
