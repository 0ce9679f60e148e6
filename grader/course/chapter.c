/* content/<chapter>/chapter.yaml: what a chapter is, promises and shows on its front page.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "grader/course/chapter_load.h"
#include "grader/course/schema.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
#define AT(field)    offsetof(struct gr_chapter, field)

struct chapter_load { /* reader.owner */
    const struct gr_course *course;
    const char *folder;
};

/* ---- level, status, instances, variants --------------------------------------------------- */

static void read_id(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                    void *field)
{
    const struct chapter_load *load = reader->owner;
    const char **id = field;
    gr_read_word(reader, key, node, field);
    if (*id != NULL && strcmp(*id, load->folder) != 0)
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "C001", node->text_at,
                                     "chapter %s lies in the folder %s", *id, load->folder),
                     "the folder is called after the id");
}

static void read_level(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    enum { MOST_LEVELS = 32 };
    const struct chapter_load *load = reader->owner;
    const char *words[MOST_LEVELS];
    size_t count =
        load->course->level_count < MOST_LEVELS ? load->course->level_count : MOST_LEVELS;
    for (size_t i = 0; i < count; i++)
        words[i] = load->course->levels[i].id;
    int i = gr_node_choice(reader, node, words, count, key->name);
    if (i >= 0)
        *(const struct gr_level **)field = &load->course->levels[i];
}

static void read_status(struct gr_reader *reader, const struct gr_key *key,
                        const struct gr_node *node, void *field)
{
    static const char *const words[] = {"draft", "published"};
    struct gr_chapter *chapter = field;
    chapter->status_at = node->text_at;
    chapter->is_published = gr_node_choice(reader, node, words, COUNT(words), key->name) == 1;
}

static void read_instances(struct gr_reader *reader, const struct gr_key *key,
                           const struct gr_node *node, void *field)
{
    static const char *const words[] = {"own", "same"};
    *(bool *)field = gr_node_choice(reader, node, words, COUNT(words), key->name) == 1;
}

static void read_variants(struct gr_reader *reader, const struct gr_key *key,
                          const struct gr_node *node, void *field)
{
    struct gr_chapter *chapter = field;
    struct gr_words words = {0};
    gr_read_words(reader, key, node, &words);
    chapter->variants = words.items;
    chapter->variant_count = words.count;
}

/* ---- pairs: topics, notation, apparatus --------------------------------------------------- */

static const struct gr_pair_text *pairs_read(struct gr_reader *reader, const struct gr_node *node,
                                             const char *what, size_t *count)
{
    if (!gr_node_is(reader, node, GR_NODE_MAPPING, what))
        return NULL;
    struct gr_pair_text *pairs = gr_reader_array(reader, node->count, sizeof *pairs);
    *count = 0;
    for (size_t i = 0; pairs != NULL && i < node->count; i++) {
        if (!gr_node_has_text(reader, node->items[i], what))
            continue;
        pairs[*count] =
            (struct gr_pair_text){.key = gr_reader_text(reader, node->keys[i]->text),
                                  .text = gr_reader_text(reader, gr_str_trim(node->items[i]->text)),
                                  .at = node->keys[i]->at};
        (*count)++;
    }
    return pairs;
}

static void read_topics(struct gr_reader *reader, const struct gr_key *key,
                        const struct gr_node *node, void *field)
{
    struct gr_chapter *chapter = field;
    chapter->topics = pairs_read(reader, node, key->name, &chapter->topic_count);
}

static void read_notation(struct gr_reader *reader, const struct gr_key *key,
                          const struct gr_node *node, void *field)
{
    struct gr_chapter *chapter = field;
    chapter->notation = pairs_read(reader, node, key->name, &chapter->notation_count);
}

static void read_apparatus(struct gr_reader *reader, const struct gr_key *key,
                           const struct gr_node *node, void *field)
{
    struct gr_chapter *chapter = field;
    chapter->apparatus = pairs_read(reader, node, key->name, &chapter->apparatus_count);
}

/* ---- strands and propositions ------------------------------------------------------------- */

static const struct gr_key strand_keys[] = {
    {"title", true, gr_read_text, offsetof(struct gr_strand, title), 0, 0, "as the book calls it"},
    {"gloss", true, gr_read_text, offsetof(struct gr_strand, gloss), 0, 0, "what it is for"},
    {"planned", true, gr_read_count, offsetof(struct gr_strand, planned), 0, 1000,
     "how many items the chapter will have"},
};

static const char *const strand_words[] = {"basics", "concept", "theory", "mathematics",
                                           "practice"};

static void read_strands(struct gr_reader *reader, const struct gr_key *key,
                         const struct gr_node *node, void *field)
{
    struct gr_chapter *chapter = field;
    if (!gr_node_is(reader, node, GR_NODE_MAPPING, key->name))
        return;
    for (size_t i = 0; i < node->count && !reader->is_short; i++) {
        int which =
            gr_node_choice(reader, node->keys[i], strand_words, COUNT(strand_words), "a strand");
        if (which < 0)
            continue;
        struct gr_strand *strand = &chapter->strands[chapter->strand_count++];
        strand->id = strand_words[which];
        (void)gr_keys_read(reader, node->items[i], strand_keys, COUNT(strand_keys), strand,
                           "a strand");
    }
}

static const struct gr_key proposition_keys[] = {
    {"planned", true, gr_read_count, AT(propositions_planned), 0, 1000, "one a topic"},
};

static void read_propositions(struct gr_reader *reader, const struct gr_key *key,
                              const struct gr_node *node, void *field)
{
    (void)gr_keys_read(reader, node, proposition_keys, COUNT(proposition_keys), field, key->name);
}

/* ---- the front page's texts --------------------------------------------------------------- */

static const struct gr_key opening_keys[] = {
    {"title", true, gr_read_text, AT(opening_title), 0, 0, "its heading"},
    {"text", true, gr_read_text, AT(opening), 0, 0, "Markdown"},
};

static void read_opening(struct gr_reader *reader, const struct gr_key *key,
                         const struct gr_node *node, void *field)
{
    (void)gr_keys_read(reader, node, opening_keys, COUNT(opening_keys), field, key->name);
}

static const struct gr_key figure_keys[] = {
    {"caption", true, gr_read_text, AT(figure_caption), 0, 0, "what the chapter's figure says"},
};

static void read_figure(struct gr_reader *reader, const struct gr_key *key,
                        const struct gr_node *node, void *field)
{
    (void)gr_keys_read(reader, node, figure_keys, COUNT(figure_keys), field, key->name);
}

static const struct gr_key chapter_keys[] = {
    {"schema", true, gr_read_schema, 0, 0, 0, "1, the version of this form"},
    {"id", true, read_id, AT(id), 0, 0, "as its folder is called"},
    {"number", true, gr_read_word, AT(number), 0, 0, "the book's chapter number"},
    {"title", true, gr_read_text, AT(title), 0, 0, "the chapter's title"},
    {"subtitle", false, gr_read_text, AT(subtitle), 0, 0, "a line below it"},
    {"book", false, gr_read_text, AT(book), 0, 0, "the book it belongs to"},
    {"author", true, gr_read_text, AT(author), 0, 0, "of the book"},
    {"motto", false, gr_read_text, AT(motto), 0, 0, "one sentence"},
    {"level", true, read_level, AT(level), 0, 0, "one of levels.yaml"},
    {"status", true, read_status, 0, 0, 0, "draft or published"},
    {"instances", false, read_instances, AT(same_instances), 0, 0,
     "own: each student's; same: one for all"},
    {"variants", true, read_variants, 0, 0, 0, "kinds of worked problems"},
    {"topics", true, read_topics, 0, 0, 0, "id: name, in the book's order"},
    {"strands", true, read_strands, 0, 0, 0, "basics, concept, theory, mathematics, practice"},
    {"propositions", false, read_propositions, 0, 0, 0, "{planned: how many}"},
    {"built", false, gr_read_text, AT(built), 0, 0, "how the chapter is built, Markdown"},
    {"opening", false, read_opening, 0, 0, 0, "{title, text}"},
    {"figure", false, read_figure, 0, 0, 0, "{caption}"},
    {"apparatus", false, read_apparatus, 0, 0, 0, "page id: title"},
    {"notation", false, read_notation, 0, 0, 0, "symbol: meaning"},
};

bool gr_chapter_load(struct gr_course *course, const struct gr_found *found, struct gr_chapter *out,
                     struct gr_diags *diags)
{
    size_t before = diags->errors + diags->lost;
    struct gr_err err = {0};
    struct gr_str text;
    struct chapter_load load = {.course = course, .folder = found->id};
    struct gr_reader reader = {
        .arena = &course->arena, .diags = diags, .file = found->path, .owner = &load};
    *out = (struct gr_chapter){.at = {.file = found->path, .line = 1, .column = 1}};
    if (!gr_file_read(&course->arena, found->path, GR_YAML_BYTES, &text, &err)) {
        gr_reader_fail(&reader, "Y013", out->at, &err);
        return false;
    }
    const struct gr_node *root = gr_yaml_tree(&course->arena, text, found->path, 1, diags);
    if (root == NULL)
        return false;
    out->status_at = root->at;
    (void)gr_keys_read(&reader, root, chapter_keys, COUNT(chapter_keys), out, "a chapter");
    return diags->errors + diags->lost == before;
}
