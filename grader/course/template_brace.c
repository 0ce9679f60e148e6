/* See template_brace.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/template_brace.h"

bool gr_brace_is_name(struct gr_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '_')))
            return false;
    }
    return text.len > 0;
}

size_t gr_brace_arrow(struct gr_str inner)
{
    for (size_t i = inner.len; i >= 2; i--)
        if (inner.ptr[i - 2] == '-' && inner.ptr[i - 1] == '>')
            return i - 2;
    return inner.len;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the text before `end` closes with something that takes `taken` groups or more: ^, _ or a
 * command. Most commands are symbols and take none: in \le {n} the group stands alone. */
static bool takes(struct gr_str text, size_t end, unsigned taken)
{
    static const char *const takers[] = {"frac",   "tfrac",  "dfrac",    "sqrt",        "text",
                                         "mathrm", "mathbf", "mathit",   "bar",         "hat",
                                         "tilde",  "vec",    "overline", "operatorname"};
    size_t at = end;
    if (end > 0 && (text.ptr[end - 1] == '^' || text.ptr[end - 1] == '_'))
        return taken == 1;
    while (at > 0 && is_letter(text.ptr[at - 1]))
        at--;
    struct gr_str command = {.ptr = text.ptr + at, .len = end - at};
    size_t known = taken == 1 ? sizeof takers / sizeof takers[0] : 3;
    for (size_t i = 0; at > 0 && text.ptr[at - 1] == '\\' && i < known; i++)
        if (gr_str_is(command, takers[i]))
            return true;
    return false;
}

static size_t without_blanks(struct gr_str text, size_t end)
{
    while (end > 0 && (text.ptr[end - 1] == ' ' || text.ptr[end - 1] == '\n'))
        end--;
    return end;
}

/* Where the group that closes with the bracket before `end` opens; `end` when it is too far away.
 */
static size_t group_before(struct gr_str text, size_t end, char open, char close)
{
    enum { FAR = 4096 }; /* bytes: a text of braces alone must not take quadratic time */
    size_t depth = 0;
    for (size_t at = end; at > 0 && end - at < FAR; at--) {
        depth += text.ptr[at - 1] == close ? 1 : 0;
        depth -= text.ptr[at - 1] == open ? 1 : 0;
        if (depth == 0)
            return at - 1;
    }
    return end;
}

/* Whether the group whose { stands at `at` is what a command or ^ or _ takes: 2^{n}, \frac{1}{n},
 * \sqrt[3]{n}. */
static bool is_argument(struct gr_str text, size_t at)
{
    size_t end = without_blanks(text, at);
    char last = end > 0 ? text.ptr[end - 1] : ' ';
    if (last == ']')
        end = group_before(text, end, '[', ']');
    if (last != '}')
        return takes(text, end, 1);
    return takes(text, without_blanks(text, group_before(text, end, '{', '}')), 2);
}

bool gr_brace_is_misplaced(struct gr_str text, size_t at)
{
    size_t end = at + 1;
    while (end < text.len && text.ptr[end] != '}' && text.ptr[end] != '{' && text.ptr[end] != '$')
        end++;
    if (end == text.len || text.ptr[end] != '}')
        return false;
    struct gr_str inner = {.ptr = text.ptr + at + 1, .len = end - at - 1};
    inner = gr_str_trim(inner);
    bool is_expression = inner.len > 1 && (inner.ptr[0] == '=' || inner.ptr[0] == '?');
    bool is_value = is_expression || gr_brace_is_name(gr_str_trim((struct gr_str){
                                         .ptr = inner.ptr, .len = gr_brace_arrow(inner)}));
    return is_value && !is_argument(text, at);
}

bool gr_brace_is_val(struct gr_str text)
{
    static const char word[] = "\\val";
    size_t len = sizeof word - 1;
    return gr_str_starts(text, word) && (text.len == len || !is_letter(text.ptr[len]));
}
