/* `kn bench [KERNEL]`: each kernel's rate on each backend with its interval, one tab-separated line
 * a rate: KERNEL ISA NAME VALUE LOW HIGH UNIT good|poor. A timed kernel tells its own rates; an
 * exact one is run again and again, whole, and its work divided by the median time.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "clock.h"
#include "kn.h"
#include "order.h"

enum { REPEATS = 15, BENCH_SETTINGS = 4 };

/* What is run; for exact kernels also which of the outputs (or a constant) is the work. */
struct row {
    const char *kernel;
    struct kn_setting settings[BENCH_SETTINGS];
    size_t count;
    const char *work_output; /* NULL: `work` */
    double work;
    const char *rate, *unit;
};

static const struct row rows[] = {
    {"roof", {{"k", "1"}}, 1, NULL, 0, NULL, NULL},
    {"chains", {{"k", "1"}}, 1, NULL, 0, NULL, NULL},
    {"stream", {{NULL, NULL}}, 0, NULL, 0, NULL, NULL},
    {"sum",
     {{"format", "bf16"}, {"v", "1.25"}, {"n", "1e6"}, {"lanes", "64"}},
     4,
     NULL,
     2e6, /* in the format and in fp32 */
     "bf16_additions",
     "1/s"},
    {"sum",
     {{"format", "fp16"}, {"v", "1.25"}, {"n", "1e6"}, {"lanes", "64"}},
     4,
     NULL,
     2e6,
     "fp16_additions",
     "1/s"},
    {"tiled", {{"n", "384"}, {"b", "48"}}, 2, "flop", 0, "product_and_check", "FLOP/s"},
    {"ring", {{"p", "4"}, {"n", "1e6"}, {"dtype", "fp32"}}, 3, "total_bytes", 0, "sent", "B/s"},
};

static void print_rate(const char *kernel, const struct kn_reply *reply, const char *name,
                       const struct kn_result *rate, const char *unit)
{
    (void)printf("%s\t%s\t%s\t%.5g\t%.5g\t%.5g\t%s\t%s\n", kernel, reply->isa, name, rate->value,
                 rate->low, rate->high, unit, reply->is_poor ? "poor" : "good");
    (void)fflush(stdout);
}

/* The timed outputs that are rates: their unit ends in "/s". */
static void print_own_rates(const struct kn_kernel *kernel, const struct kn_reply *reply)
{
    for (size_t i = 0; i < kernel->output_count; i++) {
        const struct kn_output *output = &kernel->outputs[i];
        size_t length = strlen(output->unit);
        if (length > 2 && strcmp(output->unit + length - 2, "/s") == 0) {
            print_rate(kernel->name, reply, output->name, &reply->outputs[i], output->unit);
        }
    }
}

static double work_of(const struct row *row, const struct kn_kernel *kernel,
                      const struct kn_reply *reply)
{
    for (size_t i = 0; row->work_output != NULL && i < kernel->output_count; i++) {
        if (strcmp(kernel->outputs[i].name, row->work_output) == 0) {
            return reply->outputs[i].value;
        }
    }
    return row->work;
}

static bool bench_exact(const struct row *row, const struct kn_kernel *kernel,
                        const struct kn_host *host, struct kn_reply *reply)
{
    double seconds[REPEATS];
    for (size_t repeat = 0; repeat < REPEATS + 1; repeat++) {
        int64_t start_ns = kn_clock_ns();
        kn_run(kernel, row->settings, row->count, host, reply);
        if (reply->status != KN_OK) {
            return false;
        }
        if (repeat > 0) { /* the first one pays for cold caches and pages */
            seconds[repeat - 1] = (double)(kn_clock_ns() - start_ns) * 1e-9;
        }
    }
    double work = work_of(row, kernel, reply);
    struct kn_estimate time_s = kn_estimate_quantile(seconds, REPEATS, 0.5);
    struct kn_result rate = {work / time_s.value, work / time_s.high, work / time_s.low, REPEATS};
    print_rate(row->kernel, reply, row->rate, &rate, row->unit);
    return true;
}

/* One row on one backend; false on a fault. A backend that is not there is no fault. */
static bool bench_row(const struct row *row, const struct kn_host *host)
{
    struct kn_reply reply;
    const struct kn_kernel *kernel = kn_catalogue_find(row->kernel);
    bool is_done = true;
    if (row->rate != NULL) {
        is_done = bench_exact(row, kernel, host, &reply);
    } else {
        kn_run(kernel, row->settings, row->count, host, &reply);
        is_done = reply.status == KN_OK;
        if (is_done) {
            print_own_rates(kernel, &reply);
        }
    }
    bool is_elsewhere = reply.status == KN_UNSUPPORTED || reply.status == KN_ABSENT;
    if (!is_done) {
        kn_complain("kn bench: %s: %s", row->kernel, reply.message);
    }
    return is_done || is_elsewhere;
}

static bool bench_backends(const struct row *row, const struct kn_options *options)
{
    const struct kn_kernel *kernel = kn_catalogue_find(row->kernel);
    struct kn_host host = options->host;
    bool is_good = true;
    host.tick = NULL; /* standard output carries rows, not progress */
    if (host.wants_gpu) {
        return bench_row(row, &host);
    }
    enum kn_backend last = host.has_limit ? host.limit : KN_AVX512;
    for (enum kn_backend backend = KN_SCALAR; backend <= last; backend++) {
        if ((kernel->backends >> backend & 1u) != 0) {
            host.has_limit = true;
            host.limit = backend;
            is_good = bench_row(row, &host) && is_good;
        }
    }
    return is_good;
}

enum kn_exit kn_bench(const struct kn_options *options)
{
    struct kn_reply reply;
    const char *name = options->word_count > 0 ? options->words[0] : NULL;
    bool is_good = true;
    if (options->word_count > 1 || (name != NULL && kn_find_kernel(name, &reply) == NULL)) {
        kn_complain("kn bench: %s", options->word_count > 1 ? "one kernel at most" : reply.message);
        return KN_EXIT_USE;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (name == NULL || strcmp(name, rows[i].kernel) == 0) {
            is_good = bench_backends(&rows[i], options) && is_good;
        }
    }
    return is_good ? KN_EXIT_DONE : KN_EXIT_NEGATIVE;
}
