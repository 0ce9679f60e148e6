/* See source.h. One pass over the raw bytes copies them, code point by code point, into the arena;
 * what is refused is replaced by one '_' each, so columns stay true.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/course/yaml.h"

enum { MOST_FINDINGS = 20 }; /* of one file while cleaning; the rest would say the same */

static bool read_all(int fd, char *bytes, size_t size, size_t *got)
{
    *got = 0;
    while (*got < size) {
        ssize_t n = read(fd, bytes + *got, size - *got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        if (n == 0)
            break;
        *got += (size_t)n;
    }
    return true;
}

static bool read_open_file(struct gr_arena *arena, int fd, const char *path, size_t most,
                           struct gr_str *out, struct gr_err *err)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return gr_fail(err, GR_E_COURSE, "cannot read %s: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return gr_fail(err, GR_E_COURSE, "%s is not a regular file", path);
    if ((uintmax_t)status.st_size > most)
        return gr_fail(err, GR_E_COURSE, "%s is over %zu KiB; split it", path, most / 1024);
    size_t size = (size_t)status.st_size;
    char *bytes = gr_arena_array(arena, size + 1, 1);
    if (bytes == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory while reading %s", path);
    if (!read_all(fd, bytes, size, &size))
        return gr_fail(err, GR_E_COURSE, "cannot read %s: %s", path, strerror(errno));
    *out = (struct gr_str){.ptr = bytes, .len = size};
    return true;
}

bool gr_file_read(struct gr_arena *arena, const char *path, size_t most, struct gr_str *out,
                  struct gr_err *err)
{
    /* Without O_NONBLOCK a FIFO named like a page would hang the course. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return gr_fail(err, GR_E_COURSE, "cannot open %s: %s", path, strerror(errno));
    bool done = read_open_file(arena, fd, path, most, out, err);
    (void)close(fd);
    return done;
}

void gr_report_memory(struct gr_diags *diags, const char *file)
{
    struct gr_pos at = {.file = file};
    (void)gr_diag_add(diags, GR_ERROR, "Y000", at, "out of memory while reading this file");
}

const char *gr_character_refused(uint32_t code_point)
{
    if (code_point == '\n' || code_point == '\t')
        return NULL;
    if (code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0))
        return "a control character";
    if (code_point == 0x061C || code_point == 0x200E || code_point == 0x200F ||
        (code_point >= 0x202A && code_point <= 0x202E) ||
        (code_point >= 0x2066 && code_point <= 0x2069))
        return "a character that turns the reading direction";
    if (code_point == 0x2028 || code_point == 0x2029)
        return "a Unicode line separator";
    if ((code_point >= 0x200B && code_point <= 0x200D) || code_point == 0x2060 ||
        code_point == 0xFEFF)
        return "an invisible character";
    return NULL;
}

struct cleaning {
    struct gr_source *out;
    struct gr_diags *diags;
    struct gr_pos at; /* of the next character */
    enum gr_tabs tabs;
    bool in_indent;
    char *bytes;
    size_t len;
    size_t *starts;
};

static void report(struct cleaning *work, const char *code, const char *what, const char *help)
{
    if (work->out->findings++ >= MOST_FINDINGS)
        return;
    struct gr_diag *diag = gr_diag_add(work->diags, GR_ERROR, code, work->at, "%s", what);
    gr_diag_help(work->diags, diag, "%s", help);
}

static void put(struct cleaning *work, struct gr_str piece)
{
    memcpy(work->bytes + work->len, piece.ptr, piece.len);
    work->len += piece.len;
}

static void put_line_end(struct cleaning *work)
{
    put(work, gr_str("\n"));
    work->starts[work->out->line_count++] = work->len;
    work->at.line++;
    work->at.column = 1;
    work->in_indent = true;
}

static void put_character(struct cleaning *work, struct gr_str piece, uint32_t code_point)
{
    const char *refused = gr_character_refused(code_point);
    bool is_tab = code_point == '\t' && work->in_indent && work->tabs == GR_TABS_REFUSED;
    if (refused != NULL) {
        char what[96];
        (void)snprintf(what, sizeof what, "%s (U+%04X)", refused, (unsigned)code_point);
        report(work, "Y003", what, "remove it, or write what is meant in words");
    }
    if (is_tab)
        report(work, "Y004", "a tab in the indentation", "indent with blanks");
    work->in_indent = work->in_indent && (code_point == ' ' || code_point == '\t');
    put(work, refused != NULL ? gr_str("_") : is_tab ? gr_str(" ") : piece);
    work->at.column++;
}

static struct gr_str without_bom(struct gr_str raw)
{
    return gr_str_starts(raw, "\xEF\xBB\xBF") ? gr_str_from(raw, 3) : raw;
}

static bool looks_like_utf16(struct gr_str raw)
{
    return gr_str_starts(raw, "\xFF\xFE") || gr_str_starts(raw, "\xFE\xFF");
}

static bool clean_all(struct cleaning *work, struct gr_str raw)
{
    size_t i = 0;
    while (i < raw.len) {
        size_t start = i;
        uint32_t code_point;
        if (!gr_utf8_next(raw, &i, &code_point)) {
            report(work, "Y002",
                   looks_like_utf16(raw) ? "the file is UTF-16, not UTF-8"
                                         : "these bytes are not UTF-8",
                   "save the file as UTF-8");
            return false;
        }
        if (code_point == '\r' && i < raw.len && raw.ptr[i] == '\n')
            continue;
        if (code_point == '\n')
            put_line_end(work);
        else
            put_character(work, (struct gr_str){.ptr = raw.ptr + start, .len = i - start},
                          code_point);
    }
    return true;
}

static size_t count_lines(struct gr_str raw)
{
    size_t lines = 1;
    for (size_t i = 0; i < raw.len; i++)
        lines += raw.ptr[i] == '\n';
    return lines;
}

bool gr_source_clean(struct gr_arena *arena, struct gr_str raw, struct gr_pos at, enum gr_tabs tabs,
                     struct gr_source *out, struct gr_diags *diags)
{
    raw = without_bom(raw);
    *out = (struct gr_source){.file = at.file, .first_line = at.line, .line_count = 1};
    struct cleaning work = {.out = out,
                            .diags = diags,
                            .at = {.file = at.file, .line = at.line, .column = 1},
                            .tabs = tabs,
                            .in_indent = true};
    work.bytes = gr_arena_array(arena, raw.len + 1, 1);
    work.starts = gr_arena_array(arena, count_lines(raw), sizeof *work.starts);
    if (work.bytes == NULL || work.starts == NULL) {
        gr_report_memory(diags, at.file);
        return false;
    }
    if (!clean_all(&work, raw))
        return false;
    out->text = (struct gr_str){.ptr = work.bytes, .len = work.len};
    out->line_starts = work.starts;
    return true;
}

struct gr_str gr_source_line(const struct gr_source *source, uint32_t number)
{
    struct gr_str none = {.ptr = "", .len = 0};
    if (number < source->first_line || number - source->first_line >= source->line_count)
        return none;
    size_t index = number - source->first_line;
    size_t start = source->line_starts[index];
    size_t end =
        index + 1 < source->line_count ? source->line_starts[index + 1] - 1 : source->text.len;
    return (struct gr_str){.ptr = source->text.ptr + start, .len = end - start};
}
