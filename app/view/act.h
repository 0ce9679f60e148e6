/* What the interface does: takes the wants of ui_event to the session and puts what comes back on
 * the screen. Knows no terminal; the loop asks it which descriptor to wait for while a deal is
 * under way, so nothing blocks. Failures are said on the screen and cost nothing typed.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_ACT_H
#define APP_ACT_H

#include "app/core/app.h"
#include "app/view/compose.h"
#include "app/view/ui.h"

/* A text that no file holds, shown on a screen of its own. Another one of its kind takes its place;
 * the frames that showed it are passed over on the way back. */
struct act_text {
    struct gr_buf markdown;
    enum role lead;
    char title[16];
    uint32_t number; /* frame.text of the frames that show it */
};

/* Drafts that the store did not take: it is full, or another process holds it. Oldest first; when
 * there are too many the oldest goes. */
enum { ACT_KEPT_DRAFTS = 16 };
struct act_draft {
    char key[UI_ITEM_BYTES * 2];
    char text[FIELD_BYTES];
};

struct act {
    struct app *app;
    struct gr_session *session;
    struct ui *ui;
    struct gr_arena arena; /* of the outline */
    struct app_outline outline;
    struct gr_dealing *dealing;       /* under way, or NULL */
    const struct gr_problem *problem; /* of the screen shown, or NULL */
    const struct gr_deal *deal;       /* its open deal, or NULL */
    const struct gr_page *page;
    struct gr_buf walk; /* the way so far, Markdown */
    uint32_t walk_step;
    char submitted[FIELD_BYTES]; /* on this problem, not accepted: shown again, no draft any more */
    enum part submitted_part;    /* of the answer or its twin */
    struct act_text result, text; /* text: a solution, or `why` */
    uint32_t text_count;
    struct act_draft kept[ACT_KEPT_DRAFTS];
    size_t kept_count;
    bool save_failed; /* and was said; the first success is said too */
    bool is_quitting;
};

/* Opens the session and the first screen: `item`, or where one left off with home under it, or
 * home. False: nothing to show; err says why. */
GR_MUST_CHECK bool act_start(struct act *act, struct app *app, struct ui *ui, const char *item,
                             struct gr_err *err);
void act_end(struct act *act); /* saves first */
/* Nothing, or a redraw, which is the loop's, is left alone. */
void act_want(struct act *act, const struct want *want);
/* Draft and place to the journal; false when the store refuses (said on the screen, text kept). */
bool act_save(struct act *act);
/* What may wait until something is on the screen: the daily backup. */
void act_after_paint(struct act *act);

/* While a deal is under way: what to wait for, and a step when it came. -1: nothing. */
int act_fd(const struct act *act);
int act_wait_ms(const struct act *act);
void act_step(struct act *act, int64_t now_ms);

#endif
