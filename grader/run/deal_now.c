/* The dealing machine run to its end by a caller who has nothing else to do: waits on kn's
 * descriptor in short slices so that a request to stop is heard.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/deal.h"

#include <poll.h>

#include "grader/run/deal_parts.h"

enum { SLICE_MS = 50 };

static void wait_a_slice(const struct gr_dealing *dealing)
{
    int wait_ms = gr_dealing_wait_ms(dealing);
    struct pollfd news = {.fd = gr_dealing_fd(dealing), .events = POLLIN};
    if (wait_ms < 0 || wait_ms > SLICE_MS)
        wait_ms = SLICE_MS;
    (void)poll(&news, 1, wait_ms); /* a signal ends the slice, which is as good as its end */
}

static bool is_cancelled(const struct gr_watch *watch)
{
    return watch != NULL && watch->is_cancelled != NULL && watch->is_cancelled(watch->context);
}

bool gr_deal_run(struct gr_dealing *dealing, const struct gr_watch *watch, struct gr_err *err)
{
    for (;;) {
        if (is_cancelled(watch))
            return gr_fail(err, GR_E_CANCELLED, "stopped; nothing was counted");
        switch (gr_dealing_step(dealing, err)) {
        case GR_DEALING_DONE:
            return true;
        case GR_DEALING_FAILED:
            return false;
        case GR_DEALING_RUNNING:
            break;
        }
        if (watch != NULL && watch->show != NULL)
            watch->show(watch->context, gr_dealing_progress(dealing));
        wait_a_slice(dealing);
    }
}

bool gr_deal_now(struct gr_kn *kn, const struct gr_problem *problem, uint32_t k,
                 const struct gr_watch *watch, struct gr_deal **out, struct gr_err *err)
{
    struct gr_dealing *dealing = NULL;
    if (!gr_dealing_start(kn, problem, k, &dealing, err))
        return false;
    bool good = gr_deal_run(dealing, watch, err);
    if (good)
        *out = gr_dealing_take(dealing);
    gr_dealing_free(dealing);
    return good;
}
