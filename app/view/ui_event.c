/* The transition: one event changes the state and may leave one want. Keys go through the table of
 * keymap.c; in the field, characters are text. See ui.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/view/ui.h"
#include "app/view/ui_help.h"

static struct want want(enum want_kind kind)
{
    return (struct want){.kind = kind};
}

/* "choice:2" in a page's check question, else an item's name. */
static struct want open_target(const char *target)
{
    if (target == NULL)
        return want(WANT_NOTHING);
    if (strcmp(target, "back:") == 0)
        return want(WANT_BACK);
    if (strncmp(target, "choice:", 7) == 0 && target[7] >= '0' && target[7] <= '9')
        return (struct want){.kind = WANT_CHOICE, .number = (size_t)(target[7] - '0')};
    struct want open = {.kind = WANT_OPEN};
    (void)snprintf(open.item, sizeof open.item, "%s", target);
    return open;
}

/* Without a focus, Enter goes on reading, then to the first link in sight. */
static struct want open_focused(struct ui *ui)
{
    const char *target = sheet_target(&ui->sheet);
    if (target != NULL)
        return open_target(target);
    if (!sheet_at_end(&ui->sheet))
        sheet_scroll(&ui->sheet, ui->sheet.rows > 2 ? ui->sheet.rows - 1 : 1);
    else
        sheet_focus(&ui->sheet, 1);
    return want(WANT_NOTHING);
}

static struct want cancel_or_quit_hint(struct ui *ui)
{
    if (ui->is_running)
        return want(WANT_CANCEL);
    if (ui->in_field) {
        ui->in_field = false;
        ui_say(ui, ROLE_TEXT, "left the field; the text is kept");
        return want(WANT_SAVE);
    }
    ui_say(ui, ROLE_TEXT, "nothing is running; Q quits");
    return want(WANT_NOTHING);
}

static struct want submit(struct ui *ui)
{
    if (!ui->has_field)
        return want(WANT_NOTHING);
    switch (field_enter(&ui->field, &ui->unit, ui->now_ms)) {
    case FIELD_SUBMIT:
        return want(WANT_SUBMIT);
    case FIELD_READ:
        ui_say(ui, ROLE_TEXT, "not graded yet: Enter again submits");
        return want(WANT_SAVE);
    case FIELD_UNREADABLE:
        ui_say(ui, ROLE_WARNING, "! this costs no attempt");
        return want(WANT_SAVE);
    case FIELD_BURST:
        ui_say(ui, ROLE_WARNING, "! these keys came as a paste, so nothing was submitted");
        break;
    }
    return want(WANT_NOTHING);
}

static bool edit(struct ui *ui, enum action action)
{
    static const struct {
        enum action action;
        enum field_edit edit;
    } edits[] = {{DO_EDIT_LEFT, FIELD_LEFT},
                 {DO_EDIT_RIGHT, FIELD_RIGHT},
                 {DO_EDIT_WORD_LEFT, FIELD_WORD_LEFT},
                 {DO_EDIT_WORD_RIGHT, FIELD_WORD_RIGHT},
                 {DO_EDIT_HOME, FIELD_HOME},
                 {DO_EDIT_END, FIELD_END},
                 {DO_EDIT_BACKSPACE, FIELD_BACKSPACE},
                 {DO_EDIT_DELETE, FIELD_DELETE},
                 {DO_EDIT_DELETE_WORD, FIELD_DELETE_WORD},
                 {DO_EDIT_DELETE_START, FIELD_DELETE_START},
                 {DO_EDIT_DELETE_END, FIELD_DELETE_END},
                 {DO_EDIT_RECALL, FIELD_RECALL}};
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++)
        if (edits[i].action == action) {
            field_do(&ui->field, edits[i].edit, ui->now_ms);
            return true;
        }
    return false;
}

static bool scroll(struct ui *ui, enum action action)
{
    struct sheet *sheet = ui->is_help ? &ui->help : &ui->sheet;
    int page = sheet->rows > 2 ? sheet->rows - 1 : 1;
    switch ((int)action) {
    case DO_LINE_UP:
        sheet_scroll(sheet, -1);
        return true;
    case DO_LINE_DOWN:
        sheet_scroll(sheet, 1);
        return true;
    case DO_PAGE_UP:
        sheet_scroll(sheet, -page);
        return true;
    case DO_PAGE_DOWN:
        sheet_scroll(sheet, page);
        return true;
    case DO_TOP:
        sheet_scroll(sheet, -(int)sheet->doc.count);
        return true;
    case DO_BOTTOM:
        sheet_scroll(sheet, (int)sheet->doc.count);
        return true;
    case DO_NEXT_LINK:
        sheet_focus(sheet, 1);
        return true;
    case DO_PREVIOUS_LINK:
        sheet_focus(sheet, -1);
        return true;
    default:
        return false;
    }
}

/* What an action would cost here, or NULL. */
static const char *cost_of(const struct ui *ui, enum action action)
{
    bool has_unsent = ui->has_field && ui->field.len > 0 && !ui->field.is_sent;
    if (action == DO_SOLUTION && ui->is_alone)
        return "S again shows the solution; this deal then counts as assisted";
    if (action == DO_WHY && ui->why_costs)
        return "w again tells all, the reference too; this deal then counts as assisted";
    if (action == DO_DEAL && has_unsent)
        return "d again deals afresh; what you typed here was not submitted and goes";
    if (action == DO_QUIT && ui->is_running)
        return "Q again stops the run and quits; it is not counted";
    if (action == DO_QUIT && ui->has_unsaved)
        return "what you typed could not be saved; again quits without it";
    return NULL;
}

/* The first press says what it costs, the second does it. */
static bool is_agreed(struct ui *ui, enum action action)
{
    const char *cost = cost_of(ui, action);
    bool is_second = ui->asked == action;
    ui->asked = DO_NOTHING;
    if (cost == NULL || is_second)
        return true;
    ui->asked = action;
    ui_say(ui, ROLE_WARNING, "! %s", cost);
    return false;
}

static struct want go_back(struct ui *ui)
{
    if (!ui->is_help)
        return want(WANT_BACK);
    ui->is_help = false;
    return want(WANT_NOTHING);
}

static struct want toggle_help(struct ui *ui)
{
    if (!ui->is_help && !ui_help_fill(ui))
        ui_say(ui, ROLE_WARNING, "! no memory for the list of keys");
    else
        ui->is_help = !ui->is_help;
    return want(WANT_NOTHING);
}

static struct want simple_want(enum action action)
{
    static const struct {
        enum action action;
        enum want_kind kind;
    } wants[] = {
        {DO_QUIT, WANT_QUIT},      {DO_REDRAW, WANT_REDRAW},     {DO_RESUME, WANT_RESUME},
        {DO_NEXT_ITEM, WANT_NEXT}, {DO_HINT, WANT_HINT},         {DO_PREVIOUS_ITEM, WANT_PREVIOUS},
        {DO_TWIN, WANT_TWIN},      {DO_WALK, WANT_WALK},         {DO_WHY, WANT_WHY},
        {DO_DEAL, WANT_DEAL},      {DO_CANCEL_RUN, WANT_CANCEL}, {DO_SOLUTION, WANT_SOLUTION}};
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++)
        if (wants[i].action == action)
            return want(wants[i].kind);
    return want(WANT_NOTHING);
}

static struct want act(struct ui *ui, enum action action)
{
    if (!is_agreed(ui, action))
        return want(WANT_NOTHING);
    if (edit(ui, action) || scroll(ui, action))
        return want(WANT_NOTHING);
    switch ((int)action) {
    case DO_OPEN:
        return open_focused(ui);
    case DO_BACK:
        return go_back(ui);
    case DO_HELP:
        return toggle_help(ui);
    case DO_ENTER_FIELD:
        if (sheet_target(&ui->sheet) != NULL)
            return open_target(sheet_target(&ui->sheet));
        ui->in_field = ui->has_field;
        return want(WANT_NOTHING);
    case DO_LEAVE_FIELD:
        ui->in_field = false;
        return want(WANT_SAVE);
    case DO_CHECK:
        return submit(ui);
    default:
        return simple_want(action);
    }
}

/* A digit, sign or point at a problem goes straight into its field. */
static bool starts_answer(const struct ui *ui, uint32_t key)
{
    return ui->has_field && ui_context(ui) == AT_PROBLEM && key < 0x80 && key != 0 &&
           strchr("0123456789.-+=(", (int)key) != NULL;
}

static struct want type(struct ui *ui, uint32_t key)
{
    struct gr_buf bytes;
    gr_buf_start(&bytes, 16);
    gr_buf_utf8(&bytes, key);
    bool fits = field_insert(&ui->field, gr_buf_view(&bytes), ui->now_ms);
    gr_buf_free(&bytes);
    field_key(&ui->field, ui->now_ms);
    if (!fits && ui->field.len + 8 > FIELD_BYTES)
        ui_say(ui, ROLE_WARNING, "! the field is full");
    else if (ui->status_role != ROLE_TEXT)
        ui->status[0] = '\0';
    return want(WANT_NOTHING);
}

static bool is_choice(const struct ui *ui, uint32_t key)
{
    return ui_context(ui) == AT_READER && key >= 'a' && key < 'a' + ui->choice_count;
}

/* A page counts as read once its end has been on the screen. */
static struct want after_scroll(const struct ui *ui, struct want done)
{
    bool is_page = ui->depth > 0 && ui->frames[ui->depth - 1].screen == SCREEN_READER;
    if (done.kind == WANT_NOTHING && is_page && !ui->is_help && sheet_at_end(&ui->sheet))
        return want(WANT_READ);
    return done;
}

static struct want take_key(struct ui *ui, uint32_t key)
{
    enum context context = ui_context(ui);
    enum action action = keymap_action(context, key);
    if (ui_tier(ui) == TIER_NONE && (key == 'q' || key == 'Q'))
        return want(is_agreed(ui, DO_QUIT) ? WANT_QUIT : WANT_NOTHING);
    if (context == AT_FIELD && key >= ' ' && key != KEYS_BACKSPACE && key < KEYS_FIRST)
        return type(ui, key);
    if (context != AT_FIELD)
        ui->status[0] = '\0';
    if (starts_answer(ui, key)) {
        ui->in_field = true;
        return type(ui, key);
    }
    if (is_choice(ui, key))
        return (struct want){.kind = WANT_CHOICE, .number = key - 'a'};
    if (context == AT_FIELD && action != DO_CHECK)
        field_key(&ui->field, ui->now_ms);
    return after_scroll(ui, act(ui, action));
}

static struct want take_paste(struct ui *ui, struct gr_str text)
{
    if (ui_context(ui) == AT_PROBLEM && ui->has_field)
        ui->in_field = true;
    if (ui_context(ui) != AT_FIELD) {
        ui_say(ui, ROLE_TEXT, "a paste goes into an answer field only; nothing was done");
        return want(WANT_NOTHING);
    }
    bool cut = false;
    field_paste(&ui->field, text, ui->now_ms, &cut);
    if (cut && ui->field.len + TEXT_GLYPH_BYTES >= FIELD_BYTES)
        ui_say(ui, ROLE_WARNING, "! pasted what the field can hold; the rest is dropped");
    else if (cut)
        ui_say(ui, ROLE_WARNING, "! pasted: the first line only; Enter checks it");
    else
        ui_say(ui, ROLE_TEXT, "pasted; Enter checks it");
    return want(WANT_NOTHING);
}

/* After a rest the text is saved and read out beside the field. */
static struct want take_rest(struct ui *ui)
{
    bool is_typed = ui->has_field && ui->field.needs_saving;
    if (is_typed && ui->field.len > 0)
        field_read(&ui->field, &ui->unit);
    return want(is_typed || ui->has_unsaved ? WANT_SAVE : WANT_NOTHING);
}

static struct want take(struct ui *ui, const struct event *event)
{
    switch (event->kind) {
    case EVENT_KEY:
        return take_key(ui, event->key);
    case EVENT_PASTE:
        return take_paste(ui, event->text);
    case EVENT_REST:
        return take_rest(ui);
    case EVENT_SIZE:
        ui->rows = event->rows > 0 ? event->rows : 24;
        ui->columns = event->columns > 0 ? event->columns : 80;
        break;
    case EVENT_INTERRUPT:
        return cancel_or_quit_hint(ui);
    case EVENT_TICK:
        break;
    }
    return want(WANT_NOTHING);
}

struct want ui_event(struct ui *ui, const struct event *event)
{
    struct gr_err err = {0};
    struct ui_layout before = ui_layout(ui);
    ui->now_ms = event->now_ms;
    struct want wanted = take(ui, event);
    struct ui_layout after = ui_layout(ui); /* on a tiny screen the field makes room for itself */
    if ((event->kind == EVENT_SIZE || before.body_rows != after.body_rows) && !ui_lay(ui, &err))
        ui_say(ui, ROLE_WARNING, "! %s", err.text);
    return wanted;
}
