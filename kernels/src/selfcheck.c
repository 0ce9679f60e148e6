/* Which checks there are, and running them over the backends at hand.
 * SPDX-License-Identifier: MIT */
#include "selfcheck.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gpu.h"

struct rule {
    const char *kernel, *text;
    kn_check_ops_fn *check;
};

static const struct rule rules[] = {
    {"roof", "equals fmaf, or two roundings where not fused", kn_check_roof},
    {"chains", "equals fmaf, or two roundings where not fused", kn_check_chains},
    {"stream", "bit-identical to scalar", kn_check_stream},
    {"sum", "bit-identical to scalar", kn_check_sum},
    {"sum", "conversions bit-identical to scalar", kn_check_convert},
    {"tiled", "bit-identical to scalar", kn_check_tile},
};

void kn_check_case(struct kn_check_row *row, bool is_right, const char *format, ...)
{
    row->cases++;
    if (is_right) {
        return;
    }
    if (row->faults++ == 0) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(row->first_fault, sizeof row->first_fault, format, args);
        va_end(args);
    }
}

/* Bytes that rank r sends, from the derivation: all chunks twice, less two. */
static double ring_bytes(size_t p, size_t n, size_t r)
{
    size_t kept = 0;
    for (size_t ahead = 1; ahead <= 2; ahead++) {
        kept += n / p + ((r + ahead) % p < n % p);
    }
    return p == 1 ? 0 : 4.0 * (double)(2 * n - kept);
}

static void check_ring(const struct kn_host *host, struct kn_check_row *row)
{
    const size_t sizes[] = {0, 1, 5, 8, 97, 1009};
    for (size_t p = 1; p <= 8; p++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            char ranks[24], length[24];
            struct kn_reply reply;
            (void)snprintf(ranks, sizeof ranks, "%zu", p);
            (void)snprintf(length, sizeof length, "%zu", sizes[i]);
            const struct kn_setting settings[] = {{"p", ranks}, {"n", length}, {"dtype", "fp32"}};
            kn_run(kn_catalogue_find("ring"), settings, 3, host, &reply);
            bool is_right =
                reply.status == KN_OK && reply.outputs[0].value == ring_bytes(p, sizes[i], 0);
            kn_check_case(row, is_right, "p %zu n %zu: %.60s", p, sizes[i], reply.message);
        }
    }
}

static void check_gpu_sum(const struct kn_host *host, struct kn_check_row *row)
{
    const char *const formats[] = {"fp32", "bf16", "fp16"};
    const char *const values[] = {"0.1", "1", "1.25", "-3", "1e-6"};
    struct kn_host on_cpu = *host;
    on_cpu.wants_gpu = false;
    for (size_t f = 0; f < 3; f++) {
        for (size_t v = 0; v < 5; v++) {
            const struct kn_setting settings[] = {
                {"format", formats[f]}, {"v", values[v]}, {"n", "5001"}, {"lanes", "7"}};
            struct kn_reply device, cpu;
            kn_run(kn_catalogue_find("sum"), settings, 4, host, &device);
            kn_run(kn_catalogue_find("sum"), settings, 4, &on_cpu, &cpu);
            bool is_right = device.status == KN_OK;
            for (size_t i = 0; i < 5; i++) {
                is_right = is_right && device.outputs[i].value == cpu.outputs[i].value;
            }
            kn_check_case(row, is_right, "%s %s: %.60s", formats[f], values[v], device.message);
        }
    }
}

static void check_gpu_stream(const struct kn_host *host, struct kn_check_row *row)
{
    struct kn_reply reply;
    kn_run(kn_catalogue_find("stream"), NULL, 0, host, &reply);
    kn_check_case(row, reply.status == KN_OK, "%.100s", reply.message);
}

static bool is_asked(const char *asked, const char *kernel)
{
    return asked == NULL || strcmp(asked, kernel) == 0;
}

static bool tell_row(const struct kn_check_row *row, kn_check_fn *tell, void *context)
{
    tell(context, row);
    return row->faults == 0;
}

static bool check_loops(const char *kernel, const struct kn_host *host, kn_check_fn *tell,
                        void *context)
{
    struct kn_cpu cpu;
    bool is_clean = true;
    kn_cpu_detect(&cpu);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        for (size_t index = 0; is_asked(kernel, rules[i].kernel) && index < KN_OPS_COUNT; index++) {
            const struct kn_ops *ops = kn_ops_at(index, &cpu);
            if (ops == NULL || (host->has_limit && ops->backend > host->limit)) {
                continue;
            }
            struct kn_check_row row = {
                .kernel = rules[i].kernel, .isa = ops->isa, .rule = rules[i].text};
            rules[i].check(ops, &row);
            is_clean = tell_row(&row, tell, context) && is_clean;
        }
    }
    return is_clean;
}

static bool check_gpu(const char *kernel, const struct kn_host *host, kn_check_fn *tell,
                      void *context)
{
    char device[64];
    bool is_clean = true;
    struct kn_host on_gpu = *host;
    on_gpu.wants_gpu = true;
    if (host->gpu == NULL || host->gpu->probe(host->device, device, sizeof device) != KN_OK) {
        return true;
    }
    struct kn_check_row sum = {.kernel = "sum", .isa = "cuda", .rule = "equals the CPU's results"};
    struct kn_check_row stream = {.kernel = "stream", .isa = "cuda", .rule = "own check passes"};
    if (is_asked(kernel, "sum")) {
        check_gpu_sum(&on_gpu, &sum);
        is_clean = tell_row(&sum, tell, context);
    }
    if (is_asked(kernel, "stream")) {
        check_gpu_stream(&on_gpu, &stream);
        is_clean = tell_row(&stream, tell, context) && is_clean;
    }
    return is_clean;
}

bool kn_check(const char *kernel, const struct kn_host *host, kn_check_fn *tell, void *context)
{
    bool is_clean = check_loops(kernel, host, tell, context);
    if (is_asked(kernel, "ring")) {
        struct kn_host on_cpu = *host;
        on_cpu.wants_gpu = false;
        struct kn_check_row row = {
            .kernel = "ring", .isa = "threads", .rule = "bytes equal the closed form"};
        check_ring(&on_cpu, &row);
        is_clean = tell_row(&row, tell, context) && is_clean;
    }
    return check_gpu(kernel, host, tell, context) && is_clean;
}
