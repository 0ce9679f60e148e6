/* Ring all-reduce over p threads. Each rank owns a mailbox with one slot; its left neighbour puts a
 * chunk in, it takes the chunk out. Two laps of p - 1 steps: in reduce-scatter rank r sends chunk
 * r - s at step s and adds what arrives; then it holds chunk r + 1 whole, and in all-gather sends
 * it on and stores what arrives. Nobody spins: ranks sleep on a condition, so p may exceed the
 * cores.
 *
 * The bytes are counted where they are copied into a slot, never by formula. Values are whole
 * numbers whose sum stays within 256, exact in bf16 too, so every element of every rank is compared
 * exactly. A rank whose thread cannot start closes all mailboxes, which wakes and ends the others.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <pthread.h>

#include "formats.h"
#include "host.h"
#include "kernel.h"

enum { ARG_P, ARG_N, ARG_DTYPE, ARG_RANK };
enum { RANKS_MAX = 64, PHASES = 4, LOOK_EVERY_NS = 100000000 };
enum { ELEMENTS_MAX = 1 << 26 }; /* of all ranks together: about a second of work */
enum { OUT_BYTES, OUT_TOTAL_BYTES, OUT_MESSAGES, OUT_STEPS };

struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned char *slot; /* room for the longest chunk */
    size_t slot_bytes;   /* of the message in it */
    bool is_full, is_closed;
};

struct ring {
    size_t p, n, element_bytes;
    struct mailbox *boxes; /* p of them: boxes[r] is read by rank r */
    unsigned char *store;  /* p vectors, then p slots */
    float sums[PHASES];    /* the right answer for each phase of value_of */
    pthread_mutex_t lock;  /* of `running`: ranks that have not ended yet */
    pthread_cond_t ended;
    size_t running;
};

struct rank {
    struct ring *ring;
    size_t index;
    unsigned char *vector;
    uint64_t sent_bytes, messages;
    bool is_right; /* ran to the end and every element is the sum */
    pthread_t thread;
};

static size_t chunk_size(const struct ring *ring, size_t chunk)
{
    return ring->n / ring->p + (chunk < ring->n % ring->p);
}

static size_t chunk_start(const struct ring *ring, size_t chunk)
{
    size_t longer = ring->n % ring->p;
    return chunk * (ring->n / ring->p) + (chunk < longer ? chunk : longer);
}

/* What a rank brings as element i: 0 to 3, so that 64 ranks stay within 192. It depends on i by its
 * phase alone, so the right sums fit a table. */
static size_t phase_of(size_t i)
{
    return (i * 7 + i / 64) % PHASES;
}

static float value_of(size_t rank, size_t phase)
{
    return (float)((phase + rank * 3) % PHASES);
}

static float load(const struct ring *ring, const unsigned char *vector, size_t i)
{
    if (ring->element_bytes == sizeof(float)) {
        float value;
        memcpy(&value, vector + i * sizeof value, sizeof value);
        return value;
    }
    uint16_t bits;
    memcpy(&bits, vector + i * sizeof bits, sizeof bits);
    return kn_float_from_bf16(bits);
}

static void save(const struct ring *ring, unsigned char *vector, size_t i, float value)
{
    if (ring->element_bytes == sizeof(float)) {
        memcpy(vector + i * sizeof value, &value, sizeof value);
        return;
    }
    uint16_t bits = kn_bf16_from_float(value);
    memcpy(vector + i * sizeof bits, &bits, sizeof bits);
}

/* Puts a chunk into the right neighbour's mailbox; false when the ring was closed. */
static bool send_chunk(struct rank *rank, size_t chunk)
{
    struct ring *ring = rank->ring;
    struct mailbox *box = &ring->boxes[(rank->index + 1) % ring->p];
    size_t bytes = chunk_size(ring, chunk) * ring->element_bytes;
    const unsigned char *from = rank->vector + chunk_start(ring, chunk) * ring->element_bytes;
    (void)pthread_mutex_lock(&box->lock);
    while (box->is_full && !box->is_closed) {
        (void)pthread_cond_wait(&box->changed, &box->lock);
    }
    bool is_open = !box->is_closed;
    if (is_open) {
        memcpy(box->slot, from, bytes);
        box->slot_bytes = bytes;
        box->is_full = true;
        rank->sent_bytes += bytes;
        rank->messages++;
        (void)pthread_cond_broadcast(&box->changed);
    }
    (void)pthread_mutex_unlock(&box->lock);
    return is_open;
}

static void accept(struct rank *rank, const struct mailbox *box, size_t chunk, bool is_added)
{
    const struct ring *ring = rank->ring;
    unsigned char *to = rank->vector + chunk_start(ring, chunk) * ring->element_bytes;
    if (!is_added) {
        memcpy(to, box->slot, box->slot_bytes);
        return;
    }
    for (size_t i = 0; i < box->slot_bytes / ring->element_bytes; i++) {
        save(ring, to, i, load(ring, to, i) + load(ring, box->slot, i));
    }
}

/* Takes the chunk out of this rank's mailbox; false when the ring was closed. */
static bool receive_chunk(struct rank *rank, size_t chunk, bool is_added)
{
    struct mailbox *box = &rank->ring->boxes[rank->index];
    (void)pthread_mutex_lock(&box->lock);
    while (!box->is_full && !box->is_closed) {
        (void)pthread_cond_wait(&box->changed, &box->lock);
    }
    bool is_open = box->is_full;
    if (is_open) {
        accept(rank, box, chunk, is_added);
        box->is_full = false;
        (void)pthread_cond_broadcast(&box->changed);
    }
    (void)pthread_mutex_unlock(&box->lock);
    return is_open;
}

static bool lap(struct rank *rank, size_t first_chunk, bool is_added)
{
    const size_t p = rank->ring->p;
    for (size_t step = 0; step + 1 < p; step++) {
        size_t out = (first_chunk + p - step) % p;
        size_t in = (out + p - 1) % p;
        if (!send_chunk(rank, out) || !receive_chunk(rank, in, is_added)) {
            return false;
        }
    }
    return true;
}

static bool is_sum(const struct rank *rank)
{
    const struct ring *ring = rank->ring;
    for (size_t i = 0; i < ring->n; i++) {
        if (load(ring, rank->vector, i) != ring->sums[phase_of(i)]) {
            return false;
        }
    }
    return true;
}

static void *rank_main(void *context)
{
    struct rank *rank = context;
    struct ring *ring = rank->ring;
    for (size_t i = 0; i < ring->n; i++) {
        save(ring, rank->vector, i, value_of(rank->index, phase_of(i)));
    }
    rank->is_right = lap(rank, rank->index, true) &&
                     lap(rank, (rank->index + 1) % ring->p, false) && is_sum(rank);
    (void)pthread_mutex_lock(&ring->lock);
    ring->running--;
    (void)pthread_cond_signal(&ring->ended);
    (void)pthread_mutex_unlock(&ring->lock);
    return NULL;
}

static void ring_close_boxes(struct ring *ring)
{
    for (size_t i = 0; i < ring->p; i++) {
        (void)pthread_mutex_lock(&ring->boxes[i].lock);
        ring->boxes[i].is_closed = true;
        (void)pthread_cond_broadcast(&ring->boxes[i].changed);
        (void)pthread_mutex_unlock(&ring->boxes[i].lock);
    }
}

static void lay_sums(struct ring *ring)
{
    for (size_t phase = 0; phase < PHASES; phase++) {
        for (size_t rank = 0; rank < ring->p; rank++) {
            ring->sums[phase] += value_of(rank, phase);
        }
    }
}

static bool ring_open(struct ring *ring, struct rank *ranks, struct kn_reply *reply)
{
    size_t vector_bytes = ring->n * ring->element_bytes;
    size_t slot_bytes = chunk_size(ring, 0) * ring->element_bytes;
    size_t all_bytes = 0;
    if (__builtin_mul_overflow(ring->p, vector_bytes + slot_bytes, &all_bytes) ||
        all_bytes > kn_memory_free_bytes() / 2) {
        kn_reply_fail(reply, KN_NO_MEMORY, "ring: %zu vectors of %zu bytes do not fit", ring->p,
                      vector_bytes);
        return false;
    }
    ring->store = malloc(all_bytes + 1);
    ring->boxes = calloc(ring->p, sizeof *ring->boxes);
    if (ring->store == NULL || ring->boxes == NULL) {
        kn_reply_fail(reply, KN_NO_MEMORY, "ring: cannot allocate %zu bytes", all_bytes);
        return false;
    }
    (void)pthread_mutex_init(&ring->lock, NULL);
    (void)pthread_cond_init(&ring->ended, NULL);
    for (size_t i = 0; i < ring->p; i++) {
        ranks[i] =
            (struct rank){.ring = ring, .index = i, .vector = ring->store + i * vector_bytes};
        ring->boxes[i].slot = ring->store + ring->p * vector_bytes + i * slot_bytes;
        (void)pthread_mutex_init(&ring->boxes[i].lock, NULL);
        (void)pthread_cond_init(&ring->boxes[i].changed, NULL);
    }
    return true;
}

static void ring_free(struct ring *ring)
{
    bool is_laid_out = ring->boxes != NULL && ring->store != NULL;
    for (size_t i = 0; is_laid_out && i < ring->p; i++) {
        (void)pthread_mutex_destroy(&ring->boxes[i].lock);
        (void)pthread_cond_destroy(&ring->boxes[i].changed);
    }
    if (is_laid_out) {
        (void)pthread_mutex_destroy(&ring->lock);
        (void)pthread_cond_destroy(&ring->ended);
    }
    free(ring->boxes);
    free(ring->store);
}

/* Waits for the ranks and looks up ten times a second; false when the caller wants no answer. */
static bool ring_wait(struct ring *ring, const struct kn_host *host, struct kn_reply *reply)
{
    bool is_wanted = true;
    (void)pthread_mutex_lock(&ring->lock);
    while (ring->running > 0 && is_wanted) {
        struct timespec until;
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_EVERY_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (pthread_cond_timedwait(&ring->ended, &ring->lock, &until) != 0) {
            is_wanted = kn_keep_going(host, reply, "passing chunks",
                                      (double)(ring->p - ring->running), (double)ring->p);
        }
    }
    (void)pthread_mutex_unlock(&ring->lock);
    return is_wanted;
}

/* Starts all ranks and waits for them; false, with the reply failed, when that did not work out. */
static bool ring_turn(struct ring *ring, struct rank *ranks, const struct kn_host *host,
                      struct kn_reply *reply)
{
    size_t started = 0;
    ring->running = ring->p;
    while (started < ring->p &&
           pthread_create(&ranks[started].thread, NULL, rank_main, &ranks[started]) == 0) {
        started++;
    }
    bool is_complete = started == ring->p;
    if (!is_complete) {
        kn_reply_fail(reply, KN_FAILED, "ring: the system refused a thread");
    }
    bool is_done = is_complete && ring_wait(ring, host, reply);
    if (!is_done) {
        ring_close_boxes(ring);
    }
    for (size_t i = 0; i < started; i++) {
        (void)pthread_join(ranks[i].thread, NULL);
    }
    return is_done;
}

static void report(const struct ring *ring, const struct rank *ranks, size_t asked,
                   struct kn_reply *reply)
{
    uint64_t total_bytes = 0, messages = 0;
    bool is_right = true;
    for (size_t i = 0; i < ring->p; i++) {
        total_bytes += ranks[i].sent_bytes;
        messages += ranks[i].messages;
        is_right = is_right && ranks[i].is_right;
    }
    kn_reply_exact(reply, OUT_BYTES, (double)ranks[asked].sent_bytes);
    kn_reply_exact(reply, OUT_TOTAL_BYTES, (double)total_bytes);
    kn_reply_exact(reply, OUT_MESSAGES, (double)messages);
    kn_reply_exact(reply, OUT_STEPS, 2 * (double)(ring->p - 1));
    if (!is_right) {
        kn_reply_fail(reply, KN_FAILED, "ring: an element of a rank is not the sum");
    }
}

void kn_ring_run(const struct kn_call *call, struct kn_reply *reply)
{
    size_t asked = (size_t)call->args[ARG_RANK].integer;
    struct rank ranks[RANKS_MAX] = {{.ring = NULL}};
    struct ring ring = {
        .p = (size_t)call->args[ARG_P].integer,
        .n = (size_t)call->args[ARG_N].integer,
        .element_bytes = kn_format_read(call->args[ARG_DTYPE].text) == KN_BF16 ? 2 : 4,
    };
    if (asked >= ring.p) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "ring: rank must be below p = %zu, not %zu", ring.p,
                      asked);
        return;
    }
    if (ring.p * ring.n > ELEMENTS_MAX) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "ring: p*n must be at most %d, not %zu",
                      (int)ELEMENTS_MAX, ring.p * ring.n);
        return;
    }
    lay_sums(&ring);
    if (ring_open(&ring, ranks, reply)) {
        if (ring_turn(&ring, ranks, call->host, reply)) {
            report(&ring, ranks, asked, reply);
        }
    }
    ring_free(&ring);
}
