/* The table of unit words and how one word is looked up.
 * Rule of case: an exact spelling means what it says ("Gb" is gigabit). Otherwise the case of the
 * prefix and of long words is forgiven ("gflop", "TOKENS", "kib"), but b and B are told apart by
 * case only, so a word whose case is not to be trusted ("gb"; "kb" too, which is typed for both) is
 * ambiguous, and so is "flops", which may be a count or a rate.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/unit_table.h"

#include <stdio.h>
#include <string.h>

enum { DECIMAL = 1, BINARY = 2, SMALL = 4, COUNT = 8 }; /* kinds of prefixes */

static const struct gr_unit_prefix prefixes[] = {
    {"Ki", "kibi", 0x1p10, 1, BINARY},       {"Mi", "mebi", 0x1p20, 1, BINARY},
    {"Gi", "gibi", 0x1p30, 1, BINARY},       {"Ti", "tebi", 0x1p40, 1, BINARY},
    {"Pi", "pebi", 0x1p50, 1, BINARY},       {"Ei", "exbi", 0x1p60, 1, BINARY},
    {"k", "kilo", 1e3, 1, DECIMAL | COUNT},  {"M", "mega", 1e6, 1, DECIMAL | COUNT},
    {"G", "giga", 1e9, 1, DECIMAL | COUNT},  {"B", "billion", 1e9, 1, COUNT},
    {"T", "tera", 1e12, 1, DECIMAL | COUNT}, {"P", "peta", 1e15, 1, DECIMAL},
    {"E", "exa", 1e18, 1, DECIMAL},          {"m", "milli", 1, 1e3, SMALL},
    {"u", "micro", 1, 1e6, SMALL},           {"n", "nano", 1, 1e9, SMALL},
    {"p", "pico", 1, 1e12, SMALL},
};
enum { PREFIX_COUNT = sizeof prefixes / sizeof prefixes[0] };

struct base {
    const char *word;      /* as it is typed */
    const char *canonical; /* as it is printed, after the prefix */
    double numer, denom;
    struct gr_dim dim;
    unsigned takes;   /* kinds of prefixes */
    bool is_any_case; /* "Bytes", "BYTES" are meant as "bytes" */
};

enum { BYTE_ROW = 0, BYTE_RATE_ROW = 1 };
static const struct base bases[] = {
    {"B", "B", 1, 1, {1, 0, 0}, DECIMAL | BINARY, false},
    {"Bps", "Bps", 1, 1, {1, 0, -1}, DECIMAL | BINARY, false},
    {"byte", "B", 1, 1, {1, 0, 0}, DECIMAL | BINARY, true},
    {"bytes", "B", 1, 1, {1, 0, 0}, DECIMAL | BINARY, true},
    {"b", "bit", 1, 8, {1, 0, 0}, DECIMAL | BINARY, false},
    {"bit", "bit", 1, 8, {1, 0, 0}, DECIMAL | BINARY, true},
    {"bits", "bit", 1, 8, {1, 0, 0}, DECIMAL | BINARY, true},
    {"bps", "bps", 1, 8, {1, 0, -1}, DECIMAL | BINARY, false},
    {"FLOP", "FLOP", 1, 1, {0, 1, 0}, DECIMAL, true},
    {"FLOPs", "FLOP", 1, 1, {0, 1, 0}, DECIMAL, false},
    {"FLOPS", "FLOPS", 1, 1, {0, 1, -1}, DECIMAL, false},
    {"s", "s", 1, 1, {0, 0, 1}, SMALL, false},
    {"sec", "s", 1, 1, {0, 0, 1}, SMALL, true},
    {"secs", "s", 1, 1, {0, 0, 1}, 0, true},
    {"second", "s", 1, 1, {0, 0, 1}, SMALL, true},
    {"seconds", "s", 1, 1, {0, 0, 1}, SMALL, true},
    {"min", "min", 60, 1, {0, 0, 1}, 0, true},
    {"mins", "min", 60, 1, {0, 0, 1}, 0, true},
    {"minute", "min", 60, 1, {0, 0, 1}, 0, true},
    {"minutes", "min", 60, 1, {0, 0, 1}, 0, true},
    {"h", "h", 3600, 1, {0, 0, 1}, 0, false},
    {"hr", "h", 3600, 1, {0, 0, 1}, 0, true},
    {"hrs", "h", 3600, 1, {0, 0, 1}, 0, true},
    {"hour", "h", 3600, 1, {0, 0, 1}, 0, true},
    {"hours", "h", 3600, 1, {0, 0, 1}, 0, true},
    {"day", "day", 86400, 1, {0, 0, 1}, 0, true},
    {"days", "day", 86400, 1, {0, 0, 1}, 0, true},
    {"Hz", "Hz", 1, 1, {0, 0, -1}, DECIMAL, true},
    {"hertz", "Hz", 1, 1, {0, 0, -1}, DECIMAL, true},
    {"%", "%", 1, 100, {0, 0, 0}, 0, false},
    {"percent", "%", 1, 100, {0, 0, 0}, 0, true},
    {"pct", "%", 1, 100, {0, 0, 0}, 0, true},
    {"x", "x", 1, 1, {0, 0, 0}, 0, true}, /* "2.5x": a factor */
};
enum { BASE_COUNT = sizeof bases / sizeof bases[0] };

/* What "did you mean" offers besides base words and labels. */
static const char *const prefixed[] = {
    "kB",   "MB",   "GB",    "TB",     "PB",     "KiB",    "MiB",    "GiB",  "TiB", "kbit", "Mbit",
    "Gbit", "Tbit", "kFLOP", "MFLOP",  "GFLOP",  "TFLOP",  "PFLOP",  "ms",   "us",  "ns",   "ps",
    "kHz",  "MHz",  "GHz",   "MFLOPS", "GFLOPS", "TFLOPS", "PFLOPS", "GBps", "Gbps"};
enum { PREFIXED_COUNT = sizeof prefixed / sizeof prefixed[0], MOST_LABELS = 100 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same(struct gr_str a, const char *b, bool is_any_case)
{
    if (a.len != strlen(b))
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (a.ptr[i] != b[i] && (!is_any_case || lower(a.ptr[i]) != lower(b[i])))
            return false;
    return true;
}

static const struct gr_unit_prefix *find_prefix(struct gr_str text, unsigned kinds,
                                                bool is_any_case)
{
    for (size_t i = 0; i < PREFIX_COUNT; i++)
        if ((prefixes[i].kinds & kinds) != 0 &&
            (same(text, prefixes[i].text, is_any_case) || same(text, prefixes[i].name, true)))
            return &prefixes[i];
    return NULL;
}

/* Cuts `end` off the word: true, and the rest in *front, when the word ends so. */
static bool cut_end(struct gr_str word, const char *end, bool is_any_case, struct gr_str *front)
{
    size_t len = strlen(end);
    if (word.len < len || !same(gr_str_from(word, word.len - len), end, is_any_case))
        return false;
    *front = (struct gr_str){.ptr = word.ptr, .len = word.len - len};
    return true;
}

static struct gr_unit_word word_of(const struct base *base, const struct gr_unit_prefix *prefix)
{
    return (struct gr_unit_word){.prefix = prefix,
                                 .canonical = base->canonical,
                                 .numer = base->numer,
                                 .denom = base->denom,
                                 .dim = base->dim};
}

/* Looks for prefix + base with `word` spelt exactly, or with case relaxed where the row allows. The
 * small prefixes are never relaxed: ms and Ms are worlds apart. */
static bool find_base(struct gr_str word, bool is_relaxed, struct gr_unit_word *out)
{
    for (size_t i = 0; i < BASE_COUNT; i++) {
        struct gr_str front;
        if (!cut_end(word, bases[i].word, is_relaxed && bases[i].is_any_case, &front))
            continue;
        const struct gr_unit_prefix *prefix =
            find_prefix(front, bases[i].takes, is_relaxed && bases[i].takes != SMALL);
        if (front.len > 0 && prefix == NULL)
            continue;
        *out = word_of(&bases[i], prefix);
        return true;
    }
    return false;
}

/* "tokens", "Mtokens", "BTokens". */
static bool find_label(struct gr_str word, struct gr_unit_word *out)
{
    const struct gr_label *label = gr_label_find(word);
    const struct gr_unit_prefix *prefix = NULL;
    if (label == NULL && word.len > 1) {
        prefix = find_prefix((struct gr_str){.ptr = word.ptr, .len = 1}, COUNT, false);
        label = prefix == NULL ? NULL : gr_label_find(gr_str_from(word, 1));
    }
    if (label == NULL)
        return false;
    *out = (struct gr_unit_word){
        .prefix = prefix, .canonical = label->one, .label = label->one, .numer = 1, .denom = 1};
    return true;
}

/* "KB", "gBps", "gib": the case of b is clear, or the prefix says that bytes are meant. */
static bool find_sloppy_byte(struct gr_str word, struct gr_unit_word *out)
{
    static const struct {
        const char *end;
        int row;
        bool is_binary_only;
    } ends[] = {{"B", BYTE_ROW, false},
                {"Bps", BYTE_RATE_ROW, false},
                {"BPS", BYTE_RATE_ROW, false},
                {"b", BYTE_ROW, true}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct gr_str front;
        if (!cut_end(word, ends[i].end, false, &front))
            continue;
        unsigned kinds = ends[i].is_binary_only ? BINARY : DECIMAL | BINARY;
        const struct gr_unit_prefix *prefix = find_prefix(front, kinds, true);
        if (prefix == NULL)
            continue;
        *out = word_of(&bases[ends[i].row], prefix);
        return true;
    }
    return false;
}

static bool is_ambiguous(struct gr_str word, char readings[GR_READINGS_TEXT])
{
    struct gr_str front;
    bool is_rate = cut_end(word, "bps", false, &front);
    if (is_rate || cut_end(word, "b", false, &front)) {
        const struct gr_unit_prefix *prefix = find_prefix(front, DECIMAL, true);
        if (prefix == NULL || (front.ptr[0] == prefix->text[0] && front.ptr[0] != 'k'))
            return false;
        const char *per = is_rate ? "/s" : "";
        (void)snprintf(readings, GR_READINGS_TEXT, "%sB%s (bytes) or %sbit%s (bits)", prefix->text,
                       per, prefix->text, per);
        return true;
    }
    if (!cut_end(word, "flops", true, &front) || cut_end(word, "FLOPS", false, &front) ||
        cut_end(word, "FLOPs", false, &front))
        return false;
    const struct gr_unit_prefix *prefix = find_prefix(front, DECIMAL, true);
    if (front.len > 0 && prefix == NULL)
        return false;
    const char *text = prefix == NULL ? "" : prefix->text;
    (void)snprintf(readings, GR_READINGS_TEXT, "%sFLOP (a count) or %sFLOP/s (a rate)", text, text);
    return true;
}

enum gr_unit_found gr_unit_word_find(struct gr_str word, struct gr_unit_word *out,
                                     char readings[GR_READINGS_TEXT])
{
    *out = (struct gr_unit_word){0};
    if (is_ambiguous(word, readings))
        return GR_UNIT_AMBIGUOUS;
    if (find_base(word, false, out) || find_label(word, out) || find_sloppy_byte(word, out) ||
        find_base(word, true, out))
        return GR_UNIT_FOUND;
    return GR_UNIT_UNKNOWN;
}

const char *gr_unit_word_nearest(struct gr_str word)
{
    const char *words[PREFIXED_COUNT + BASE_COUNT + 2 * MOST_LABELS];
    size_t count = 0;
    for (size_t i = 0; i < PREFIXED_COUNT; i++)
        words[count++] = prefixed[i];
    for (size_t i = 0; i < BASE_COUNT; i++)
        words[count++] = bases[i].word;
    for (size_t i = 0; i < gr_label_count() && i < MOST_LABELS; i++) {
        words[count++] = gr_label_at(i)->one;
        words[count++] = gr_label_at(i)->many;
    }
    return gr_nearest(word, words, count);
}
