/* Chapters, levels and strands: content/levels.yaml and content/<chapter>/chapter.yaml, and the
 * pages found in the strands' folders. Immutable once loaded.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_CHAPTER_H
#define GR_CHAPTER_H

#include "grader/base/arena.h"
#include "grader/base/diag.h"

struct gr_level {          /* what a level owes */
    const char *id, *name; /* "M3", "Load-bearing" */
    uint32_t problems, variants, exercises;
    const char *about;
};

struct gr_check_question { /* the one-key check at the end of a page */
    const char *ask;
    const char *const *choices; /* shown as a, b, c ... */
    size_t choice_count;
    size_t right;    /* 0-based */
    const char *say; /* after the answer */
};

struct gr_page {
    const char *id;     /* "VIII.6.basics.3", "0.NU.01", "II.8" */
    const char *path;   /* absolute or as the course root was given */
    const char *title;  /* its first heading, or front matter title: */
    const char *strand; /* "basics", ...; "propositions"; "apparatus" for Book 0 and recaps */
    const char *topic;  /* may be NULL */
    struct gr_pos topic_at;
    uint32_t minutes;
    const char *figure; /* front matter figure: (id of a figure), or NULL */
    const char *const *needs;
    const struct gr_pos *needs_at;
    size_t need_count;
    struct gr_check_question check;
    bool has_check;
    struct gr_str body; /* Markdown without front matter */
    uint32_t body_line; /* line number of its first line */
};

/* The number at the end of its id; 0 for apparatus that has none. */
uint32_t gr_page_number(const struct gr_page *page);

struct gr_strand {
    const char *id;    /* "basics" "concept" "theory" "mathematics" "practice" */
    const char *title; /* "Basics" */
    const char *gloss; /* "what the words mean" */
    uint32_t planned;
    const struct gr_page *const
        *pages; /* in order of their numbers; mathematics has problems instead */
    size_t page_count;
};

struct gr_pair_text { /* a symbol and its meaning; a link and its title; a topic id and its name */
    const char *key, *text;
    struct gr_pos at;
};

struct gr_chapter {
    const char *id, *title, *subtitle, *book, *author; /* "VIII.6", "Training Systems", ... */
    const char *number;                                /* "6" */
    struct gr_pos at, status_at;
    const struct gr_level *level;
    bool is_published;
    bool same_instances; /* `instances: same`: one instance for all students */
    const char *const *variants;
    size_t variant_count;
    struct gr_strand strands[5];
    size_t strand_count;
    const struct gr_page *const *propositions;
    size_t proposition_count;
    uint32_t propositions_planned;
    const struct gr_pair_text *topics, *notation, *apparatus; /* apparatus: page id and title */
    size_t topic_count, notation_count, apparatus_count;
    const char *motto, *opening;       /* opening: "Before you start: the problem", Markdown */
    const char *opening_title, *built; /* "How this chapter is built", Markdown */
    const char *figure_caption;        /* words of Fig. 6 until figures are data */
};

#endif
