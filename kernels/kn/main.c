/* kn: the helper that computes and times, in a process of its own so that a fault, a hang or a GPU
 * error ends it and nothing else. This file reads the command line; the commands are in their own
 * files.
 * SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "clock.h"
#include "cpu.h"
#include "kn.h"
#include "real.h"
#include "suggest.h"
#ifdef KN_HAS_CUDA
#include "cuda_device.h"
#endif

struct command {
    const char *name;
    enum kn_exit (*run)(const struct kn_options *options);
};

static const struct command commands[] = {
    {"list", kn_list},   {"run", kn_run_command}, {"check", kn_check_command},
    {"bench", kn_bench}, {"probe", kn_probe},     {"serve", kn_serve},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char help[] =
    "kn computes and times the reference kernels of Wallclock.\n"
    "\n"
    "  kn list [KERNEL...]             the catalogue: arguments, outputs, backends\n"
    "  kn run KERNEL [name=value...]   one run; the reply is tab-separated lines\n"
    "  kn serve                        the same for many requests on standard input\n"
    "  kn check [KERNEL]               every backend against scalar code\n"
    "  kn bench [KERNEL]               rates on every backend, with intervals\n"
    "  kn probe                        what this machine offers\n"
    "\n"
    "Options, anywhere on the line:\n"
    "  --isa scalar|avx2|avx512        use nothing above; or WALLCLOCK_ISA\n"
    "  --device cpu|cuda:N             run on the processor or on a GPU\n"
    "  --help\n"
    "\n"
    "Exit codes: 0 done, 1 a check failed, 2 wrong use, 3 the machine cannot, 5 no verdict.\n";

/* What a tick needs: who started us and when we last spoke. */
struct progress {
    pid_t parent;
    int64_t spoken_ns;
};

/* Reports at most ten times a second and stops the run when nobody is left to read it. */
static bool tick(void *context, const char *step, double done, double total)
{
    struct progress *progress = context;
    int64_t now_ns = kn_clock_ns();
    if (getppid() != progress->parent) {
        return false;
    }
    if (now_ns - progress->spoken_ns < 100000000) {
        return true;
    }
    progress->spoken_ns = now_ns;
    (void)printf("progress\t%s\t%.17g\t%.17g\n", step, done, total);
    return fflush(stdout) == 0;
}

static bool use_isa(struct kn_options *options, const char *word, const char *from)
{
    options->host.has_limit = true;
    if (!kn_isa_read(word, &options->host.limit)) {
        kn_complain("kn: %s must be scalar, avx2 or avx512, not %.40s", from, word);
        return false;
    }
    return true;
}

static bool use_device(struct kn_options *options, const char *word)
{
    int64_t device = 0;
    options->host.wants_gpu = strncmp(word, "cuda:", 5) == 0;
    if (strcmp(word, "cpu") == 0) {
        return true;
    }
    if (!options->host.wants_gpu || !kn_integer_read(word + 5, &device) || device < 0 ||
        device > 1023) {
        kn_complain("kn: --device must be cpu or cuda:N, not %.40s", word);
        return false;
    }
    options->host.device = (int)device;
    return true;
}

/* The value of "--name=value" or "--name value"; NULL when this is not that option or has no value.
 */
static const char *option_value(char **argv, int *at, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(argv[*at], name, length) != 0) {
        return NULL;
    }
    if (argv[*at][length] == '=') {
        return argv[*at] + length + 1;
    }
    return argv[*at][length] == '\0' && argv[*at + 1] != NULL ? argv[++*at] : NULL;
}

static bool read_option(struct kn_options *options, char **argv, int *at)
{
    const char *written = argv[*at];
    const char *value = option_value(argv, at, "--isa");
    if (value != NULL) {
        return use_isa(options, value, "--isa");
    }
    value = option_value(argv, at, "--device");
    if (value != NULL) {
        return use_device(options, value);
    }
    const char *const names[] = {"--isa", "--device", "--help"};
    const char *meant = kn_suggest(written, names, 3);
    kn_complain("kn: %.40s is no option or lacks its value%s%s", written,
                meant != NULL ? "; did you mean " : "", meant != NULL ? meant : "");
    return false;
}

/* Sorts the line into the command, options and words. */
static enum kn_exit read_line(struct kn_options *options, char **argv, const char **command)
{
    for (int at = 1; argv[at] != NULL; at++) {
        if (strncmp(argv[at], "--", 2) == 0) {
            if (!read_option(options, argv, &at)) {
                return KN_EXIT_USE;
            }
        } else if (*command == NULL) {
            *command = argv[at];
        } else if (options->word_count < KN_WORDS_MAX) {
            options->words[options->word_count++] = argv[at];
        } else {
            kn_complain("kn: more than %d words", (int)KN_WORDS_MAX);
            return KN_EXIT_USE;
        }
    }
    return KN_EXIT_DONE;
}

static enum kn_exit run_command(const char *name, const struct kn_options *options)
{
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++) {
        names[i] = commands[i].name;
        if (name != NULL && strcmp(name, names[i]) == 0) {
            return commands[i].run(options);
        }
    }
    if (name == NULL) {
        (void)fputs(help, stderr);
        return KN_EXIT_USE;
    }
    const char *meant = kn_suggest(name, names, COMMANDS);
    kn_complain("kn: no command is called %.40s%s%s%s", name,
                meant != NULL ? "; did you mean " : "; see kn --help", meant != NULL ? meant : "",
                meant != NULL ? "?" : "");
    return KN_EXIT_USE;
}

/* What was printed and never arrived is no success, whatever the command made of it. */
static enum kn_exit flushed(enum kn_exit status)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0) {
        return status;
    }
    kn_complain("kn: cannot write to standard output");
    return KN_EXIT_INTERNAL;
}

static bool asks_for_help(char **argv)
{
    for (size_t at = 1; argv[at] != NULL; at++) {
        if (strcmp(argv[at], "--help") == 0) {
            return true;
        }
    }
    return false;
}

/* Whatever the parent ignored or blocked: SIGTERM ends this program, and so does a closed pipe. A
 * file that may not grow further is an error of write like a full disk. */
static void reset_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;
    (void)sigemptyset(&action.sa_mask);
    (void)sigemptyset(&none);
    (void)sigaction(SIGTERM, &action, NULL);
    (void)sigaction(SIGPIPE, &action, NULL);
    action.sa_handler = SIG_IGN;
    (void)sigaction(SIGXFSZ, &action, NULL);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

int main(int argc, char **argv)
{
    struct progress progress = {.parent = getppid(), .spoken_ns = kn_clock_ns()};
    struct kn_options options = {.host = {.tick = tick, .tick_context = &progress}};
    const char *command = NULL;
    const char *isa = getenv("WALLCLOCK_ISA");
    (void)argc;
    reset_signals();
#ifdef KN_HAS_CUDA
    options.host.gpu = kn_cuda_gpu();
#endif
    if (asks_for_help(argv)) {
        (void)fputs(help, stdout);
        return (int)flushed(KN_EXIT_DONE);
    }
    if (isa != NULL && isa[0] != '\0' && !use_isa(&options, isa, "WALLCLOCK_ISA")) {
        return KN_EXIT_USE;
    }
    enum kn_exit read = read_line(&options, argv, &command);
    return (int)(read == KN_EXIT_DONE ? flushed(run_command(command, &options)) : read);
}
