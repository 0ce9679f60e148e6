/* Bytes to plain characters. What people paste for minus, times and blanks is one character each
 * from here on; what has no meaning in an answer is kept as GR_CHAR_OTHER and refused when the
 * reading comes to it, so that the column told is the first one that offends.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/answer_scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct range {
    uint32_t first, last;
    char plain;
};

static const struct range meanings[] = {
    {0x00A0, 0x00A0, ' '},           {0x2000, 0x200A, ' '},  {0x202F, 0x202F, ' '},
    {0x205F, 0x205F, ' '},           {0x3000, 0x3000, ' '},  {0x2010, 0x2015, '-'},
    {0x2212, 0x2212, '-'},           {0xFE63, 0xFE63, '-'},  {0xFF0D, 0xFF0D, '-'},
    {0x00B7, 0x00B7, '*'},           {0x22C5, 0x22C5, '*'},  {0x2217, 0x2217, '*'},
    {0x00D7, 0x00D7, GR_CHAR_TIMES}, {0x00F7, 0x00F7, '/'},  {0x2044, 0x2044, '/'},
    {0x2215, 0x2215, '/'},           {0x2019, 0x2019, '\''}, {0x2248, 0x2248, '='},
    {0x00B5, 0x00B5, 'u'},           {0x03BC, 0x03BC, 'u'},  {0x2260, 0x2260, GR_CHAR_OTHER},
};

static const struct range raised[] = {
    {0x2070, 0x2070, '0'}, {0x00B9, 0x00B9, '1'}, {0x00B2, 0x00B3, '2'},
    {0x2074, 0x2079, '4'}, {0x207B, 0x207B, '-'}, {0x207A, 0x207A, '+'},
};

static bool look_up(const struct range *ranges, size_t count, uint32_t code, char *out)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) {
            bool is_digit = ranges[i].plain >= '0' && ranges[i].plain <= '9';
            *out = (char)(ranges[i].plain + (is_digit ? (int)(code - ranges[i].first) : 0));
            return true;
        }
    return false;
}

/* Not to be seen, so the student could not find it: refused at once. Tabs and line ends are blanks.
 */
static bool is_hidden(uint32_t code)
{
    return (code < ' ' && !(code >= '\t' && code <= '\r')) || (code >= 0x7F && code < 0xA0) ||
           code == 0xAD || (code >= 0x200B && code <= 0x200F) ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
           code == 0xFEFF;
}

static char plain_of(uint32_t code, bool *is_raised)
{
    char plain = GR_CHAR_OTHER;
    *is_raised = look_up(raised, sizeof raised / sizeof raised[0], code, &plain);
    if (*is_raised || look_up(meanings, sizeof meanings / sizeof meanings[0], code, &plain))
        return plain;
    if (code <= ' ')
        return ' ';
    if (code >= 0x7F)
        return GR_CHAR_OTHER;
    if (gr_scan_is_letter((char)code) || gr_scan_is_digit((char)code))
        return (char)code;
    if (code == '~')
        return '=';
    return strchr("+-*/^().,_'=%", (int)code) != NULL ? (char)code : (char)GR_CHAR_OTHER;
}

bool gr_scan_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool gr_scan_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

char gr_scan_char(const struct gr_scan *scan, size_t index)
{
    return index < scan->len ? scan->plain[index] : '\0';
}

void gr_scan_blanks(struct gr_scan *scan)
{
    while (gr_scan_char(scan, scan->at) == ' ')
        scan->at++;
}

static bool refuse_at(struct gr_reading *out, enum gr_read_reason reason, uint32_t column,
                      const char *message)
{
    if (out->reason != GR_REASON_NONE)
        return false;
    out->status = GR_READ_UNREADABLE;
    out->reason = reason;
    out->column = column;
    (void)snprintf(out->message, sizeof out->message, "%s", message);
    return false;
}

bool gr_scan_refuse(struct gr_scan *scan, enum gr_read_reason reason, size_t index,
                    const char *format, ...)
{
    char message[sizeof scan->out->message];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return refuse_at(scan->out, reason, scan->first_column + (uint32_t)index, message);
}

static bool is_blank(uint32_t code)
{
    char plain = '\0';
    return code == ' ' || (code >= '\t' && code <= '\r') ||
           (look_up(meanings, sizeof meanings / sizeof meanings[0], code, &plain) && plain == ' ');
}

/* Drops blanks of every kind at the ends; *column becomes the column of the first byte kept. */
static struct gr_str trim(struct gr_str text, uint32_t *column)
{
    size_t start = 0, at = 0, end = 0;
    bool has_begun = false;
    *column = 1;
    while (at < text.len) {
        uint32_t code;
        size_t before = at;
        bool is_good = gr_utf8_next(text, &at, &code);
        if (is_good && is_blank(code)) {
            if (!has_begun)
                (*column)++;
            continue;
        }
        if (!has_begun)
            start = before;
        has_begun = true;
        end = at;
    }
    if (!has_begun)
        return (struct gr_str){.ptr = text.ptr, .len = 0};
    return (struct gr_str){.ptr = text.ptr + start, .len = end - start};
}

static bool decode(struct gr_scan *scan)
{
    for (size_t at = 0; at < scan->text.len; scan->len++) {
        uint32_t code, column = scan->first_column + (uint32_t)scan->len;
        scan->offset[scan->len] = at;
        if (!gr_utf8_next(scan->text, &at, &code))
            return refuse_at(scan->out, GR_REASON_CHARACTER, column,
                             "this byte is not UTF-8 text; type the number anew");
        if (is_hidden(code))
            return refuse_at(scan->out, GR_REASON_CHARACTER, column,
                             "an invisible character stands here; delete it and type it anew");
        scan->plain[scan->len] = plain_of(code, &scan->raised[scan->len]);
    }
    scan->plain[scan->len] = '\0';
    scan->offset[scan->len] = scan->text.len;
    return true;
}

/* Code points in the first `bytes` bytes; a byte of a broken sequence counts as one. */
static uint32_t columns_in(struct gr_str text, size_t bytes)
{
    uint32_t count = 0;
    for (size_t at = 0; at < text.len;) {
        uint32_t code;
        (void)gr_utf8_next(text, &at, &code);
        if (at > bytes)
            break;
        count++;
    }
    return count;
}

bool gr_scan_start(struct gr_scan *scan, struct gr_str text, struct gr_reading *out)
{
    *scan = (struct gr_scan){.out = out};
    scan->text = trim(text, &scan->first_column);
    if (scan->text.len > GR_ANSWER_MAX) {
        struct gr_str head = {.ptr = scan->text.ptr, .len = GR_ANSWER_MAX + 4};
        if (head.len > scan->text.len)
            head.len = scan->text.len;
        return refuse_at(out, GR_REASON_LENGTH,
                         scan->first_column + columns_in(head, GR_ANSWER_MAX),
                         "an answer has at most 128 bytes; write 1e30 for long numbers");
    }
    return decode(scan);
}
