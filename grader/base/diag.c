/* See diag.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *GR_PRINTF(2, 0)
    format_text(struct gr_diags *diags, const char *format, va_list args)
{
    char text[512];
    (void)vsnprintf(text, sizeof text, format, args);
    return gr_arena_text(&diags->arena, gr_str(text));
}

static struct gr_diag *next_slot(struct gr_diags *diags)
{
    if (diags->count == diags->size) {
        size_t size = diags->size == 0 ? 16 : diags->size * 2;
        struct gr_diag *items = realloc(diags->items, size * sizeof *items);
        if (items == NULL)
            return NULL;
        diags->items = items;
        diags->size = size;
    }
    return &diags->items[diags->count];
}

struct gr_diag *gr_diag_add(struct gr_diags *diags, enum gr_severity severity, const char *code,
                            struct gr_pos at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = format_text(diags, format, args);
    va_end(args);
    struct gr_diag *diag = next_slot(diags);
    if (at.file != NULL)
        at.file = gr_arena_text(&diags->arena, gr_str(at.file));
    if (text == NULL || diag == NULL) {
        diags->lost++;
        return NULL;
    }
    *diag = (struct gr_diag){.severity = severity, .code = code, .at = at, .text = text};
    diags->count++;
    if (severity == GR_ERROR)
        diags->errors++;
    if (severity == GR_WARNING)
        diags->warnings++;
    return diag;
}

void gr_diag_help(struct gr_diags *diags, struct gr_diag *diag, const char *format, ...)
{
    if (diag == NULL)
        return;
    va_list args;
    va_start(args, format);
    diag->help = format_text(diags, format, args);
    va_end(args);
}

void gr_diag_suggest(struct gr_diags *diags, struct gr_diag *diag, const char *word)
{
    if (diag != NULL && word != NULL)
        diag->suggestion = gr_arena_text(&diags->arena, gr_str(word));
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The run of digits at *text, leading zeros left out; *text moves behind it. */
static struct gr_str take_digits(const char **text)
{
    const char *at = *text;
    while (*at == '0' && is_digit(at[1]))
        at++;
    struct gr_str run = {.ptr = at, .len = strspn(at, "0123456789")};
    *text = at + run.len;
    return run;
}

/* Digits count as numbers, of any length, so that "2 of 10" stands before "10 of 10". */
static int compare_texts(const char *a, const char *b)
{
    const char *left = a, *right = b;
    while (*left != '\0' && *right != '\0') {
        if (!is_digit(*left) || !is_digit(*right)) {
            if (*left != *right)
                break;
            left++;
            right++;
            continue;
        }
        struct gr_str x = take_digits(&left), y = take_digits(&right);
        if (x.len != y.len)
            return x.len < y.len ? -1 : 1;
        int order = memcmp(x.ptr, y.ptr, x.len);
        if (order != 0)
            return order;
    }
    int order = strcmp(left, right);
    return order != 0 ? order : strcmp(a, b); /* "7" and "07" still differ */
}

static int compare_diags(const void *left, const void *right)
{
    const struct gr_diag *a = left, *b = right;
    int order = strcmp(a->at.file == NULL ? "" : a->at.file, b->at.file == NULL ? "" : b->at.file);
    if (order == 0)
        order = compare_numbers(a->at.line, b->at.line);
    if (order == 0)
        order = compare_numbers(a->at.column, b->at.column);
    if (order == 0)
        order = strcmp(a->code, b->code);
    return order != 0 ? order : compare_texts(a->text, b->text);
}

void gr_diags_sort(struct gr_diags *diags)
{
    if (diags->count > 1)
        qsort(diags->items, diags->count, sizeof *diags->items, compare_diags);
}

void gr_diags_free(struct gr_diags *diags)
{
    free(diags->items);
    gr_arena_free(&diags->arena);
    *diags = (struct gr_diags){0};
}

const char *gr_severity_word(enum gr_severity severity)
{
    switch (severity) {
    case GR_ERROR:
        return "error";
    case GR_WARNING:
        return "warning";
    case GR_NOTE:
        break;
    }
    return "note";
}
