/* See kn_reply.h. A line is split at its tabs into views; a reply is read twice, once to count
 * outputs and once to keep them. Nothing is believed: field counts, words and numbers are all
 * checked.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/kn_reply.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/num/decimal.h"
#include "kn/protocol.h"

enum { END_FIELDS = 4, GATE_FIELDS = 4, OUT_FIELDS = 8, PROGRESS_FIELDS = 4, TEXT_FIELDS = 3 };

struct fields {
    struct gr_str at[KN_FIELDS_MAX];
    size_t count;
};

bool gr_kn_next_line(struct gr_str *text, struct gr_str *line)
{
    const char *end = text->len == 0 ? NULL : memchr(text->ptr, '\n', text->len);
    if (end == NULL)
        return false;
    *line = (struct gr_str){text->ptr, (size_t)(end - text->ptr)};
    *text = gr_str_from(*text, line->len + 1);
    return true;
}

static bool split(struct gr_str line, struct fields *out)
{
    out->count = 0;
    for (;;) {
        if (out->count == KN_FIELDS_MAX)
            return false;
        const char *tab = line.len == 0 ? NULL : memchr(line.ptr, '\t', line.len);
        size_t length = tab == NULL ? line.len : (size_t)(tab - line.ptr);
        out->at[out->count++] = (struct gr_str){line.ptr, length};
        if (tab == NULL)
            return true;
        line = gr_str_from(line, length + 1);
    }
}

/* Doubles as kn prints them; what cannot be held is infinite or zero. */
static bool read_number(struct gr_str text, double *out)
{
    if (gr_str_is(text, "nan") || gr_str_is(text, "-nan")) {
        *out = (double)NAN;
        return true;
    }
    bool is_negative = gr_str_starts(text, "-");
    if (gr_str_is(text, "inf") || gr_str_is(text, "-inf")) {
        *out = is_negative ? -(double)INFINITY : (double)INFINITY;
        return true;
    }
    switch (gr_decimal_read(text, out)) {
    case GR_DECIMAL_OK:
        return true;
    case GR_DECIMAL_TOO_SMALL:
        *out = 0;
        return true;
    case GR_DECIMAL_TOO_LARGE:
        *out = is_negative ? -(double)INFINITY : (double)INFINITY;
        return true;
    case GR_DECIMAL_NOT:
        break;
    }
    return false;
}

static bool read_count(struct gr_str text, uint64_t *out)
{
    int64_t value = 0;
    if (!gr_str_integer(text, &value) || value < 0)
        return false;
    *out = (uint64_t)value;
    return true;
}

static void keep_text(struct gr_str text, char *out, size_t size)
{
    size_t length = text.len < size ? text.len : size - 1;
    while (length > 0 && length < text.len && ((unsigned char)text.ptr[length] & 0xC0u) == 0x80)
        length--; /* never half a character */
    memcpy(out, text.ptr, length);
    out[length] = '\0';
}

static bool read_output(const struct fields *fields, struct gr_kn_output *out)
{
    return fields->at[1].len > 0 && read_number(fields->at[2], &out->value) &&
           read_number(fields->at[5], &out->low) && read_number(fields->at[6], &out->high) &&
           read_count(fields->at[7], &out->samples);
}

static enum gr_kn_line look_at_progress(const struct fields *fields, struct gr_progress *progress)
{
    struct gr_progress news = {0};
    if (fields->count != PROGRESS_FIELDS || !read_count(fields->at[2], &news.done) ||
        !read_count(fields->at[3], &news.total))
        return GR_KN_LINE_BROKEN;
    keep_text(fields->at[1], news.step, sizeof news.step);
    if (progress != NULL)
        *progress = news;
    return GR_KN_LINE_PROGRESS;
}

static bool is_gate(const struct fields *fields)
{
    return fields->count == GATE_FIELDS &&
           (gr_str_is(fields->at[2], "pass") || gr_str_is(fields->at[2], "fail"));
}

static bool is_end(const struct fields *fields)
{
    return fields->count == END_FIELDS && fields->at[1].len > 0 &&
           (gr_str_is(fields->at[2], "good") || gr_str_is(fields->at[2], "poor"));
}

static bool has_control(struct gr_str line)
{
    for (size_t i = 0; i < line.len; i++) {
        unsigned char c = (unsigned char)line.ptr[i];
        if ((c < ' ' && c != '\t') || c == 127)
            return true;
    }
    return false;
}

enum gr_kn_line gr_kn_line_look(struct gr_str line, struct gr_progress *progress)
{
    struct fields fields = {0};
    struct gr_kn_output output;
    if (line.len >= KN_LINE_MAX || gr_utf8_bad(line) < line.len || has_control(line) ||
        !split(line, &fields))
        return GR_KN_LINE_BROKEN;
    struct gr_str word = fields.at[0];
    if (gr_str_is(word, "progress"))
        return look_at_progress(&fields, progress);
    if (gr_str_is(word, "text"))
        return fields.count == TEXT_FIELDS ? GR_KN_LINE_PART : GR_KN_LINE_BROKEN;
    if (gr_str_is(word, "out"))
        return fields.count == OUT_FIELDS && read_output(&fields, &output) ? GR_KN_LINE_PART
                                                                           : GR_KN_LINE_BROKEN;
    if (gr_str_is(word, "gate"))
        return is_gate(&fields) ? GR_KN_LINE_PART : GR_KN_LINE_BROKEN;
    if (gr_str_is(word, "end"))
        return is_end(&fields) ? GR_KN_LINE_END : GR_KN_LINE_BROKEN;
    return GR_KN_LINE_BROKEN;
}

static size_t count_outputs(struct gr_str text)
{
    size_t count = 0;
    for (struct gr_str line; gr_kn_next_line(&text, &line);)
        count += gr_str_starts(line, "out\t") ? 1 : 0;
    return count;
}

static bool keep(struct gr_arena *arena, struct gr_str text, const char **out)
{
    *out = gr_arena_text(arena, text);
    return *out != NULL;
}

static bool keep_output(const struct fields *fields, struct gr_arena *arena,
                        struct gr_kn_reply *reply)
{
    struct gr_kn_output *output = &reply->outputs[reply->output_count++];
    return read_output(fields, output) && keep(arena, fields->at[1], &output->name) &&
           keep(arena, fields->at[3], &output->unit);
}

/* The first gate that failed is the reason. */
static bool keep_gate(const struct fields *fields, struct gr_arena *arena,
                      struct gr_kn_reply *reply)
{
    if (!gr_str_is(fields->at[2], "fail") || reply->reason[0] != '\0')
        return true;
    return keep(arena, fields->at[3].len > 0 ? fields->at[3] : fields->at[1], &reply->reason);
}

static bool keep_line(struct gr_str line, struct gr_arena *arena, struct gr_kn_reply *reply)
{
    struct fields fields = {0};
    if (!split(line, &fields))
        return false;
    if (gr_str_is(fields.at[0], "out"))
        return keep_output(&fields, arena, reply);
    if (gr_str_is(fields.at[0], "gate"))
        return keep_gate(&fields, arena, reply);
    if (!gr_str_is(fields.at[0], "text"))
        return true;
    if (gr_str_is(fields.at[1], "backend"))
        return keep(arena, fields.at[2], &reply->backend);
    if (gr_str_is(fields.at[1], "machine"))
        return keep(arena, fields.at[2], &reply->machine);
    if (gr_str_is(fields.at[1], "request"))
        (void)read_count(fields.at[2], &reply->request); /* no number: it answers none */
    return true;
}

/* The end line: status, quality, message. */
static bool judge_end(struct gr_str line, struct gr_arena *arena, struct gr_kn_reply *reply,
                      struct gr_err *err)
{
    struct fields fields = {0};
    if (!split(line, &fields) || !is_end(&fields))
        return gr_fail(err, GR_E_MACHINE, "the helper kn ended its reply with a broken line");
    char status[32];
    char message[240];
    keep_text(fields.at[1], status, sizeof status);
    keep_text(fields.at[3], message, sizeof message);
    if (strcmp(status, "bad-argument") == 0)
        return gr_fail(err, GR_E_COURSE, "%s", message[0] == '\0' ? "bad argument" : message);
    if (strcmp(status, "ok") != 0)
        return gr_fail(err, GR_E_MACHINE, "%s: %s", status,
                       message[0] == '\0' ? "the helper kn said no more" : message);
    reply->is_good = gr_str_is(fields.at[2], "good");
    if (reply->is_good)
        reply->reason = "";
    else if (reply->reason[0] == '\0' &&
             !keep(arena, fields.at[3].len > 0 ? fields.at[3] : gr_str("the run was disturbed"),
                   &reply->reason))
        return gr_fail(err, GR_E_MEMORY, "no memory for the reply of kn");
    return true;
}

bool gr_kn_reply_is_sound(const struct gr_kn_reply *reply)
{
    if (reply->output_count > KN_FIELDS_MAX)
        return false;
    for (size_t i = 0; i < reply->output_count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(reply->outputs[i].name, reply->outputs[j].name) == 0)
                return false;
    return true;
}

bool gr_kn_reply_read(struct gr_str text, struct gr_arena *arena, struct gr_kn_reply *reply,
                      struct gr_err *err)
{
    size_t count = count_outputs(text);
    *reply = (struct gr_kn_reply){.backend = "", .machine = "", .reason = ""};
    reply->outputs = gr_arena_array(arena, count, sizeof *reply->outputs);
    bool is_kept = reply->outputs != NULL;
    struct gr_str line = {0};
    while (is_kept && gr_kn_next_line(&text, &line))
        is_kept = keep_line(line, arena, reply);
    if (!is_kept)
        return gr_fail(err, GR_E_MEMORY, "no memory for the reply of kn");
    return judge_end(line, arena, reply, err);
}
