/* The deep check of a course: problem by problem, instance by instance, each dealt as a student
 * gets it and then looked through (deep_deal.c). An instance that moves on to another because of
 * what this machine measures is not dealt here, so the walk goes on from where it ended.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/run/deep.h"

#include "grader/run/session_parts.h"

/* A share of passed-over mistakes means something from here on. */
enum { SHARE_FROM = 4 };

static void check_shares(const struct gr_deep *deep)
{
    const struct gr_question *question = &deep->problem->answer;
    for (size_t i = 0; i < question->mistake_count && i < GR_DEEP_MISTAKES_MOST; i++) {
        const struct gr_deep_share *share = &deep->shares[i];
        if (share->asked < SHARE_FROM || 2 * share->passed_over <= share->asked)
            continue;
        struct gr_diag *diag = gr_diag_add(
            deep->diags, GR_ERROR, "D005", question->mistakes[i].at,
            "the mistake %s lies within the accepted interval in %u of %u instances",
            question->mistakes[i].id, (unsigned)share->passed_over, (unsigned)share->asked);
        gr_diag_help(deep->diags, diag, "choose parameters that tell it apart, or say when:");
    }
}

static uint32_t instances_of(const struct gr_problem *problem,
                             const struct gr_deep_options *options)
{
    bool is_limited = problem->problem_class == KN_TIMED && options->timed_instances > 0 &&
                      options->timed_instances < problem->instances;
    return is_limited ? options->timed_instances : problem->instances;
}

/* An instance that cannot be dealt because of its file is a finding; because of the machine, an
 * error that ends the check. */
static bool deal_failed(struct gr_deep *deep, uint32_t k, const struct gr_err *trouble,
                        struct gr_err *err)
{
    if (trouble->code == GR_E_COURSE) {
        struct gr_deep_fault fault = {.code = "D006",
                                      .at = trouble->at.line > 0 ? trouble->at : deep->problem->at,
                                      .what = "the question cannot be dealt"};
        gr_deep_found(deep, &fault, k, "%s", trouble->text);
        return true;
    }
    if (trouble->code == GR_E_NOVERDICT) {
        deep->counts->no_verdicts++;
        return true;
    }
    return gr_fail_at(err, trouble->code, trouble->at, "%s", trouble->text);
}

static bool check_instances(struct gr_deep *deep, struct gr_kn *kn, uint32_t limit,
                            const struct gr_watch *watch, struct gr_err *err)
{
    const struct gr_problem *problem = deep->problem;
    uint32_t k = 0;
    for (; deep->tried < limit && k < problem->instances; deep->tried++) {
        struct gr_deal *deal = NULL;
        struct gr_err trouble = {0};
        if (!gr_deal_now(kn, problem, k, watch, &deal, &trouble)) {
            if (!deal_failed(deep, k, &trouble, err))
                return false;
            k++;
            continue;
        }
        uint32_t next = deal->instance < k ? problem->instances : deal->instance + 1;
        if (deal->instance >= k || deep->tried == 0)
            gr_deep_check_deal(deep, deal);
        gr_deal_free(deal);
        k = next;
    }
    return true;
}

static bool check_problem(struct gr_session *session, struct gr_deep *deep,
                          const struct gr_deep_options *options, const struct gr_watch *watch,
                          struct gr_err *err)
{
    const struct gr_problem *problem = deep->problem;
    struct gr_kn *kn = problem->run_count > 0 ? gr_session_kn(session, err) : NULL;
    if (problem->run_count > 0 && kn == NULL)
        return false;
    bool good = check_instances(deep, kn, instances_of(problem, options), watch, err);
    gr_deep_tell(deep); /* what was found before the machine failed was found */
    if (!good)
        return gr_err_wrap(err, "%s", problem->id);
    check_shares(deep);
    return true;
}

static bool is_wanted(const struct gr_problem *problem, const struct gr_deep_options *options)
{
    bool is_listed = options->problems == NULL;
    for (size_t i = 0; !is_listed && i < options->problem_count; i++)
        is_listed = options->problems[i] == problem;
    return is_listed && (options->classes & 1u << problem->problem_class) != 0;
}

bool gr_check_deep(struct gr_session *session, const struct gr_deep_options *options,
                   const struct gr_watch *watch, struct gr_deep_counts *out, struct gr_diags *diags,
                   struct gr_err *err)
{
    *out = (struct gr_deep_counts){0};
    for (size_t i = 0; i < session->course->problem_count; i++) {
        const struct gr_problem *problem = session->course->problems[i];
        struct gr_deep deep = {.problem = problem, .diags = diags, .counts = out};
        if (is_wanted(problem, options) && !check_problem(session, &deep, options, watch, err))
            return false;
    }
    return true;
}
