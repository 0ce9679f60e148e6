/* The walk through a worked solution: its text up to a blank, what is filled in, and on. The last
 * blank filled, the rest is shown and a fresh instance offered; see plain.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/plain.h"
#include "app/core/words.h"

/* The text up to the blank at hand; at the end of the solution its rest, and the walk is over. */
static void show_step(struct plain *plain)
{
    struct gr_err err = {0};
    struct gr_buf step, markdown, out;
    struct gr_unit unit = {0};
    gr_buf_start(&step, 4 << 20);
    gr_buf_start(&markdown, 4 << 20);
    gr_buf_start(&out, 4 << 20);
    bool is_blank =
        gr_session_walk_text(plain->session, plain->deal, plain->step, &step, &unit, &err);
    enum app_maths before = plain->step == 0 ? APP_MATHS_NONE : plain->maths;
    plain->maths = app_walk_markdown(gr_buf_view(&step), before, is_blank, &markdown);
    bool good = err.code == GR_OK && cli_page(plain->cli, gr_buf_view(&markdown), &out, &err);
    gr_buf_free(&step);
    gr_buf_free(&markdown);
    if (!good) {
        gr_buf_free(&out);
        plain_error(plain, &err);
        return;
    }
    plain_put_buf(plain, &out);
    if (is_blank) {
        plain_printf(plain, "Step %u: what stands here%s%s?\n", (unsigned)plain->step + 1,
                     unit.text[0] == '\0' ? "" : ", in ", unit.text);
        return;
    }
    plain->place = PLAIN_PROBLEM;
    plain_put(plain, "That is the whole walk. deal gives a fresh instance to solve alone.\n");
}

void plain_walk(struct plain *plain)
{
    if (plain->deal == NULL || !plain->deal->problem->has_solution) {
        plain_put(plain, "There is no worked solution to walk through here.\n");
        return;
    }
    plain->place = PLAIN_WALK;
    plain->step = 0;
    show_step(plain);
}

void plain_answer_step(struct plain *plain, struct gr_str text)
{
    struct gr_result result = {0};
    struct gr_err err = {0};
    if (!gr_session_walk_fill(plain->session, plain->deal, plain->step, text, &result, &err)) {
        plain_error(plain, &err);
        return;
    }
    if (result.reading.status != GR_READ_OK) {
        plain_say_unreadable(plain, text, &result.reading);
        return;
    }
    bool right = result.judgement.verdict == GR_VERDICT_CORRECT;
    plain_printf(plain, "Read as %s. %s.\n", result.reading.echo,
                 app_verdict_words(result.judgement.verdict));
    if (result.judgement.say[0] != '\0')
        plain_printf(plain, "%s\n", result.judgement.say);
    if (right) {
        plain->step++;
        show_step(plain);
    }
}
