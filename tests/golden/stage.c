/* See stage.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/golden/stage.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

enum { SCREEN_BYTES = 1 << 20, ENV_WORDS = 24 };

static const char *needed(const char *name)
{
    const char *value = getenv(name);
    ck_assert_msg(value != NULL, "%s is not set: run this through ctest", name);
    return value;
}

void stage_make(struct stage *stage, int rows, int columns)
{
    *stage = (struct stage){.rows = rows, .columns = columns};
    temp_folder_make(&stage->folder, true);
}

void stage_free(struct stage *stage)
{
    if (stage->is_on)
        vt_end(&stage->vt);
    temp_folder_remove(&stage->folder);
}

static void fail_with_screen(const struct stage *stage, const char *what, const char *text)
{
    struct gr_buf picture;
    gr_buf_start(&picture, SCREEN_BYTES);
    vt_print(&stage->vt, &picture);
    ck_abort_msg("%s \"%s\"; the screen shows:\n%s", what, text, gr_buf_cstr(&picture));
}

void stage_run_words(struct stage *stage, const char *const *words, size_t count)
{
    const char *argv[STAGE_WORDS + 4], *env[ENV_WORDS] = {"PATH=/usr/bin:/bin", "LOGNAME=golden"};
    char program[STAGE_PATH], course[STAGE_PATH], home[STAGE_PATH], data[STAGE_PATH];
    char kn[STAGE_PATH], term[STAGE_PATH], locale[STAGE_PATH];
    const char *base = stage->folder.path;
    size_t args = 0, vars = 2;
    (void)snprintf(program, sizeof program, "%s/wallclock", needed("WALLCLOCK_BIN"));
    (void)snprintf(course, sizeof course, "WALLCLOCK_COURSE=%s/tests/golden/course",
                   needed("WALLCLOCK_SOURCE"));
    (void)snprintf(kn, sizeof kn, "WALLCLOCK_KN=%s/kn", needed("WALLCLOCK_BIN"));
    (void)snprintf(home, sizeof home, "HOME=%s", base);
    (void)snprintf(data, sizeof data, "XDG_DATA_HOME=%s/data", base);
    (void)snprintf(term, sizeof term, "TERM=%s", stage->term ? stage->term : "xterm-256color");
    (void)snprintf(locale, sizeof locale, "LC_ALL=%s", stage->locale ? stage->locale : "C.UTF-8");
    const char *fixed[] = {course, kn, home, data, term, locale, "WALLCLOCK_NOW_MS=1700000000000"};
    for (size_t i = 0; i < 8 && stage->more[i] != NULL; i++)
        env[vars++] = stage->more[i];
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        env[vars++] = fixed[i];
    const char *sanitizer = getenv("ASAN_OPTIONS");
    char asan[STAGE_PATH];
    (void)snprintf(asan, sizeof asan, "ASAN_OPTIONS=%s", sanitizer == NULL ? "" : sanitizer);
    if (sanitizer != NULL)
        env[vars++] = asan;
    env[vars] = NULL;
    argv[args++] = program;
    for (size_t i = 0; i < count && i < STAGE_WORDS; i++)
        argv[args++] = words[i];
    argv[args] = NULL;
    if (stage->is_on)
        vt_end(&stage->vt);
    vt_start(&stage->vt, argv, env, stage->rows, stage->columns);
    stage->is_on = true;
}

void stage_run(struct stage *stage, ...)
{
    const char *words[STAGE_WORDS];
    size_t count = 0;
    va_list more;
    va_start(more, stage);
    for (const char *word = va_arg(more, const char *); word != NULL && count < STAGE_WORDS;
         word = va_arg(more, const char *))
        words[count++] = word;
    va_end(more);
    stage_run_words(stage, words, count);
}

void stage_wait(struct stage *stage, const char *text)
{
    if (!vt_wait(&stage->vt, text, VT_DEADLINE_MS))
        fail_with_screen(stage, "waited in vain for", text);
    vt_settle(&stage->vt, VT_QUIET_MS);
}

void stage_key(struct stage *stage, const char *names)
{
    char name[32];
    while (*names != '\0') {
        size_t len = strcspn(names, " ");
        (void)snprintf(name, sizeof name, "%.*s", (int)len, names);
        if (!vt_key(&stage->vt, name))
            fail_with_screen(stage, "no such key:", name);
        vt_settle(&stage->vt, VT_QUIET_MS); /* keys come one by one, as from fingers */
        names += len;
        names += strspn(names, " ");
    }
}

void stage_type(struct stage *stage, const char *text)
{
    vt_type(&stage->vt, text);
    vt_settle(&stage->vt, VT_QUIET_MS);
}

void stage_expect_end(struct stage *stage, int status, int within_ms)
{
    enum pty_news news = vt_wait_news(&stage->vt, within_ms);
    if (news != PTY_ENDED)
        fail_with_screen(stage, "it should have ended, but",
                         news == PTY_STOPPED ? "stopped" : "runs");
    ck_assert_int_eq(stage->vt.pty.status, status);
}

/* ---- scripts ----------------------------------------------------------------------------------
 */

static bool read_file(const char *path, struct gr_buf *out)
{
    char piece[4096];
    size_t got;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    while ((got = fread(piece, 1, sizeof piece, file)) > 0)
        gr_buf_add(out, (struct gr_str){piece, got});
    (void)fclose(file);
    return true;
}

static void write_file(const char *path, struct gr_str text)
{
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "cannot write %s", path);
    ck_assert_uint_eq(fwrite(text.ptr, 1, text.len, file), text.len);
    ck_assert_int_eq(fclose(file), 0);
}

static void compare_screen(struct stage *stage, const char *name)
{
    char path[STAGE_PATH];
    struct gr_buf now, wanted;
    gr_buf_start(&now, SCREEN_BYTES);
    gr_buf_start(&wanted, SCREEN_BYTES);
    (void)snprintf(path, sizeof path, "%s/tests/golden/screens/%s.screen",
                   needed("WALLCLOCK_SOURCE"), name);
    vt_settle(&stage->vt, VT_QUIET_MS);
    vt_print(&stage->vt, &now);
    if (getenv("GOLDEN_UPDATE") != NULL)
        write_file(path, gr_buf_view(&now));
    ck_assert_msg(read_file(path, &wanted), "%s is missing; GOLDEN_UPDATE=1 writes it", path);
    if (!gr_str_same(gr_buf_view(&now), gr_buf_view(&wanted)))
        ck_abort_msg("%s differs; now:\n%s\nwanted:\n%s", name, gr_buf_cstr(&now),
                     gr_buf_cstr(&wanted));
    gr_buf_free(&now);
    gr_buf_free(&wanted);
}

/* A number at *text, moving past it. */
static int take_number(const char **text)
{
    int number = 0;
    while (**text >= '0' && **text <= '9')
        number = number * 10 + (*(*text)++ - '0');
    return number;
}

static void take_size(const char *text, int *rows, int *columns)
{
    *columns = take_number(&text);
    ck_assert_int_eq(*text, 'x');
    text++;
    *rows = take_number(&text);
}

/* The text between the first pair of quotes, \n undone, in place. */
static char *unquote(char *text)
{
    char *start = strchr(text, '"'), *to = start;
    ck_assert_msg(start != NULL, "no quotes in %s", text);
    char *from = start + 1;
    for (; *from != '\0' && *from != '"'; from++)
        if (from[0] == '\\' && from[1] == 'n') {
            *to++ = '\n';
            from++;
        } else {
            *to++ = *from;
        }
    *to = '\0';
    return start;
}

static int signal_named(const char *name)
{
    static const struct {
        const char *name;
        int number;
    } all[] = {{"TSTP", SIGTSTP}, {"CONT", SIGCONT}, {"HUP", SIGHUP},
               {"TERM", SIGTERM}, {"INT", SIGINT},   {"SEGV", SIGSEGV}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(name, all[i].name) == 0)
            return all[i].number;
    ck_abort_msg("no such signal: %s", name);
    return 0;
}

static void run_line(struct stage *stage, char *rest)
{
    const char *words[STAGE_WORDS];
    size_t count = 0;
    for (char *word = rest; *word != '\0' && count < STAGE_WORDS;) {
        words[count++] = word;
        word += strcspn(word, " ");
        if (*word != '\0')
            *word++ = '\0';
    }
    ck_assert_msg(count > 0 && strcmp(words[0], "wallclock") == 0, "run wallclock ARGS...");
    stage_run_words(stage, words + 1, count - 1);
}

static void do_line(struct stage *stage, const char *verb, char *rest)
{
    const char *cursor = rest;
    if (strcmp(verb, "size") == 0) {
        take_size(rest, &stage->rows, &stage->columns);
    } else if (strcmp(verb, "run") == 0) {
        run_line(stage, rest);
    } else if (strcmp(verb, "wait") == 0) {
        stage_wait(stage, unquote(rest));
    } else if (strcmp(verb, "key") == 0) {
        stage_key(stage, rest);
    } else if (strcmp(verb, "type") == 0) {
        stage_type(stage, unquote(rest));
    } else if (strcmp(verb, "paste") == 0) {
        vt_paste(&stage->vt, unquote(rest));
    } else if (strcmp(verb, "screen") == 0) {
        compare_screen(stage, rest);
    } else if (strcmp(verb, "resize") == 0) {
        take_size(rest, &stage->rows, &stage->columns);
        vt_resize(&stage->vt, stage->rows, stage->columns);
        vt_settle(&stage->vt, VT_QUIET_MS);
    } else if (strcmp(verb, "signal") == 0) {
        pty_signal(&stage->vt.pty, signal_named(rest));
    } else if (strcmp(verb, "end") == 0) {
        stage_expect_end(stage, take_number(&cursor), VT_DEADLINE_MS);
    } else {
        ck_abort_msg("no such command in a script: %s", verb);
    }
}

void stage_script(const char *name)
{
    struct stage stage;
    struct gr_buf script;
    char path[STAGE_PATH];
    stage_make(&stage, 24, 80);
    gr_buf_start(&script, SCREEN_BYTES);
    (void)snprintf(path, sizeof path, "%s/tests/golden/scripts/%s.script",
                   needed("WALLCLOCK_SOURCE"), name);
    ck_assert_msg(read_file(path, &script), "cannot read %s", path);
    char *line = script.ptr;
    while (line != NULL && *line != '\0') {
        char *next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        char *rest = line + strcspn(line, " ");
        if (*rest != '\0')
            *rest++ = '\0';
        if (line[0] != '\0' && line[0] != '#')
            do_line(&stage, line, rest);
        line = next;
    }
    gr_buf_free(&script);
    stage_free(&stage);
}
