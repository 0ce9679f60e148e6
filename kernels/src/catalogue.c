/* The rows of the catalogue. Each kernel is three const tables (arguments, outputs, the row) and
 * nothing else knows its names: the parser, `kn list`, the reply writer and the grader's checker
 * all read them here. Arguments are in the order in which the kernel's code indexes them, so a new
 * one is added at the end; KN_ARGS_MAX and KN_OUTPUTS_MAX of kn/run.h bound both.
 * SPDX-License-Identifier: MIT */
#include "kn/catalogue.h"

#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

enum {
    CPU = 1u << KN_SCALAR | 1u << KN_AVX2 | 1u << KN_AVX512,
    CPU_AND_GPU = CPU | 1u << KN_CUDA,
    THREADS_ONLY = 1u << KN_SCALAR
};

static const struct kn_arg roof_args[] = {
    {"k", KN_INTEGER, "", 1, 256, NULL, NULL, "fused multiply-adds per element"},
};
static const struct kn_output roof_outputs[] = {
    {"elements", "", KN_EXACT, "fp32 elements streamed, sized to come from DRAM"},
    {"stream_rate", "B/s", KN_TIMED, "bytes per second at k = 1, 8 B an element"},
    {"peak_rate", "FLOP/s", KN_TIMED, "arithmetic rate at k = 128 in the first-level cache"},
    {"time", "s", KN_TIMED, "time of the whole array at the asked k"},
};

static const struct kn_arg chains_args[] = {
    {"k", KN_INTEGER, "", 1, 12, NULL, NULL, "independent accumulator chains"},
};
static const struct kn_output chains_outputs[] = {
    {"latency", "s", KN_TIMED, "one vector FMA that waits for the one before it"},
    {"issue_rate", "1/s", KN_TIMED, "vector FMAs per second, best of 8, 10 and 12 chains"},
    {"width", "", KN_EXACT, "floats in one vector"},
    {"rate", "FLOP/s", KN_TIMED, "arithmetic rate with exactly k chains"},
};

static const struct kn_output stream_outputs[] = {
    {"elements", "", KN_EXACT, "fp32 elements in each of the two arrays"},
    {"rate", "B/s", KN_TIMED, "bytes per second of p -= c*g, 12 B an element"},
    {"time", "s", KN_TIMED, "time of one pass over both arrays"},
};

static const char *const format_words[] = {"fp32", "bf16", "fp16", NULL};
static const char *const order_words[] = {"turns", "blocks", NULL};
static const struct kn_arg sum_args[] = {
    {"format", KN_TEXT, "", 0, 0, format_words, NULL, "format of the accumulators"},
    {"v", KN_REAL, "", -1e30, 1e30, NULL, NULL, "the number added, first rounded to the format"},
    {"n", KN_INTEGER, "", 0, 16777216, NULL, NULL, "how many copies are added"},
    {"lanes", KN_INTEGER, "", 1, 64, NULL, NULL, "accumulators"},
    {"order", KN_TEXT, "", 0, 0, order_words, "turns", "who takes the next copy"},
};
static const struct kn_output sum_outputs[] = {
    {"result", "", KN_EXACT, "the sum in the format, lanes added pairwise at the end"},
    {"addend", "", KN_EXACT, "v after rounding to the format"},
    {"exact", "", KN_EXACT, "n times the rounded v"},
    {"fp32_result", "", KN_EXACT, "the same additions with fp32 accumulators"},
    {"stuck_after", "", KN_EXACT, "additions after which the first lane no longer moves, or n"},
};

static const struct kn_arg tiled_args[] = {
    {"n", KN_INTEGER, "", 1, 2048, NULL, NULL, "rows and columns of the matrices"},
    {"b", KN_INTEGER, "", 1, 256, NULL, NULL, "rows and columns of a tile; n/b at most 128"},
};
static const struct kn_output tiled_outputs[] = {
    {"words", "", KN_EXACT, "words moved, loads plus stores"},
    {"loads", "", KN_EXACT, "words copied into the scratchpad"},
    {"stores", "", KN_EXACT, "words copied out of it"},
    {"untiled", "", KN_EXACT, "words of the loop without a scratchpad, 2*n^3 + n^2"},
    {"bound", "", KN_EXACT, "lower bound 2*n^3/sqrt(S) - 2*S for a scratchpad of S = 3*b^2"},
    {"flop", "FLOP", KN_EXACT, "work, 2*n^3"},
};

static const char *const dtype_words[] = {"fp32", "bf16", NULL};
static const char *const transport_words[] = {"threads", NULL};
static const struct kn_arg ring_args[] = {
    {"p", KN_INTEGER, "", 1, 64, NULL, NULL, "ranks"},
    {"n", KN_INTEGER, "", 0, 16777216, NULL, NULL, "elements of the vector; p*n at most 2^26"},
    {"dtype", KN_TEXT, "", 0, 0, dtype_words, NULL, "format of an element"},
    {"rank", KN_INTEGER, "", 0, 63, NULL, "0", "the rank whose bytes are asked; less than p"},
    {"transport", KN_TEXT, "", 0, 0, transport_words, "threads", "what carries the messages"},
};
static const struct kn_output ring_outputs[] = {
    {"bytes", "B", KN_EXACT, "bytes that `rank` sent"},
    {"total_bytes", "B", KN_EXACT, "bytes that all ranks sent"},
    {"messages", "", KN_EXACT, "messages that all ranks sent"},
    {"steps", "", KN_EXACT, "steps of the ring, both laps"},
};

static const struct kn_kernel rows[] = {
    {"roof", "K fused multiply-adds on each streamed element: which ceiling binds?", KN_TIMED,
     roof_args, COUNT(roof_args), roof_outputs, COUNT(roof_outputs), CPU, "2*k*elements",
     "8*elements"},
    {"chains", "k independent chains of vector FMAs: latency against throughput", KN_TIMED,
     chains_args, COUNT(chains_args), chains_outputs, COUNT(chains_outputs), CPU, "2*width*k", "0"},
    {"stream", "in-place update p -= c*g from DRAM", KN_TIMED, NULL, 0, stream_outputs,
     COUNT(stream_outputs), CPU_AND_GPU, "2*elements", "12*elements"},
    {"sum", "n copies of v added in a short format, round to nearest even", KN_EXACT, sum_args,
     COUNT(sum_args), sum_outputs, COUNT(sum_outputs), CPU_AND_GPU, "n", "0"},
    {"tiled", "matrix product through a scratchpad of three tiles, words counted", KN_EXACT,
     tiled_args, COUNT(tiled_args), tiled_outputs, COUNT(tiled_outputs), CPU, "2*n^3", "4*words"},
    {"ring", "ring all-reduce of a vector over p ranks, bytes counted", KN_EXACT, ring_args,
     COUNT(ring_args), ring_outputs, COUNT(ring_outputs), THREADS_ONLY, "(p-1)*n", "total_bytes"},
};

size_t kn_catalogue_count(void)
{
    return COUNT(rows);
}

const struct kn_kernel *kn_catalogue_at(size_t index)
{
    return index < COUNT(rows) ? &rows[index] : NULL;
}

const struct kn_kernel *kn_catalogue_find(const char *name)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

const struct kn_arg *kn_kernel_arg(const struct kn_kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->arg_count; i++) {
        if (strcmp(kernel->args[i].name, name) == 0) {
            return &kernel->args[i];
        }
    }
    return NULL;
}

const struct kn_output *kn_kernel_output(const struct kn_kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->output_count; i++) {
        if (strcmp(kernel->outputs[i].name, name) == 0) {
            return &kernel->outputs[i];
        }
    }
    return NULL;
}

const char *kn_class_word(enum kn_class kernel_class)
{
    static const char *const words[] = {"exact", "seeded", "timed"};
    size_t index = (size_t)kernel_class;
    return index < COUNT(words) ? words[index] : "exact";
}

const char *kn_backend_word(enum kn_backend backend)
{
    static const char *const words[] = {"scalar", "avx2", "avx512", "cuda"};
    size_t index = (size_t)backend;
    return index < COUNT(words) ? words[index] : "scalar";
}
