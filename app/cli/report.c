/* See report.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/report.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/safe.h"
#include "grader/base/json.h"
#include "grader/course/yaml.h"

enum { PATH_SIZE = 4096, SOURCE_MOST = 4 << 20, LINE_CELLS = 100 };

bool report_format_from(const char *word, enum report_format *out)
{
    static const char *const words[] = {"human", "short", "json"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, words[i]) == 0) {
            *out = (enum report_format)i;
            return true;
        }
    }
    return false;
}

const char *report_path(const char *path, char *out, size_t size)
{
    char here[PATH_SIZE];
    size_t len = getcwd(here, sizeof here) == NULL ? 0 : strlen(here);
    bool inside = len > 1 && strncmp(path, here, len) == 0 && path[len] == '/';
    (void)snprintf(out, size, "%s", inside ? path + len + 1 : path);
    return out;
}

static bool is_same(const struct gr_diag *a, const struct gr_diag *b)
{
    const char *left = a->at.file == NULL ? "" : a->at.file;
    const char *right = b->at.file == NULL ? "" : b->at.file;
    return a->at.line == b->at.line && a->at.column == b->at.column && strcmp(left, right) == 0 &&
           strcmp(a->code, b->code) == 0 && strcmp(a->text, b->text) == 0;
}

/* Whether the finding's file is one of the paths or lies in one. */
static bool is_wanted(const struct gr_diag *diag, const char *const *paths, size_t count)
{
    char file[PATH_MAX];
    if (count == 0)
        return true;
    if (diag->at.file == NULL || realpath(diag->at.file, file) == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t len = strlen(paths[i]);
        if (strncmp(file, paths[i], len) == 0 && (file[len] == '\0' || file[len] == '/'))
            return true;
    }
    return false;
}

void report_select(struct gr_diags *diags, const char *const *paths, size_t count)
{
    gr_diags_sort(diags);
    size_t kept = 0;
    diags->errors = 0;
    diags->warnings = 0;
    for (size_t i = 0; i < diags->count; i++) {
        struct gr_diag diag = diags->items[i];
        bool twice = kept > 0 && is_same(&diags->items[kept - 1], &diag);
        if (twice || !is_wanted(&diag, paths, count))
            continue;
        diags->items[kept++] = diag;
        diags->errors += diag.severity == GR_ERROR ? 1 : 0;
        diags->warnings += diag.severity == GR_WARNING ? 1 : 0;
    }
    diags->count = kept;
}

/* Line `number` of the file, or the empty view. The text lives in the arena. */
static struct gr_str source_line(struct gr_arena *arena, const struct gr_pos *at)
{
    struct gr_str text = {0}, none = {.ptr = "", .len = 0};
    if (at->file == NULL || at->line == 0 ||
        !gr_file_read(arena, at->file, SOURCE_MOST, &text, NULL))
        return none;
    for (uint32_t line = 1; line < at->line; line++) {
        const char *end = memchr(text.ptr, '\n', text.len);
        if (end == NULL)
            return none;
        text = gr_str_from(text, (size_t)(end - text.ptr) + 1);
    }
    const char *end = memchr(text.ptr, '\n', text.len);
    if (end != NULL)
        text.len = (size_t)(end - text.ptr);
    return text;
}

static bool is_word(uint32_t code)
{
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
           (code >= '0' && code <= '9') || code == '_' || code == '-' || code >= 0x80;
}

/* Whether `code`, which ends at `at`, joins the word before it to one behind it. */
static bool is_joint(struct gr_str line, size_t at, uint32_t code)
{
    return (code == '.' || code == '/') && at < line.len && is_word((unsigned char)line.ptr[at]);
}

/* Copies the line with anything that could steer a terminal made harmless; returns how many
 * carets mark the word at `column`: "VIII.6.E4" and "FLOP/s" are one word each. */
static size_t add_line(struct gr_str line, uint32_t column, struct gr_buf *out)
{
    size_t carets = 0;
    bool in_word = true;
    uint32_t cell = 1;
    for (size_t at = 0; at < line.len && cell <= LINE_CELLS; cell++) {
        uint32_t code = 0;
        (void)gr_utf8_next(line, &at, &code);
        gr_buf_utf8(out, code == '\t' ? ' ' : safe_code(code));
        if (cell >= column && in_word) {
            in_word = is_word(code) || (carets > 0 && is_joint(line, at, code));
            carets += in_word || carets == 0 ? 1 : 0;
        }
    }
    gr_buf_char(out, '\n');
    return carets;
}

static void repeat(struct gr_buf *out, char c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        gr_buf_char(out, c);
}

static void add_source(const struct gr_diag *diag, struct gr_str line, struct gr_buf *out)
{
    char number[16];
    int width = snprintf(number, sizeof number, "%u", (unsigned)diag->at.line);
    gr_buf_printf(out, " %*s |\n %s | ", width, "", number);
    size_t carets = add_line(line, diag->at.column, out);
    gr_buf_printf(out, " %*s |", width, "");
    if (diag->at.column > 0 && diag->at.column <= LINE_CELLS) {
        repeat(out, ' ', diag->at.column);
        repeat(out, '^', carets == 0 ? 1 : carets);
        if (diag->suggestion != NULL)
            gr_buf_printf(out, " did you mean \"%s\"?", diag->suggestion);
    }
    gr_buf_char(out, '\n');
}

static void add_path(const struct gr_diag *diag, struct gr_buf *out)
{
    char path[PATH_SIZE];
    safe_add(out, gr_str(report_path(diag->at.file, path, sizeof path)), SAFE_NAME);
}

static void add_place(const struct gr_diag *diag, struct gr_buf *out)
{
    if (diag->at.file == NULL)
        return;
    gr_buf_text(out, "  --> ");
    add_path(diag, out);
    if (diag->at.line > 0)
        gr_buf_printf(out, ":%u:%u", (unsigned)diag->at.line, (unsigned)diag->at.column);
    gr_buf_char(out, '\n');
}

void report_human(const struct gr_diags *diags, struct gr_buf *out)
{
    for (size_t i = 0; i < diags->count; i++) {
        const struct gr_diag *diag = &diags->items[i];
        struct gr_arena arena = {0};
        gr_buf_printf(out, "%s[%s]: ", gr_severity_word(diag->severity), diag->code);
        safe_add(out, gr_str(diag->text), SAFE_NAME);
        gr_buf_char(out, '\n');
        add_place(diag, out);
        struct gr_str line = source_line(&arena, &diag->at);
        if (line.len > 0)
            add_source(diag, line, out);
        else if (diag->suggestion != NULL)
            gr_buf_printf(out, "  = did you mean \"%s\"?\n", diag->suggestion);
        if (diag->help != NULL)
            gr_buf_printf(out, "  = help: %s\n", diag->help);
        gr_buf_char(out, '\n');
        gr_arena_free(&arena);
    }
}

void report_short(const struct gr_diags *diags, struct gr_buf *out)
{
    for (size_t i = 0; i < diags->count; i++) {
        const struct gr_diag *diag = &diags->items[i];
        if (diag->at.file != NULL) {
            add_path(diag, out);
            gr_buf_printf(out, ":%u:%u: ", (unsigned)diag->at.line, (unsigned)diag->at.column);
        }
        gr_buf_printf(out, "%s[%s]: ", gr_severity_word(diag->severity), diag->code);
        safe_add(out, gr_str(diag->text), SAFE_NAME);
        if (diag->suggestion != NULL)
            gr_buf_printf(out, "; did you mean \"%s\"?", diag->suggestion);
        gr_buf_char(out, '\n');
    }
}

static void add_finding(const struct gr_diag *diag, struct gr_json *json)
{
    char path[PATH_SIZE];
    gr_json_open(json, NULL, '{');
    gr_json_text(json, "severity", gr_severity_word(diag->severity));
    gr_json_text(json, "code", diag->code);
    if (diag->at.file != NULL) {
        gr_json_text(json, "file", report_path(diag->at.file, path, sizeof path));
        gr_json_integer(json, "line", diag->at.line);
        gr_json_integer(json, "column", diag->at.column);
    }
    gr_json_text(json, "message", diag->text);
    if (diag->suggestion != NULL)
        gr_json_text(json, "suggestion", diag->suggestion);
    if (diag->help != NULL)
        gr_json_text(json, "help", diag->help);
    gr_json_close(json, '}');
}

void report_json(const struct gr_diags *diags, struct gr_json *json)
{
    gr_json_integer(json, "errors", (int64_t)diags->errors);
    gr_json_integer(json, "warnings", (int64_t)diags->warnings);
    gr_json_open(json, "findings", '[');
    for (size_t i = 0; i < diags->count; i++)
        add_finding(&diags->items[i], json);
    gr_json_close(json, ']');
}

static void add_count(size_t count, const char *noun, struct gr_buf *out)
{
    gr_buf_printf(out, "%zu %s%s", count, noun, count == 1 ? "" : "s");
}

void report_summary(const struct gr_diags *diags, struct gr_buf *out)
{
    size_t files = 0;
    const char *file = NULL;
    for (size_t i = 0; i < diags->count; i++) {
        const char *here = diags->items[i].at.file;
        if (here != NULL && (file == NULL || strcmp(here, file) != 0))
            files++;
        file = here == NULL ? file : here;
    }
    if (diags->count == 0) {
        gr_buf_text(out, "no findings");
        return;
    }
    add_count(diags->errors, "error", out);
    gr_buf_text(out, ", ");
    add_count(diags->warnings, "warning", out);
    size_t notes = diags->count - diags->errors - diags->warnings;
    if (notes > 0) {
        gr_buf_text(out, ", ");
        add_count(notes, "note", out);
    }
    gr_buf_text(out, " in ");
    add_count(files, "file", out);
}
