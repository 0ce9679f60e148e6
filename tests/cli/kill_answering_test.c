/* kill -9 at 200 random moments while answers are given from a script through `wallclock --plain`:
 * what the program acknowledged is in the journal afterwards, and the store always opens.
 *
 * One world lives through all kills. A moment is a random place in the transcript and some random
 * time after it, so the kills fall on opening, answering and closing alike on any machine. Each
 * round answers with values never used before; what its transcript acknowledged must be found
 * again.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <kn/rng.h>

#include "tests/cli/world.h"

enum { KILLS = 200, ANSWERS = 30, TRANSCRIPT_BYTES = 6000, MOST_MORE_MS = 3 };

static const char ack[] = "Submit? y or n: y\nNot accepted.\n";

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

/* Answers that are all wrong and all different from every one before. */
static void write_script(struct gr_buf *script, unsigned round)
{
    gr_buf_text(script, "open E1\n");
    for (unsigned i = 0; i < ANSWERS; i++)
        gr_buf_printf(script, "-%u\ny\n", round * ANSWERS + i + 1);
}

/* Answers in the exported journal; the export itself walks the chain. */
static size_t recorded(struct world *world)
{
    int status = world_run(world, "export", NULL);
    ck_assert_msg(status == 0, "the store does not open: %s", world_err(world));
    return count_of(world_out(world), "\"kind\": \"answer\"");
}

START_TEST(no_acknowledged_answer_is_lost_by_two_hundred_kills)
{
    struct world world;
    const uint64_t key = kn_rng_key("kill answering", strlen("kill answering"));
    size_t acknowledged = 0, struck_while_answering = 0;
    world_make(&world);
    for (unsigned round = 0; round < KILLS; round++) {
        struct gr_buf script;
        gr_buf_start(&script, 1 << 16);
        write_script(&script, round);
        world_start(&world, "--plain", NULL);
        ck_assert(proc_write(&world.ran, gr_buf_view(&script)));
        proc_wait_bytes(&world.ran, (size_t)kn_rng_below(key, 0, round, TRANSCRIPT_BYTES));
        proc_take(&world.ran, (int)kn_rng_below(key, 1, round, MOST_MORE_MS));
        proc_kill(&world.ran, SIGKILL);
        proc_wait(&world.ran);
        size_t seen = count_of(world_out(&world), ack);
        struck_while_answering += seen > 0 && seen < ANSWERS ? 1 : 0;
        acknowledged += seen;
        gr_buf_free(&script);
        if (round % 10 == 9) {
            size_t found = recorded(&world);
            ck_assert_msg(found >= acknowledged, "round %u: %zu acknowledged, %zu recorded", round,
                          acknowledged, found);
            acknowledged = found; /* what was recorded and not yet said counts from here on */
        }
    }
    /* Else the moments were not random: all before the first answer or after the last. */
    ck_assert_uint_ge(struck_while_answering, KILLS / 4);
    world_free(&world);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {no_acknowledged_answer_is_lost_by_two_hundred_kills};
    return world_tests("kill answering", 360, tests, 1);
}
