/* Drafts of answers, in the journal and, where that fails, in memory. See act_parts.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "app/view/act_parts.h"

enum { KEY_BYTES = UI_ITEM_BYTES * 2 };

static void draft_key(const struct act *act, char out[KEY_BYTES])
{
    const struct frame *frame = ui_frame(act->ui);
    const char *item = frame == NULL ? "" : frame->item;
    unsigned instance = act->deal == NULL ? 0 : (unsigned)act->deal->instance;
    if (frame != NULL && frame->part == PART_TWIN)
        (void)snprintf(out, KEY_BYTES, "%s twin %u", item, instance);
    else if (frame != NULL && frame->part == PART_WALK)
        (void)snprintf(out, KEY_BYTES, "%s walk %u %u", item, instance, (unsigned)act->walk_step);
    else
        (void)snprintf(out, KEY_BYTES, "%s", item);
}

/* ---- in memory ------------------------------------------------------------------------------- */

static void drop_kept(struct act *act, size_t at)
{
    memmove(&act->kept[at], &act->kept[at + 1], (act->kept_count - at - 1) * sizeof act->kept[0]);
    act->kept_count--;
}

static size_t find_kept(const struct act *act, const char *key)
{
    size_t at = 0;
    while (at < act->kept_count && strcmp(act->kept[at].key, key) != 0)
        at++;
    return at;
}

static void forget(struct act *act, const char *key)
{
    size_t at = find_kept(act, key);
    if (at < act->kept_count)
        drop_kept(act, at);
    act->ui->has_unsaved = act->kept_count > 0;
}

static void keep(struct act *act, const char *key, struct gr_str text)
{
    forget(act, key);
    if (act->kept_count == ACT_KEPT_DRAFTS)
        drop_kept(act, 0);
    struct act_draft *draft = &act->kept[act->kept_count++];
    (void)snprintf(draft->key, sizeof draft->key, "%s", key);
    (void)snprintf(draft->text, sizeof draft->text, "%.*s", (int)text.len, text.ptr);
    act->ui->has_unsaved = true;
}

/* ---- in the journal -------------------------------------------------------------------------- */

/* What could not be saved before, now that something may be. */
static bool put_kept(struct act *act, struct gr_err *err)
{
    while (act->kept_count > 0 &&
           gr_session_draft_put(act->session, act->kept[0].key, gr_str(act->kept[0].text), err))
        drop_kept(act, 0);
    act->ui->has_unsaved = act->kept_count > 0;
    return act->kept_count == 0;
}

/* What is typed is kept here first, so that it stays when the store refuses it. One that another
 * process holds will refuse it later too: that is said all the time, and no failure. */
bool act_draft_save(struct act *act, struct gr_err *err)
{
    struct field *field = &act->ui->field;
    char key[KEY_BYTES];
    if (act->ui->has_field && field->needs_saving) {
        draft_key(act, key);
        keep(act, key, field_text(field));
        field->needs_saving = false;
    }
    if (!act_can_write(act) || put_kept(act, err))
        return true;
    ui_save_later(act->ui);
    return false;
}

bool act_draft_get(struct act *act, struct gr_buf *out, struct gr_err *err)
{
    char key[KEY_BYTES];
    draft_key(act, key);
    size_t at = find_kept(act, key);
    if (at < act->kept_count) {
        gr_buf_text(out, act->kept[at].text);
        return true;
    }
    return gr_session_journal(act->session) == NULL ||
           gr_session_draft_get(act->session, key, out, err);
}

bool act_draft_drop(struct act *act, struct gr_err *err)
{
    char key[KEY_BYTES];
    draft_key(act, key);
    forget(act, key);
    return !act_can_write(act) || gr_session_draft_put(act->session, key, gr_str(""), err);
}
