/* Items as Markdown to be shown: pages with their question, problems with the dealt values. Used by
 * the commands and by plain mode; how the Markdown is set is the caller's choice.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_ITEM_TEXT_H
#define CLI_ITEM_TEXT_H

#include "app/cli/cli.h"

/* The page's text; its question follows with lettered choices. */
GR_MUST_CHECK bool item_page_text(struct cli *cli, const struct gr_page *page, struct gr_buf *out,
                                  struct gr_err *err);
/* Head line, statement, what is asked for and within which tolerance. */
GR_MUST_CHECK bool item_problem_text(struct cli *cli, const struct gr_deal *deal, bool twin,
                                     struct gr_buf *out, struct gr_err *err);
/* "Answer in GB/s, within 12 %." */
void item_asked_text(const struct gr_deal_question *question, struct gr_buf *out);
/* The open deal of the problem, or one dealt now; `wish` as the grader has it. A run under way says
 * its progress on `progress_fd` (-1: standard error, if somebody looks). */
struct item_wish {
    enum gr_deal_wish wish;
    uint32_t instance;
    int progress_fd;
};
GR_MUST_CHECK bool item_deal(struct cli *cli, const struct gr_problem *problem,
                             struct item_wish wish, const struct gr_deal **out, struct gr_err *err);
/* Remembers where one is; a store that only reads is left alone. */
GR_MUST_CHECK bool item_visit(struct cli *cli, const char *id, struct gr_err *err);
/* Marks the page as read, if this session may write. */
GR_MUST_CHECK bool item_page_read(struct cli *cli, const struct gr_page *page, struct gr_err *err);
/* Which choice of the page's question the text names ("b" or "2"); false when it names none. */
bool item_choice(const struct gr_page *page, struct gr_str text, size_t *out);
/* Records the choice and says whether it is right and what there is to say. */
struct item_reply {
    size_t choice; /* 0-based */
    bool is_right; /* filled in */
};
GR_MUST_CHECK bool item_answer_page(struct cli *cli, const struct gr_page *page,
                                    struct item_reply *reply, struct gr_buf *out,
                                    struct gr_err *err);

#endif
