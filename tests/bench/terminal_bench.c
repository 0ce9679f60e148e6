/* Measures terminal programs beside each other: start to full first paint, key
 * to paint, resident memory, and CPU time and wake-ups while idle. Run by
 * tests/bench/run, which prepares the programs.
 *
 *     terminal_bench RUNS -- NAME PROGRAM ARG... [-- NAME PROGRAM ARG...]...
 *
 * The first program is ours, the others its peers. Every round starts each
 * program once, in an order that turns, so whatever the machine does between
 * rounds hits all of them; a ratio is the median of the ratios within rounds,
 * with the interval that holds it. Rows go to standard output: name, ours,
 * peer, ratio, low, high, unit. A program that paints nothing or does not
 * answer keys is an error (exit 1), never a good figure.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/order_stats.h"
#include "tests/bench/proc_usage.h"
#include "tests/bench/pty_child.h"

enum {
    MAX_PROGRAMS = 8,
    MAX_RUNS = 200,
    IDLE_RUNS = 3, /* two seconds each, and idleness hardly varies */
    KEYS = 20,
    IDLE_MS = 2000,
    START_QUIET_MS = 50,
    KEY_QUIET_MS = 15,
    DEADLINE_MS = 3000,
    KEY_DEADLINE_MS = 250,
};

enum figure { START, KEY, RESIDENT, IDLE_CPU, IDLE_WAKEUPS, FIGURES };

/* The bars are the project's own: what each may cost at most. */
static const struct {
    const char *name;
    const char *unit;
    double bar;
} FIGURE[FIGURES] = {
    [START] = {"start-to-paint", "ms", 20.0},      [KEY] = {"key-to-paint", "ms", 1.0},
    [RESIDENT] = {"resident-memory", "MB", 12.0},  [IDLE_CPU] = {"idle-cpu", "ms/s", 0.0},
    [IDLE_WAKEUPS] = {"idle-wakeups", "1/s", 0.0},
};

struct program {
    const char *name;
    const char *const *argv;
    double sample[FIGURES][MAX_RUNS];
};

static bool fail(const struct program *program, const char *why)
{
    (void)fprintf(stderr, "terminal_bench: %s %s\n", program->name, why);
    return false;
}

/* Down and up in turn, so that a cursor never sticks at an end and each key changes the screen. */
static bool time_keys(struct pty_child *child, struct program *program, size_t run)
{
    double answered_ms[KEYS];
    size_t answered = 0;
    for (int i = 0; i < KEYS; i++) {
        uint64_t last_ns = 0;
        uint64_t sent_ns = pty_child_type(child, i % 2 == 0 ? "j" : "k");
        if (sent_ns == 0)
            return fail(program, "ended while keys were typed");
        if (pty_child_read_answer(child, KEY_QUIET_MS, KEY_DEADLINE_MS, &last_ns))
            answered_ms[answered++] = (double)(last_ns - sent_ns) / 1e6;
        else if (i + 1 > (int)answered + KEYS / 2)
            return fail(program, "answers fewer than half of the keys");
    }
    program->sample[KEY][run] = order_stats_of(answered_ms, answered).median;
    return true;
}

static bool measure_idle(struct pty_child *child, struct program *program, size_t run)
{
    struct proc_usage before;
    struct proc_usage after;
    uint64_t ignored_ns = 0;
    if (!proc_usage_read(pty_child_pid(child), &before))
        return fail(program, "ended before it could idle");
    uint64_t from_ns = bench_now_ns();
    /* Waiting for output that does not come is the wait; what does come restarts nothing here. */
    while (bench_now_ns() - from_ns < (uint64_t)IDLE_MS * 1000000u)
        (void)pty_child_read_answer(child, 1, 100, &ignored_ns);
    double waited_s = (double)(bench_now_ns() - from_ns) / 1e9;
    if (!proc_usage_read(pty_child_pid(child), &after))
        return fail(program, "ended while idle");
    program->sample[IDLE_CPU][run] = (double)(after.cpu_ns - before.cpu_ns) / 1e6 / waited_s;
    program->sample[IDLE_WAKEUPS][run] = (double)(after.wakeups - before.wakeups) / waited_s;
    return true;
}

static bool measure_child(struct pty_child *child, struct program *program, size_t run,
                          bool with_idle)
{
    uint64_t painted_ns = 0;
    struct proc_usage usage;
    if (!pty_child_read_answer(child, START_QUIET_MS, DEADLINE_MS, &painted_ns))
        return fail(program, "paints nothing or ends at once");
    if (pty_child_cells_written(child) < PTY_COLUMNS)
        return fail(program, "leaves the screen almost empty");
    program->sample[START][run] = (double)(painted_ns - pty_child_started_ns(child)) / 1e6;
    if (!time_keys(child, program, run))
        return false;
    if (!proc_usage_read(pty_child_pid(child), &usage))
        return fail(program, "ended after its keys");
    program->sample[RESIDENT][run] = (double)usage.resident_bytes / 1e6;
    return !with_idle || measure_idle(child, program, run);
}

static bool measure(struct program *program, size_t run, bool with_idle)
{
    struct pty_child *child = pty_child_start(program->argv);
    if (child == NULL)
        return fail(program, "could not be started");
    bool is_measured = measure_child(child, program, run, with_idle);
    pty_child_end(child);
    return is_measured;
}

static size_t runs_of(enum figure figure, size_t runs)
{
    bool is_idle = figure == IDLE_CPU || figure == IDLE_WAKEUPS;
    return is_idle && runs > IDLE_RUNS ? IDLE_RUNS : runs;
}

static void print_row(enum figure figure, const char *peer, const double value[2],
                      const struct order_stats *ratio)
{
    (void)printf("%s:%s\t%.4g\t%.4g\t", FIGURE[figure].name, peer, value[0], value[1]);
    if (isfinite(ratio->median) && isfinite(ratio->high))
        (void)printf("%.3g\t%.3g\t%.3g\t", ratio->median, ratio->low, ratio->high);
    else
        (void)printf("-\t-\t-\t"); /* a peer that costs nothing has no ratio */
    (void)printf("%s\n", FIGURE[figure].unit);
}

static void print_beside(const struct program *ours, const struct program *peer, enum figure figure,
                         size_t runs)
{
    double ratio[MAX_RUNS];
    for (size_t run = 0; run < runs; run++)
        ratio[run] = ours->sample[figure][run] / peer->sample[figure][run];
    struct order_stats stats = order_stats_of(ratio, runs);
    double values[2] = {order_stats_of(ours->sample[figure], runs).median,
                        order_stats_of(peer->sample[figure], runs).median};
    print_row(figure, peer->name, values, &stats);
}

static void print_beside_bar(const struct program *ours, enum figure figure, size_t runs)
{
    double bar = FIGURE[figure].bar;
    struct order_stats stats = order_stats_of(ours->sample[figure], runs);
    double values[2] = {stats.median, bar};
    stats = (struct order_stats){stats.median / bar, stats.low / bar, stats.high / bar};
    print_row(figure, "bar", values, &stats);
}

static void print_all(const struct program *programs, size_t count, size_t runs)
{
    for (enum figure figure = START; figure < FIGURES; figure++) {
        size_t figure_runs = runs_of(figure, runs);
        print_beside_bar(&programs[0], figure, figure_runs);
        for (size_t i = 1; i < count; i++)
            print_beside(&programs[0], &programs[i], figure, figure_runs);
    }
}

/* Splits `-- NAME PROGRAM ARG... -- ...`; the separators become the ends of the argument lists. */
static size_t read_programs(char **argv, int argc, struct program *programs)
{
    size_t count = 0;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--") != 0)
            continue;
        argv[i] = NULL;
        if (count == MAX_PROGRAMS || i + 2 >= argc)
            return 0;
        programs[count].name = argv[i + 1];
        programs[count].argv = (const char *const *)(argv + i + 2);
        count++;
    }
    return count;
}

static size_t read_runs(const char *text)
{
    size_t runs = 0;
    for (; *text >= '0' && *text <= '9' && runs <= MAX_RUNS; text++)
        runs = runs * 10 + (size_t)(*text - '0');
    return *text == '\0' && runs <= MAX_RUNS ? runs : 0;
}

int main(int argc, char **argv)
{
    size_t runs = argc > 1 ? read_runs(argv[1]) : 0;
    struct program *programs = calloc(MAX_PROGRAMS, sizeof *programs);
    size_t count = runs > 0 && programs != NULL ? read_programs(argv + 2, argc - 2, programs) : 0;
    if (count == 0) {
        (void)fprintf(stderr, "usage: terminal_bench RUNS -- NAME PROGRAM ARG... [-- ...]\n");
        free(programs);
        return 2;
    }
    bool is_measured = true;
    /* Round 0 is thrown away: it fills the page cache and makes each program's own folders. */
    for (size_t round = 0; round <= runs && is_measured; round++) {
        bool with_idle = round > 0 && round <= IDLE_RUNS;
        size_t run = round == 0 ? 0 : round - 1;
        for (size_t i = 0; i < count && is_measured; i++)
            is_measured = measure(&programs[(i + round) % count], run, with_idle);
    }
    if (is_measured)
        print_all(programs, count, runs);
    free(programs);
    return is_measured ? 0 : 1;
}
