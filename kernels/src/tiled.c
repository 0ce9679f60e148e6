/* Tiled: C = A B for n x n matrices through a scratchpad that holds exactly three b x b tiles. The
 * only way between the matrices and the scratchpad is move(), which counts words; the tile of C
 * stays while the tiles of A and B pass through. Edge tiles are as small as they are: words are
 * those that moved.
 *
 * Entries are small integers, so every product and sum is exact in fp32 whatever the order, and the
 * check C x = A (B x) (Freivalds) is exact in double: a wrong element is found with probability 1/2
 * for each of its random sign vectors.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "guard.h"
#include "kernel.h"
#include "kn/rng.h"

enum { OUT_WORDS, OUT_LOADS, OUT_STORES, OUT_UNTILED, OUT_BOUND, OUT_FLOP };
enum { CHECKS = 8, TILES_MAX = 128 };

struct job {
    const struct kn_call *call;
    size_t n, b;
    struct kn_guard a, bm, c;            /* n x n each */
    struct kn_guard pad_a, pad_b, pad_c; /* b x b each: the scratchpad */
    uint64_t loads, stores;
};

/* A place in a row-major matrix and the length of its rows. */
struct place {
    float *at;
    size_t stride;
};

/* Copies a rows x columns piece and counts its words. */
static void move(struct place to, struct place from, size_t rows, size_t columns, uint64_t *words)
{
    for (size_t row = 0; row < rows; row++) {
        memcpy(to.at + row * to.stride, from.at + row * from.stride, columns * sizeof *to.at);
    }
    *words += rows * columns;
}

/* Rows or columns of the tile that starts at `start`: less than b at the edge. */
static size_t extent(const struct job *job, size_t start)
{
    return job->n - start < job->b ? job->n - start : job->b;
}

static void multiply_tile(struct job *job, size_t i, size_t j)
{
    const size_t n = job->n, rows = extent(job, i), columns = extent(job, j);
    float *a = job->a.data, *b = job->bm.data, *c = job->c.data;
    const struct place pad_b = {job->pad_b.data, columns}, pad_c = {job->pad_c.data, columns};
    memset(pad_c.at, 0, rows * columns * sizeof *pad_c.at);
    for (size_t p = 0; p < n; p += job->b) {
        const size_t depth = extent(job, p);
        const struct place pad_a = {job->pad_a.data, depth};
        move(pad_a, (struct place){a + i * n + p, n}, rows, depth, &job->loads);
        move(pad_b, (struct place){b + p * n + j, n}, depth, columns, &job->loads);
        const struct kn_tile tile = {pad_a.at, pad_b.at,     pad_c.at,     rows,        columns,
                                     depth,    pad_a.stride, pad_b.stride, pad_c.stride};
        job->call->ops->tile(&tile);
    }
    move((struct place){c + i * n + j, n}, pad_c, rows, columns, &job->stores);
}

static bool multiply(struct job *job, struct kn_reply *reply)
{
    for (size_t i = 0; i < job->n; i += job->b) {
        if (!kn_keep_going(job->call->host, reply, "multiplying", (double)i, (double)job->n)) {
            return false;
        }
        for (size_t j = 0; j < job->n; j += job->b) {
            multiply_tile(job, i, j);
        }
    }
    return true;
}

/* Whole numbers from -4 to 3, the same on every machine. */
static void fill(float *matrix, size_t count, uint64_t stream)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = kn_rng_u64(1, stream, i / 16);
        matrix[i] = (float)(int)(bits >> (4 * (i % 16)) & 7u) - 4.0f;
    }
}

/* y = M x in double: whole numbers below 2^53 throughout. */
static void apply(const float *matrix, const double *x, double *y, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++) {
            sum += (double)matrix[i * n + j] * x[j];
        }
        y[i] = sum;
    }
}

static bool is_product(const struct job *job, double *work)
{
    const size_t n = job->n;
    double *x = work, *bx = work + n, *abx = work + 2 * n, *cx = work + 3 * n;
    for (uint64_t check = 0; check < CHECKS; check++) {
        for (size_t i = 0; i < n; i++) {
            x[i] = (kn_rng_u64(2, check, i) & 1u) != 0 ? 1 : -1;
        }
        apply(job->bm.data, x, bx, n);
        apply(job->a.data, bx, abx, n);
        apply(job->c.data, x, cx, n);
        for (size_t i = 0; i < n; i++) {
            if (!(cx[i] == abx[i])) {
                return false;
            }
        }
    }
    return true;
}

static bool job_open(struct job *job, const struct kn_call *call, struct kn_reply *reply)
{
    size_t n = (size_t)call->args[0].integer, b = (size_t)call->args[1].integer;
    *job = (struct job){.call = call, .n = n, .b = b};
    if ((n + b - 1) / b > TILES_MAX) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "tiled: n/b must be at most %d tiles a side, not %zu",
                      (int)TILES_MAX, (n + b - 1) / b);
        return false;
    }
    struct kn_guard *const matrices[] = {&job->a, &job->bm, &job->c};
    struct kn_guard *const pads[] = {&job->pad_a, &job->pad_b, &job->pad_c};
    for (size_t i = 0; i < 3; i++) {
        if (!kn_guard_open(matrices[i], n * n, sizeof(float)) ||
            !kn_guard_open(pads[i], b * b, sizeof(float))) {
            kn_reply_fail(reply, KN_NO_MEMORY, "tiled: cannot allocate matrices of %zu x %zu", n,
                          n);
            return false;
        }
    }
    fill(job->a.data, n * n, 0);
    fill(job->bm.data, n * n, 1);
    return true;
}

static bool job_is_whole(const struct job *job)
{
    return kn_guard_is_whole(&job->a) && kn_guard_is_whole(&job->bm) &&
           kn_guard_is_whole(&job->c) && kn_guard_is_whole(&job->pad_a) &&
           kn_guard_is_whole(&job->pad_b) && kn_guard_is_whole(&job->pad_c);
}

static void job_close(struct job *job)
{
    struct kn_guard *const guards[] = {&job->a,     &job->bm,    &job->c,
                                       &job->pad_a, &job->pad_b, &job->pad_c};
    for (size_t i = 0; i < sizeof guards / sizeof guards[0]; i++) {
        kn_guard_close(guards[i]);
    }
}

static void verify(const struct job *job, struct kn_reply *reply)
{
    double *work = calloc(4 * job->n, sizeof *work);
    if (work == NULL) {
        kn_reply_fail(reply, KN_NO_MEMORY, "tiled: cannot allocate the check");
    } else if (!job_is_whole(job)) {
        kn_reply_fail(reply, KN_FAILED, "tiled: wrote outside a matrix or tile");
    } else if (!is_product(job, work)) {
        kn_reply_fail(reply, KN_FAILED, "tiled: the product is wrong");
    }
    free(work);
}

static void report(const struct job *job, struct kn_reply *reply)
{
    double n = (double)job->n, fast_words = 3 * (double)job->b * (double)job->b;
    kn_reply_exact(reply, OUT_WORDS, (double)(job->loads + job->stores));
    kn_reply_exact(reply, OUT_LOADS, (double)job->loads);
    kn_reply_exact(reply, OUT_STORES, (double)job->stores);
    kn_reply_exact(reply, OUT_UNTILED, 2 * n * n * n + n * n);
    kn_reply_exact(reply, OUT_BOUND, 2 * n * n * n / sqrt(fast_words) - 2 * fast_words);
    kn_reply_exact(reply, OUT_FLOP, 2 * n * n * n);
}

void kn_tiled_run(const struct kn_call *call, struct kn_reply *reply)
{
    struct job job;
    if (job_open(&job, call, reply) && multiply(&job, reply)) {
        report(&job, reply);
        verify(&job, reply);
    }
    job_close(&job);
}
