/* A helper that plays kn from a script, so that every way kn can fail is at hand. FAKE_KN holds the
 * script: steps separated by ';', run anew for each request line read from standard input (the last
 * step done, the next request is read; end of input ends it with status 0).
 *
 *     say TEXT        writes TEXT, its "\t" and "\n" turned into tab and line end
 *     echo            writes the request back as its machine, tabs turned into blanks
 *     self            writes its process number as its machine
 *     here            writes its process number as the progress made
 *     words TEXT      writes TEXT and a line end to standard error
 *     flood           writes text lines for ever
 *     noise           writes 1 MiB to standard error, then goes on
 *     progress        writes progress lines for ever, ten a second
 *     line            writes one line that never ends
 *     hang            waits for ever
 *     deaf            stops reading: waits before reading any request
 *     refuse          ends with status 2 and words before reading any request
 *     exit N          ends with status N
 *     crash           dies of SIGSEGV
 *     child           starts a process that waits for ever, and writes its number as its machine
 *     end             writes a good end line
 * FAKE_KN_ARGS names a file that gets the command line.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sys/resource.h>

static void wait_for_ever(void)
{
    for (;;)
        (void)pause();
}

static void say(const char *text)
{
    for (; *text != '\0'; text++) {
        bool is_escape = text[0] == '\\' && (text[1] == 't' || text[1] == 'n');
        (void)putchar(is_escape ? (text[1] == 't' ? '\t' : '\n') : *text);
        text += is_escape ? 1 : 0;
    }
    (void)fflush(stdout);
}

static void echo(const char *request)
{
    (void)fputs("text\tmachine\t", stdout);
    for (; *request != '\0' && *request != '\n'; request++)
        (void)putchar(*request == '\t' ? ' ' : *request);
    say("\\n");
}

static void progress_for_ever(void)
{
    for (unsigned long done = 0;; done++) {
        (void)printf("progress\tmeasuring\t%lu\t0\n", done);
        if (fflush(stdout) != 0)
            return;
        (void)nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

static void flood(const char *text)
{
    while (fputs(text, stdout) >= 0)
        ;
    exit(4);
}

static void crash(void)
{
    (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    (void)sigaction(SIGSEGV, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    (void)raise(SIGSEGV);
}

static void say_process(pid_t pid)
{
    (void)printf("text\tmachine\t%ld\n", (long)pid);
    (void)fflush(stdout);
}

static void say_here(void)
{
    (void)printf("progress\there\t%ld\t0\n", (long)getpid());
    (void)fflush(stdout);
}

static void start_child(void)
{
    pid_t pid = fork();
    if (pid == 0)
        wait_for_ever();
    say_process(pid);
}

static void noise(void)
{
    for (int i = 0; i < 1 << 14; i++)
        (void)fputs("0123456789012345678901234567890123456789012345678901234567890123\n", stderr);
}

static bool take(const char *step, const char *word, const char **rest)
{
    size_t length = strlen(word);
    if (strncmp(step, word, length) != 0 || (step[length] != '\0' && step[length] != ' '))
        return false;
    *rest = step[length] == '\0' ? step + length : step + length + 1;
    return true;
}

static void do_step(const char *step, const char *request)
{
    const char *rest;
    if (take(step, "say", &rest))
        say(rest);
    else if (take(step, "echo", &rest))
        echo(request);
    else if (take(step, "self", &rest))
        say_process(getpid());
    else if (take(step, "here", &rest))
        say_here();
    else if (take(step, "words", &rest))
        (void)fprintf(stderr, "%s\n", rest);
    else if (take(step, "flood", &rest))
        flood("text\tnote\tmore and more and more and more and more\n");
    else if (take(step, "line", &rest))
        flood("more and more ");
    else if (take(step, "noise", &rest))
        noise();
    else if (take(step, "progress", &rest))
        progress_for_ever();
    else if (take(step, "hang", &rest) || take(step, "deaf", &rest))
        wait_for_ever();
    else if (take(step, "exit", &rest))
        exit(rest[0] - '0');
    else if (take(step, "crash", &rest))
        crash();
    else if (take(step, "child", &rest))
        start_child();
    else if (take(step, "end", &rest))
        say("end\\tok\\tgood\\t\\n");
}

static void play(const char *script, const char *request)
{
    char copy[8192];
    (void)snprintf(copy, sizeof copy, "%s", script);
    for (char *step = copy; step != NULL;) {
        char *end = strchr(step, ';');
        if (end != NULL)
            *end = '\0';
        do_step(step, request);
        step = end == NULL ? NULL : end + 1;
    }
}

static void note_arguments(int argc, char **argv)
{
    const char *path = getenv("FAKE_KN_ARGS");
    FILE *file = path == NULL ? NULL : fopen(path, "w");
    if (file == NULL)
        return;
    for (int i = 1; i < argc; i++)
        (void)fprintf(file, "%s\n", argv[i]);
    (void)fclose(file);
}

int main(int argc, char **argv)
{
    const char *script = getenv("FAKE_KN");
    char request[8192];
    note_arguments(argc, argv);
    if (script == NULL)
        return 2;
    if (strncmp(script, "deaf", 4) == 0)
        wait_for_ever();
    if (strncmp(script, "refuse", 6) == 0) {
        (void)fputs("no such set\n", stderr);
        return 2;
    }
    while (fgets(request, sizeof request, stdin) != NULL)
        play(script, request);
    return 0;
}
