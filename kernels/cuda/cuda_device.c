/* Host side of the CUDA kernels, in C through cudaLibraryLoadData, cudaLibraryGetKernel and
 * cudaLaunchKernel. Nothing is remembered between calls: a device is set, a library loaded, memory
 * taken and all of it given back within one. The first error of a call is kept and ends it.
 *
 * Timing: events around each pass of a private stream; a short lead is queued in front of the first
 * event, so that the launch itself lies outside, and each pass is far larger than the L2 cache.
 * SPDX-License-Identifier: MIT */
#include "cuda_device.h"

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

#include "compare.h"
#include "cpu.h"
#include "ops.h"
#include "protocol_m.h"
#include "stream.h"

enum { THREADS = 256, BLOCKS_MAX = 8192, COMPARED = 1 << 20, TRIES = 3 };

static const float factor = 0x1p-20f;

struct loaded {
    cudaLibrary_t library;
    cudaKernel_t kernel;
    cudaError_t error; /* the first; nothing is done after it */
};

enum kn_status kn_cuda_status(int code)
{
    switch (code) {
    case 0:
        return KN_OK;
    case 3:   /* initialization error */
    case 34:  /* stub library in place of the driver */
    case 35:  /* driver absent or older than the runtime */
    case 46:  /* all devices busy or forbidden */
    case 100: /* no device */
    case 101: /* no device of that number */
    case 802: /* system not ready */
    case 803: /* driver and display driver differ */
    case 999: /* unknown error while starting */
        return KN_ABSENT;
    case 209: /* no code for this device's architecture */
    case 222: /* built by a newer toolkit than the driver knows */
        return KN_UNSUPPORTED;
    case 2:
        return KN_NO_MEMORY;
    default:
        return KN_FAILED;
    }
}

static void fail(struct kn_reply *reply, const char *what, cudaError_t error)
{
    kn_reply_fail(reply, kn_cuda_status((int)error), "CUDA, %s: %s (code %d)", what,
                  cudaGetErrorString(error), (int)error);
}

static enum kn_status probe(int device, char *text, size_t text_size)
{
    int count = 0;
    struct cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && device >= count) {
        (void)snprintf(text, text_size, "there is no device %d; %d answer", device, count);
        return KN_ABSENT;
    }
    if (error == cudaSuccess) {
        error = cudaGetDeviceProperties(&properties, device);
    }
    if (error != cudaSuccess) {
        (void)snprintf(text, text_size, "no GPU answers: %s (code %d)", cudaGetErrorString(error),
                       (int)error);
        return kn_cuda_status((int)error);
    }
    (void)snprintf(text, text_size, "%.64s", properties.name);
    return KN_OK;
}

static struct loaded load(int device, const void *fatbin, const char *name)
{
    struct loaded loaded = {.error = cudaSetDevice(device)};
    if (loaded.error == cudaSuccess) {
        loaded.error = cudaLibraryLoadData(&loaded.library, fatbin, NULL, NULL, 0, NULL, NULL, 0);
    }
    if (loaded.error == cudaSuccess) {
        loaded.error = cudaLibraryGetKernel(&loaded.kernel, loaded.library, name);
    }
    return loaded;
}

static void unload(const struct loaded *loaded)
{
    if (loaded->library != NULL) {
        (void)cudaLibraryUnload(loaded->library);
    }
}

static cudaError_t launch(const struct loaded *loaded, unsigned blocks, void **args,
                          cudaStream_t stream)
{
    const dim3 grid = {blocks, 1, 1}, block = {THREADS, 1, 1};
    return cudaLaunchKernel((const void *)loaded->kernel, grid, block, args, 0, stream);
}

/* Device memory of one sum: the accumulators and the count of moves. */
struct sum_memory {
    float *accumulators;
    unsigned long long *moves;
};

static cudaError_t sum_on(const struct loaded *loaded, int format, struct kn_lanes *lanes,
                          struct sum_memory *memory)
{
    unsigned count = (unsigned)lanes->lanes;
    unsigned long long turns = lanes->turns, moves = 0;
    const size_t bytes = sizeof lanes->accumulators;
    void *args[] = {&format, &memory->accumulators, &count, &turns, &lanes->addend, &memory->moves};
    cudaError_t error = cudaMalloc((void **)&memory->accumulators, bytes);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&memory->moves, sizeof moves);
    }
    if (error == cudaSuccess) {
        error =
            cudaMemcpy(memory->accumulators, lanes->accumulators, bytes, cudaMemcpyHostToDevice);
    }
    if (error == cudaSuccess) {
        error = launch(loaded, 1, args, NULL);
    }
    if (error == cudaSuccess) {
        error =
            cudaMemcpy(lanes->accumulators, memory->accumulators, bytes, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(&moves, memory->moves, sizeof moves, cudaMemcpyDeviceToHost);
    }
    lanes->moves += moves;
    return error;
}

static bool sum(const struct kn_call *call, int format, struct kn_lanes *lanes,
                struct kn_reply *reply)
{
    struct sum_memory memory = {NULL, NULL};
    struct loaded loaded = load(call->host->device, kn_sum_fatbin, "kn_cuda_sum");
    if (loaded.error == cudaSuccess) {
        loaded.error = sum_on(&loaded, format, lanes, &memory);
    }
    (void)cudaFree(memory.accumulators);
    (void)cudaFree(memory.moves);
    unload(&loaded);
    if (loaded.error != cudaSuccess) {
        fail(reply, "sum", loaded.error);
    }
    return loaded.error == cudaSuccess;
}

struct bed {
    struct loaded code;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    float *p, *g;
    unsigned long long elements;
};

static cudaError_t pass(struct bed *bed, unsigned long long elements)
{
    float c = factor;
    void *args[] = {&bed->p, &bed->g, &c, &elements};
    unsigned long long blocks = (elements + THREADS - 1) / THREADS;
    return launch(&bed->code, (unsigned)(blocks < BLOCKS_MAX ? blocks : BLOCKS_MAX), args,
                  bed->stream);
}

/* Nanoseconds of one pass over both arrays. */
static cudaError_t timed_pass(struct bed *bed, double *ns)
{
    float ms = 0;
    cudaError_t error = pass(bed, bed->elements / 16);
    if (error == cudaSuccess) {
        error = cudaEventRecord(bed->start, bed->stream);
    }
    if (error == cudaSuccess) {
        error = pass(bed, bed->elements);
    }
    if (error == cudaSuccess) {
        error = cudaEventRecord(bed->stop, bed->stream);
    }
    if (error == cudaSuccess) {
        error = cudaEventSynchronize(bed->stop);
    }
    if (error == cudaSuccess) {
        error = cudaEventElapsedTime(&ms, bed->start, bed->stop);
    }
    *ns = (double)ms * 1e6;
    return error;
}

/* 2 GiB in two arrays where a quarter of free memory allows; at least eight times the L2 cache. */
static cudaError_t size_bed(struct bed *bed, int device)
{
    size_t free_bytes = 0, total_bytes = 0, bytes = (size_t)2 << 30;
    int l2_bytes = 0;
    cudaError_t error = cudaMemGetInfo(&free_bytes, &total_bytes);
    if (error == cudaSuccess) {
        error = cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device);
    }
    bytes = bytes < free_bytes / 4 ? bytes : free_bytes / 4;
    bed->elements = bytes / (2 * sizeof(float)) / THREADS * THREADS;
    if (error == cudaSuccess && (bed->elements < COMPARED || bytes < 8 * (size_t)l2_bytes)) {
        error = cudaErrorMemoryAllocation;
    }
    return error;
}

/* Fills both arrays from the host, a piece at a time. */
static cudaError_t fill_bed(struct bed *bed, float *p, float *g)
{
    cudaError_t error = cudaSuccess;
    kn_stream_fill(p, g, COMPARED);
    for (unsigned long long at = 0; error == cudaSuccess && at < bed->elements; at += COMPARED) {
        unsigned long long left = bed->elements - at;
        size_t bytes = (size_t)(left < COMPARED ? left : COMPARED) * sizeof *p;
        error = cudaMemcpy(bed->p + at, p, bytes, cudaMemcpyHostToDevice);
        if (error == cudaSuccess) {
            error = cudaMemcpy(bed->g + at, g, bytes, cudaMemcpyHostToDevice);
        }
    }
    return error;
}

static cudaError_t open_bed(struct bed *bed, int device)
{
    bed->code = load(device, kn_stream_fatbin, "kn_cuda_stream");
    cudaError_t error = bed->code.error;
    if (error == cudaSuccess) {
        error = size_bed(bed, device);
    }
    if (error == cudaSuccess) {
        error = cudaStreamCreateWithFlags(&bed->stream, cudaStreamNonBlocking);
    }
    if (error == cudaSuccess) {
        error = cudaEventCreate(&bed->start);
    }
    if (error == cudaSuccess) {
        error = cudaEventCreate(&bed->stop);
    }
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&bed->p, (size_t)bed->elements * sizeof *bed->p);
    }
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&bed->g, (size_t)bed->elements * sizeof *bed->g);
    }
    return error;
}

static void close_bed(struct bed *bed)
{
    (void)cudaFree(bed->p);
    (void)cudaFree(bed->g);
    if (bed->start != NULL) {
        (void)cudaEventDestroy(bed->start);
    }
    if (bed->stop != NULL) {
        (void)cudaEventDestroy(bed->stop);
    }
    if (bed->stream != NULL) {
        (void)cudaStreamDestroy(bed->stream);
    }
    unload(&bed->code);
}

static bool same_bits(const float *left, const float *right, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (kn_bits_of(left[i]) != kn_bits_of(right[i])) {
            return false;
        }
    }
    return true;
}

/* One pass on the device against the scalar loop, bit by bit, over the last piece of the arrays. */
static cudaError_t compare_pass(struct bed *bed, float *p, float *g, bool *is_equal)
{
    const unsigned long long start = bed->elements - COMPARED;
    const size_t bytes = COMPARED * sizeof *p;
    struct kn_cpu none = {.has_avx2 = false};
    float *got = malloc(bytes);
    cudaError_t error = got != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
    if (error == cudaSuccess) {
        error = cudaMemcpy(p, bed->p + start, bytes, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(g, bed->g + start, bytes, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        error = pass(bed, bed->elements);
    }
    if (error == cudaSuccess) {
        error = cudaStreamSynchronize(bed->stream);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(got, bed->p + start, bytes, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        kn_ops_at(0, &none)->stream(p, g, factor, COMPARED);
        *is_equal = same_bits(p, got, COMPARED);
    }
    free(got);
    return error;
}

/* Track of Protocol M: the device's own clock times a pass, so samples are filled in here. */
static cudaError_t sample(struct bed *bed, struct kn_samples *samples)
{
    const size_t rounds_least = 50;
    const double budget_ns = 300e6;
    double spent_ns = 0, ns = 0;
    cudaError_t error = timed_pass(bed, &ns); /* untimed: the clocks rise */
    samples->rounds = 0;
    while (error == cudaSuccess && samples->rounds < KN_ROUNDS_MAX &&
           (samples->rounds < rounds_least || spent_ns < budget_ns)) {
        error = timed_pass(bed, &ns);
        samples->ns[0][samples->rounds++] = ns / (double)bed->elements;
        spent_ns += ns;
    }
    return error;
}

static cudaError_t measure(struct bed *bed, struct kn_samples *samples, struct kn_reply *reply)
{
    cudaError_t error = cudaSuccess;
    for (int attempt = 0; attempt < TRIES && error == cudaSuccess; attempt++) {
        error = sample(bed, samples);
        if (error == cudaSuccess) {
            struct kn_estimate ns = kn_samples_quantile(samples, 0, 0.25);
            kn_stream_judge(reply, &ns);
            kn_stream_report(reply, (size_t)bed->elements, &ns);
            if (!reply->is_poor) {
                break;
            }
        }
    }
    return error;
}

static void stream_with(struct bed *bed, float *p, float *g, struct kn_samples *samples,
                        struct kn_reply *reply)
{
    bool is_equal = false;
    cudaError_t error = fill_bed(bed, p, g);
    if (error == cudaSuccess) {
        error = compare_pass(bed, p, g, &is_equal);
    }
    if (error == cudaSuccess && is_equal) {
        error = measure(bed, samples, reply);
    }
    if (error != cudaSuccess) {
        fail(reply, "stream", error);
    } else if (!is_equal) {
        kn_reply_fail(reply, KN_FAILED, "stream: the device's result is not the scalar one");
    }
}

static void stream(const struct kn_call *call, struct kn_reply *reply)
{
    struct bed bed = {.elements = 0};
    struct kn_samples *samples = kn_samples_new();
    float *p = malloc(COMPARED * sizeof *p), *g = malloc(COMPARED * sizeof *g);
    if (samples == NULL || p == NULL || g == NULL) {
        kn_reply_fail(reply, KN_NO_MEMORY, "stream: cannot allocate host memory");
    } else {
        cudaError_t error = open_bed(&bed, call->host->device);
        if (error != cudaSuccess) {
            fail(reply, "stream", error);
        } else {
            stream_with(&bed, p, g, samples, reply);
        }
        close_bed(&bed);
    }
    free(samples);
    free(p);
    free(g);
}

const struct kn_gpu *kn_cuda_gpu(void)
{
    static const struct kn_gpu gpu = {.probe = probe, .stream = stream, .sum = sum};
    return &gpu;
}
