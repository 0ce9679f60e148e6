/* A problem file from text to a checked problem. The table below is the schema: its rows are read
 * in this order, so that names are known before the expressions that use them. All findings of a
 * file come in one pass.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/problem.h"

#include <stdlib.h>
#include <string.h>

#include "grader/course/problem_load.h"
#include "grader/course/source.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
#define AT(field)    offsetof(struct gr_problem, field)

/* ---- single fields ------------------------------------------------------------------------ */

static void read_id(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                    void *field)
{
    struct gr_problem *problem = field;
    gr_read_word(reader, key, node, &problem->id);
    const char *dot = problem->id == NULL ? NULL : strrchr(problem->id, '.');
    if (problem->id == NULL)
        return;
    if (dot == NULL || dot == problem->id || dot[1] == '\0') {
        gr_diag_help(
            reader->diags,
            gr_reader_error(reader, "P001", node->text_at, "\"%s\" names no chapter", problem->id),
            "an id is chapter.item: VIII.6.W1");
        return;
    }
    problem->short_id = dot + 1;
    struct gr_str stem = gr_load_of(reader)->stem;
    if (!gr_str_is(stem, problem->short_id))
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P002", node->text_at,
                                     "id %s stands in a file called %.*s", problem->id,
                                     (int)(stem.len < 40 ? stem.len : 40), stem.ptr),
                     "the file is called after the id: %s.yaml", problem->short_id);
}

static void read_kind(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    static const char *const words[] = {"problem", "exercise"};
    struct gr_problem *problem = field;
    int i = gr_node_choice(reader, node, words, COUNT(words), key->name);
    problem->kind = i == 1 ? GR_KIND_EXERCISE : GR_KIND_PROBLEM;
}

static void read_class(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    static const char *const words[] = {"exact", "seeded", "timed"};
    static const enum kn_class classes[] = {KN_EXACT, KN_SEEDED, KN_TIMED};
    struct gr_problem *problem = field;
    int i = gr_node_choice(reader, node, words, COUNT(words), key->name);
    problem->problem_class = i < 0 ? KN_EXACT : classes[i];
    problem->class_at = node->text_at;
}

static void read_variant(struct gr_reader *reader, const struct gr_key *key,
                         const struct gr_node *node, void *field)
{
    struct gr_problem *problem = field;
    problem->variant_at = node->text_at;
    gr_read_word(reader, key, node, &problem->variant);
}

static void read_topic(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    struct gr_problem *problem = field;
    problem->topic_at = node->text_at;
    gr_read_word(reader, key, node, &problem->topic);
}

static void read_needs(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    struct gr_problem *problem = field;
    struct gr_words words = {0};
    gr_read_words(reader, key, node, &words);
    problem->needs = words.items;
    problem->needs_at = words.at;
    problem->need_count = words.count;
}

/* ---- the schema --------------------------------------------------------------------------- */

static const struct gr_key problem_keys[] = {
    {"schema", true, gr_read_schema, 0, 0, 0, "1, the version of this form"},
    {"id", true, read_id, 0, 0, 0, "chapter.item, for ever: progress keys on it"},
    {"rev", true, gr_read_count, AT(rev), 1, 1000000, "raised when a verdict could change"},
    {"kind", true, read_kind, 0, 0, 0, "problem (worked) or exercise"},
    {"variant", false, read_variant, 0, 0, 0, "one of the chapter's variants"},
    {"topic", true, read_topic, 0, 0, 0, "one of the chapter's topics"},
    {"class", true, read_class, 0, 0, 0, "exact, seeded or timed: how the reference is known"},
    {"title", true, gr_read_text, AT(title), 0, 0, "a few words"},
    {"minutes", true, gr_read_count, AT(minutes), 1, 600, "about how long it takes"},
    {"points", false, gr_read_count, AT(points), 0, 1000, "credit, 1 unless it says more"},
    {"needs", false, read_needs, 0, 0, 0, "pages that help; never a gate"},
    {"instances", false, gr_read_count, AT(instances), 1, 10000, "how many are dealt, 24"},
    {"params", false, gr_read_params, 0, 0, 0, "what an instance draws"},
    {"run", false, gr_read_run, 0, 0, 0, "the kernel that computes the reference"},
    {"runs", false, gr_read_runs, 0, 0, 0, "several named runs"},
    {"let", false, gr_read_lets, 0, 0, 0, "names for expressions"},
    {"require", false, gr_read_requires, 0, 0, 0, "conditions; else the next instance"},
    {"answer", true, gr_read_answer, AT(answer), 0, 0, "unit, reference, model, tolerance"},
    {"statement", true, gr_read_statement, AT(answer.statement), 0, 0, "Markdown with {values}"},
    {"mistakes", false, gr_read_mistakes, AT(answer), 0, 0, "wrong answers with what to say"},
    {"hints", false, gr_read_hints, 0, 0, 0, "two or three; the last leaves only arithmetic"},
    {"twin", false, gr_read_twin, 0, 0, 0, "the same question without a clock"},
    {"tests", false, gr_read_tests, 0, 0, 0, "what is typed and the verdict it must get"},
};

/* ---- loading ------------------------------------------------------------------------------ */

static struct gr_str stem_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct gr_str name = gr_str(slash == NULL ? path : slash + 1);
    for (size_t i = name.len; i > 1; i--)
        if (name.ptr[i - 1] == '.')
            return (struct gr_str){.ptr = name.ptr, .len = i - 1};
    return name;
}

/* `parms:` for `params:` is one slip, not one for each use of a parameter. */
static bool has_misspelt_section(const struct gr_node *root)
{
    static const char *const sections[] = {"params", "run", "runs", "let"};
    for (size_t i = 0; root->kind == GR_NODE_MAPPING && i < root->count; i++) {
        struct gr_str key = root->keys[i]->text;
        bool is_known = false;
        for (size_t j = 0; j < COUNT(problem_keys); j++)
            is_known = is_known || gr_str_is(key, problem_keys[j].name);
        if (!is_known && gr_nearest(key, sections, COUNT(sections)) != NULL)
            return true;
    }
    return false;
}

/* Whether the problem can be used. A solution with findings leaves it usable. */
static bool problem_read(struct gr_problem_load *load, struct gr_str text,
                         const char *solution_path)
{
    struct gr_problem *problem = load->problem;
    struct gr_reader *reader = &load->reader;
    size_t before = reader->diags->errors + reader->diags->lost;
    const struct gr_node *root = gr_yaml_tree(reader->arena, text, reader->file, 1, reader->diags);
    if (root == NULL)
        return false;
    problem->at = root->at;
    problem->class_at = root->at;
    load->root = root;
    load->names_are_open = has_misspelt_section(root);
    if (!gr_keys_read(reader, root, problem_keys, COUNT(problem_keys), problem, "a problem"))
        return false;
    gr_problem_check_sense(load);
    if (reader->diags->errors + reader->diags->lost != before)
        return false;
    gr_solution_load(load, solution_path);
    return !reader->is_short;
}

struct gr_problem *gr_problem_read(struct gr_arena *arena, struct gr_str text, const char *path,
                                   const char *solution_path, struct gr_diags *diags)
{
    struct gr_problem *problem = gr_arena_array(arena, 1, sizeof *problem);
    struct gr_problem_load *load = calloc(1, sizeof *load); /* too large for a stack frame */
    char *file = gr_arena_text(arena, gr_str(path));
    if (problem == NULL || load == NULL || file == NULL) {
        gr_report_memory(diags, path);
        free(load);
        return NULL;
    }
    *problem = (struct gr_problem){.path = file, .points = 1, .instances = 24};
    *load = (struct gr_problem_load){
        .reader = {.arena = arena, .diags = diags, .file = file, .owner = load},
        .problem = problem,
        .stem = stem_of(file)};
    bool is_usable = problem_read(load, text, solution_path);
    free(load);
    return is_usable ? problem : NULL;
}

struct gr_problem *gr_problem_load(struct gr_arena *arena, const char *path,
                                   const char *solution_path, struct gr_diags *diags)
{
    struct gr_err err = {0};
    struct gr_str text;
    struct gr_pos at = {.file = path};
    struct gr_reader reader = {.arena = arena, .diags = diags, .file = path};
    if (gr_file_read(arena, path, GR_YAML_BYTES, &text, &err))
        return gr_problem_read(arena, text, path, solution_path, diags);
    gr_reader_fail(&reader, "Y013", at, &err);
    return NULL;
}
