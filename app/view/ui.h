/* The state of the interface and its one transition: state and event in, state and at most one want
 * out. What a want does (ask the session, deal, grade) happens outside, in act.c; nothing here
 * reads a clock, a file or a terminal. Sizes come in as an event; every size from 1x1 draws.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_UI_H
#define APP_UI_H

#include "app/view/field.h"
#include "app/view/keymap.h"
#include "app/view/sheet.h"
#include "grader/run/kn_client.h"

enum { UI_ITEM_BYTES = 80, UI_TEXT_BYTES = 320, UI_MAX_FRAMES = 24, UI_MAX_CHOICES = 6 };
enum { UI_RETRY_MS = 2000 };

enum screen { SCREEN_HOME, SCREEN_LIST, SCREEN_READER, SCREEN_PROBLEM, SCREEN_RESULT, SCREEN_TEXT };
enum part { PART_ANSWER, PART_TWIN, PART_WALK };

/* Where one was, for going back: enough to build the screen again as it stood. */
struct frame {
    enum screen screen;
    char item[UI_ITEM_BYTES];
    enum part part;
    uint32_t anchor;
    int link;
    uint32_t text; /* of a result, a solution or a `why`: which text it shows */
};

enum tier { TIER_STANDARD, TIER_NARROW, TIER_TINY, TIER_NONE };

struct ui {
    int rows, columns;
    enum doc_glyphs glyphs;
    struct frame frames[UI_MAX_FRAMES];
    size_t depth; /* at least 1 once started; the last frame is the screen shown */
    struct sheet sheet;
    struct sheet help;
    bool is_help;
    char crumb[UI_TEXT_BYTES], title[UI_TEXT_BYTES]; /* "Basics > ", "W4 Count the ring" */
    char side[64];                                   /* right end of the title: "instance 3" */
    /* the answer field, on problems */
    bool has_field, in_field;
    struct field field;
    struct gr_unit unit;
    char label[64];           /* "answer in B" */
    char rule[UI_TEXT_BYTES]; /* "accepted within 1 % of the reference" */
    bool has_deal, has_walk, has_twin;
    bool is_alone;     /* solution and walk would make this deal assisted */
    bool why_costs;    /* so would `why` */
    enum action asked; /* was pressed once and wants a second time, since it costs something */
    /* the check question of a page */
    size_t choice_count;
    /* a run under way */
    bool is_running;
    struct gr_progress progress;
    int64_t run_start_ms, now_ms;
    /* one line of news */
    char status[UI_TEXT_BYTES];
    enum role status_role;
    char standing[UI_TEXT_BYTES]; /* shown when there is no news: "read-only: open in pid 4211" */
    bool can_save;
    bool has_unsaved; /* drafts that only this program holds */
    int64_t retry_ms; /* when the store is asked again to take them */
};

enum event_kind { EVENT_KEY, EVENT_PASTE, EVENT_REST, EVENT_TICK, EVENT_SIZE, EVENT_INTERRUPT };

struct event {
    enum event_kind kind;
    uint32_t key;       /* EVENT_KEY */
    struct gr_str text; /* EVENT_PASTE */
    int rows, columns;  /* EVENT_SIZE */
    int64_t now_ms;
};

enum want_kind {
    WANT_NOTHING,
    WANT_OPEN, /* item */
    WANT_BACK, /* the frame before; nothing left: quit */
    WANT_QUIT,
    WANT_REDRAW, /* everything, modes too */
    WANT_RESUME,
    WANT_NEXT,
    WANT_PREVIOUS,
    WANT_SUBMIT, /* the field's text */
    WANT_SAVE,   /* the draft */
    WANT_HINT,
    WANT_TWIN,
    WANT_WALK,
    WANT_SOLUTION,
    WANT_WHY,
    WANT_DEAL, /* afresh */
    WANT_CANCEL,
    WANT_CHOICE, /* number: 0-based choice of the check question */
    WANT_READ    /* the page was seen to its end */
};

struct want {
    enum want_kind kind;
    char item[UI_ITEM_BYTES];
    size_t number;
};

void ui_start(struct ui *ui, enum doc_glyphs glyphs);
void ui_free(struct ui *ui);
struct frame *ui_frame(struct ui *ui); /* the one shown; NULL before the first */
/* Puts a new frame on top (the oldest but home is dropped when there are too many). */
struct frame *ui_push(struct ui *ui, enum screen screen, const char *item);
/* The top frame becomes another one; the places below stay as they are. */
struct frame *ui_replace(struct ui *ui, enum screen screen, const char *item);
/* Forgets what belongs to one screen: field, run, choices, news. Content is set after it. */
void ui_clear(struct ui *ui);
/* New text for the screen shown, laid out at once. */
GR_MUST_CHECK bool ui_text(struct ui *ui, struct gr_str markdown, struct gr_err *err);
void ui_say(struct ui *ui, enum role role, const char *format, ...) GR_PRINTF(3, 4);

struct want ui_event(struct ui *ui, const struct event *event);
/* How long until EVENT_REST is due, in milliseconds; -1: never. */
int ui_rest_ms(const struct ui *ui, int64_t now_ms);
/* A draft could not be saved and is kept: EVENT_REST comes again after UI_RETRY_MS. */
void ui_save_later(struct ui *ui);
enum context ui_context(const struct ui *ui);
enum tier ui_tier(const struct ui *ui);
/* False when memory gave out; what could be drawn is drawn. */
GR_MUST_CHECK bool ui_draw(const struct ui *ui, struct grid *grid);
/* How the screen is divided, shared by layout and drawing. */
struct ui_layout {
    int title_rows, body_row, body_rows, field_row, field_rows, status_row, bar_row; /* -1: none */
    int margin; /* of the field block */
};
struct ui_layout ui_layout(const struct ui *ui);
/* Lays the sheets out for the present size. */
GR_MUST_CHECK bool ui_lay(struct ui *ui, struct gr_err *err);

#endif
