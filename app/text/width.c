/* Widths by sorted ranges, after Unicode's East Asian Width: wide is 2, ambiguous is 1 (as libc,
 * libvterm and every terminal outside legacy CJK settings have it). ASCII forms are in
 * width_ascii.c. See width.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/width.h"

struct range {
    uint32_t first, last;
};

static const struct range never_shown[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},
                                           {0x61C, 0x61C},   {0x180E, 0x180E}, {0x200B, 0x200F},
                                           {0x2028, 0x202E}, {0x2060, 0x206F}, {0xD800, 0xDFFF},
                                           {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};

static const struct range joining[] = {
    {0x300, 0x36F},   {0x483, 0x489},    {0x591, 0x5BD},   {0x5BF, 0x5BF},   {0x5C1, 0x5C2},
    {0x5C4, 0x5C5},   {0x5C7, 0x5C7},    {0x610, 0x61A},   {0x64B, 0x65F},   {0x670, 0x670},
    {0x6D6, 0x6DC},   {0x900, 0x902},    {0x93A, 0x93A},   {0x93C, 0x93C},   {0x941, 0x948},
    {0x94D, 0x94D},   {0xE31, 0xE31},    {0xE34, 0xE3A},   {0xE47, 0xE4E},   {0x1AB0, 0x1ACE},
    {0x1DC0, 0x1DFF}, {0x20D0, 0x20F0},  {0x302A, 0x302D}, {0x3099, 0x309A}, {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF}};

static const struct range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x3029},
    {0x302E, 0x303E},   {0x3041, 0x3098},   {0x309B, 0x33FF},   {0x3400, 0x4DBF},
    {0x4E00, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE10, 0xFE19},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x16FE0, 0x18CFF}, {0x1B000, 0x1B2FF}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F64F},
    {0x1F680, 0x1F6FF}, {0x1F7E0, 0x1F7EB}, {0x1F90C, 0x1FAFF}, {0x20000, 0x3FFFD}};

static const struct range allowed[] = {
    {0x20, 0x7E},     {0xA0, 0xAC},     {0xAE, 0xFF},     {0x370, 0x377},   {0x37A, 0x37F},
    {0x384, 0x38A},   {0x38C, 0x38C},   {0x38E, 0x3A1},   {0x3A3, 0x3FF},   {0x2010, 0x2015},
    {0x2018, 0x201D}, {0x2020, 0x2022}, {0x2026, 0x2026}, {0x2030, 0x2030}, {0x2032, 0x2033},
    {0x2070, 0x2071}, {0x2074, 0x208E}, {0x2090, 0x209C}, {0x2100, 0x214F}, {0x2190, 0x21FF},
    {0x2200, 0x22FF}, {0x2308, 0x230B}, {0x2500, 0x259F}, {0x25A0, 0x25FC}, {0x25FF, 0x25FF},
    {0x27E8, 0x27E9}, {0x2800, 0x28FF}};

static bool is_in(uint32_t code, const struct range *ranges, size_t count)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && code >= ranges[low].first;
}

#define IS_IN(code, ranges) is_in(code, ranges, sizeof(ranges) / sizeof((ranges)[0]))

int text_width(uint32_t code)
{
    if (code >= 0x20 && code < 0x7F)
        return 1;
    if (IS_IN(code, never_shown) || code > 0x10FFFF)
        return -1;
    if (IS_IN(code, joining))
        return 0;
    return IS_IN(code, wide) ? 2 : 1;
}

bool text_is_allowed(uint32_t code)
{
    return IS_IN(code, allowed);
}

/* Marks join while the glyph stays short; more of them are passed over. */
static void take_marks(struct gr_str text, size_t *at, struct gr_str *bytes)
{
    while (*at < text.len) {
        size_t next = *at;
        uint32_t code;
        if (!gr_utf8_next(text, &next, &code) || text_width(code) != 0)
            return;
        if (bytes->len + (next - *at) <= TEXT_GLYPH_BYTES &&
            bytes->ptr + bytes->len == text.ptr + *at)
            bytes->len += next - *at;
        *at = next;
    }
}

static bool is_blank(uint32_t code)
{
    return code == '\t' || code == '\n' || code == '\r';
}

bool text_next(struct gr_str text, size_t *at, struct text_glyph *out)
{
    while (*at < text.len) {
        size_t start = *at;
        uint32_t code;
        bool good = gr_utf8_next(text, at, &code);
        if (is_blank(code)) {
            *out = (struct text_glyph){gr_str(" "), ' ', 1};
            return true;
        }
        int width = text_width(code);
        if (width <= 0)
            continue;
        *out = (struct text_glyph){{text.ptr + start, *at - start}, code, width};
        if (good)
            take_marks(text, at, &out->bytes);
        else
            out->bytes = gr_str("\xEF\xBF\xBD");
        return true;
    }
    return false;
}

int text_cells(struct gr_str text)
{
    struct text_glyph glyph;
    int cells = 0;
    for (size_t at = 0; text_next(text, &at, &glyph);)
        cells += glyph.width_cells;
    return cells;
}

struct gr_str text_cut(struct gr_str text, int cells)
{
    struct text_glyph glyph;
    size_t at = 0, end = 0;
    while (text_next(text, &at, &glyph) && glyph.width_cells <= cells) {
        cells -= glyph.width_cells;
        end = at;
    }
    return (struct gr_str){text.ptr, end};
}
