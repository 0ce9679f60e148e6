/* What commands print on a terminal: its own characters only. A terminal whose locale is not UTF-8
 * gets the ASCII form of everything, formulas and titles alike, as `doctor` says.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/cli/world.h"
#include "tests/support/pty.h"

static struct world world;

static void set_up(void)
{
    world_make(&world);
    world_edit(&world, "content/T.1/basics/1.md", "title: Bytes",
               "title: \"\xCE\xBB \xE2\x89\xA4 \xCF\x84\"");
    world_edit(&world, "content/T.1/basics/1.md", "$8n$", "$8n \\le \\tau\\beta$");
}

static void tear_down(void)
{
    world_free(&world);
}

/* Everything the program wrote to its terminal until it ended. */
static void collect(struct pty *pty, struct gr_buf *out)
{
    char piece[4096];
    struct pollfd from = {.fd = pty->master, .events = POLLIN};
    bool has_ended = false;
    while (!has_ended || poll(&from, 1, 0) > 0) {
        ssize_t got = poll(&from, 1, 50) > 0 ? read(pty->master, piece, sizeof piece) : 0;
        if (got < 0 && errno != EINTR)
            return; /* the terminal is closed on the other side */
        if (got > 0)
            gr_buf_add(out, (struct gr_str){.ptr = piece, .len = (size_t)got});
        has_ended = has_ended || pty_news(pty, 0) == PTY_ENDED;
    }
}

static const char *run_on_terminal(const char *const *args, const char *locale, struct gr_buf *out)
{
    char course[WORLD_PATH + 32];
    const char *argv[] = {world.program, args[0], args[1], args[2], NULL};
    (void)snprintf(course, sizeof course, "WALLCLOCK_COURSE=%s", world.course);
    const char *const env[] = {
        "PATH=/usr/bin:/bin", "TERM=xterm", world.home, world.data, world.kn, course, locale, NULL};
    struct pty pty;
    pty_start(&pty, argv, env, 40, 100);
    collect(&pty, out);
    pty_end(&pty);
    return gr_buf_cstr(out);
}

/* The README's own walk, run as it is written there: what a reader sees must be what it shows. */
static const char *walk_line(const char *at, char *line, size_t size)
{
    size_t len = strcspn(at, "\n");
    (void)snprintf(line, size, "%.*s", (int)len, at);
    return at[len] == '\0' ? at + len : at + len + 1;
}

static const char *run_in_shell(const char *words, struct gr_buf *out)
{
    char program[2 * WORLD_PATH], command[4 * WORLD_PATH];
    const char *const args[] = {"-c", command, NULL};
    (void)snprintf(program, sizeof program, "%s", world.program);
    (void)snprintf(command, sizeof command, "%s %s 2>/dev/null", program, words);
    (void)snprintf(world.program, sizeof world.program, "/bin/sh");
    gr_buf_clear(out);
    (void)run_on_terminal(args, "LC_ALL=C.UTF-8", out);
    (void)snprintf(world.program, sizeof world.program, "%.*s", WORLD_PATH - 1, program);
    return gr_buf_cstr(out);
}

START_TEST(the_walk_of_the_readme_is_what_one_sees)
{
    char path[WORLD_PATH + 16], line[1024];
    struct gr_arena arena = {0};
    struct gr_str raw;
    struct gr_buf out;
    size_t commands = 0;
    gr_buf_start(&out, 1 << 20);
    world_make(&world);
    (void)snprintf(world.course, sizeof world.course, "%s", getenv("WALLCLOCK_SOURCE"));
    (void)snprintf(path, sizeof path, "%s/README.md", world.course);
    ck_assert(gr_file_read(&arena, path, 1 << 20, &raw, NULL));
    const char *at = strstr(gr_arena_text(&arena, raw), "## A first walk");
    const char *seen = NULL; /* what is left of the command's output */
    ck_assert_ptr_nonnull(at);
    for (at = walk_line(at, line, sizeof line); at[0] != '\0' && strncmp(at, "## ", 3) != 0;) {
        at = walk_line(at, line, sizeof line);
        if (strncmp(line, "    $ ./run ", 12) == 0) {
            seen = run_in_shell(line + 12, &out);
            commands++;
        } else if (strncmp(line, "    ", 4) == 0) {
            ck_assert_ptr_nonnull(seen);
            seen = strstr(seen, line + 4);
            ck_assert_msg(seen != NULL, "not (or not there): %s\nin: %s", line, gr_buf_cstr(&out));
            seen += strlen(line + 4);
        }
    }
    ck_assert_uint_ge(commands, 4);
    gr_buf_free(&out);
    gr_arena_free(&arena);
    tear_down();
}
END_TEST

static bool is_ascii(const char *text)
{
    while (*text != '\0' && (unsigned char)*text < 0x80)
        text++;
    return *text == '\0';
}

static const struct {
    const char *args[4];
    const char *unicode, *ascii;
} prints[] = {
    {{"read", "basics.1"}, "8n \xE2\x89\xA4 \xCF\x84\xCE\xB2", "8n <= tau beta"},
    {{"list"}, "\xCE\xBB \xE2\x89\xA4 \xCF\x84 (new)", "lambda <= tau (new)"},
    {{"read", "\xCE\xBB"}, "\xCE\xBB", "lambda"}, /* a message on standard error */
};

START_TEST(a_terminal_without_utf8_gets_ascii_and_nothing_else)
{
    for (size_t i = 0; i < sizeof prints / sizeof prints[0]; i++) {
        struct gr_buf out;
        gr_buf_start(&out, 1 << 20);
        set_up();
        world_says(run_on_terminal(prints[i].args, "LC_ALL=C.UTF-8", &out), prints[i].unicode);
        gr_buf_clear(&out);
        const char *text = run_on_terminal(prints[i].args, "LC_ALL=C", &out);
        ck_assert_msg(is_ascii(text), "%s", text);
        world_says(text, prints[i].ascii);
        gr_buf_free(&out);
        tear_down();
    }
}
END_TEST

START_TEST(doctor_says_what_the_other_commands_do)
{
    static const char *const args[] = {"doctor", NULL, NULL};
    struct gr_buf out;
    gr_buf_start(&out, 1 << 20);
    set_up();
    world_says(run_on_terminal(args, "LC_ALL=C", &out), "are shown in ASCII");
    gr_buf_free(&out);
    tear_down();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_terminal_without_utf8_gets_ascii_and_nothing_else,
        doctor_says_what_the_other_commands_do,
        the_walk_of_the_readme_is_what_one_sees,
    };
    return world_tests("text on a terminal", 40, tests, sizeof tests / sizeof tests[0]);
}
