/* content/levels.yaml (what each level owes) and content/constants.yaml (dated figures of hardware,
 * each with its source).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/chapter_load.h"
#include "grader/course/schema.h"
#include "grader/num/units.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* The tree of a whole YAML file of the course; NULL after a finding. */
static const struct gr_node *file_tree(struct gr_reader *reader)
{
    struct gr_err err = {0};
    struct gr_str text;
    struct gr_pos at = {.file = reader->file};
    if (gr_file_read(reader->arena, reader->file, GR_YAML_BYTES, &text, &err))
        return gr_yaml_tree(reader->arena, text, reader->file, 1, reader->diags);
    gr_reader_fail(reader, "Y013", at, &err);
    return NULL;
}

/* ---- levels ------------------------------------------------------------------------------- */

#define AT(field) offsetof(struct gr_level, field)
static const struct gr_key level_keys[] = {
    {"name", true, gr_read_text, AT(name), 0, 0, "as the book calls it"},
    {"problems", true, gr_read_count, AT(problems), 0, 1000, "worked problems owed"},
    {"variants", true, gr_read_count, AT(variants), 0, 1000, "distinct variants among them"},
    {"exercises", true, gr_read_count, AT(exercises), 0, 1000, "exercises owed"},
    {"about", false, gr_read_text, AT(about), 0, 0, "what the level means"},
};
#undef AT

static void read_levels(struct gr_reader *reader, const struct gr_key *key,
                        const struct gr_node *node, void *field)
{
    struct gr_course *course = field;
    if (!gr_node_is(reader, node, GR_NODE_MAPPING, key->name))
        return;
    struct gr_level *levels = gr_reader_array(reader, node->count, sizeof *levels);
    if (levels == NULL)
        return;
    for (size_t i = 0; i < node->count && !reader->is_short; i++) {
        levels[i].id = gr_reader_text(reader, node->keys[i]->text);
        (void)gr_keys_read(reader, node->items[i], level_keys, COUNT(level_keys), &levels[i],
                           "a level");
    }
    course->levels = levels;
    course->level_count = node->count;
}

static const struct gr_key levels_keys[] = {
    {"schema", true, gr_read_schema, 0, 0, 0, "1, the version of this form"},
    {"levels", true, read_levels, 0, 0, 0, "M1: {name, problems, variants, exercises}"},
};

bool gr_levels_load(struct gr_course *course, const char *path, struct gr_diags *diags)
{
    size_t before = diags->errors + diags->lost;
    struct gr_reader reader = {.arena = &course->arena, .diags = diags, .file = path};
    const struct gr_node *root = file_tree(&reader);
    if (root != NULL)
        (void)gr_keys_read(&reader, root, levels_keys, COUNT(levels_keys), course, "levels.yaml");
    return root != NULL && diags->errors + diags->lost == before;
}

/* ---- constants ---------------------------------------------------------------------------- */

static void read_value(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    (void)gr_node_number(reader, node, false, field, key->name);
}

static void read_unit(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    struct gr_err err = {0};
    struct gr_unit unit;
    if (!gr_node_is(reader, node, GR_NODE_SCALAR, key->name))
        return;
    if (gr_unit_parse(gr_str_trim(node->text), &unit, &err))
        *(const char **)field = gr_reader_text(reader, gr_str_trim(node->text));
    else
        (void)gr_reader_error(reader, "P018", node->text_at, "unit: %s", err.text);
}

static bool is_date(struct gr_str text)
{
    static const char shape[] = "0000-00-00";
    for (size_t i = 0; i < text.len && i < sizeof shape - 1; i++) {
        bool digit = text.ptr[i] >= '0' && text.ptr[i] <= '9';
        if (shape[i] == '0' ? !digit : text.ptr[i] != shape[i])
            return false;
    }
    return text.len == 4 || text.len == 7 || text.len == 10;
}

static void read_date(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    if (!gr_node_has_text(reader, node, key->name))
        return;
    if (is_date(node->text))
        *(const char **)field = gr_reader_text(reader, node->text);
    else
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "C014", node->text_at, "this is no date"),
                     "2024, 2024-11 or 2024-11-30");
}

#define AT(field) offsetof(struct gr_constant, field)
static const struct gr_key constant_keys[] = {
    {"value", true, read_value, AT(value), 0, 0, "the figure"},
    {"unit", true, read_unit, AT(unit), 0, 0, "its unit"},
    {"source", true, gr_read_text, AT(source), 0, 0, "where it was read"},
    {"date", true, read_date, AT(date), 0, 0, "of the source: 2022, 2022-03 or 2022-03-21"},
};
#undef AT

static void read_constants(struct gr_reader *reader, const struct gr_key *key,
                           const struct gr_node *node, void *field)
{
    struct gr_course *course = field;
    if (!gr_node_is(reader, node, GR_NODE_MAPPING, key->name))
        return;
    struct gr_constant *constants = gr_reader_array(reader, node->count, sizeof *constants);
    if (constants == NULL)
        return;
    for (size_t i = 0; i < node->count && !reader->is_short; i++) {
        constants[i].name = gr_reader_text(reader, node->keys[i]->text);
        (void)gr_keys_read(reader, node->items[i], constant_keys, COUNT(constant_keys),
                           &constants[i], "a constant");
    }
    course->constants = constants;
    course->constant_count = node->count;
}

static const struct gr_key constants_keys[] = {
    {"schema", true, gr_read_schema, 0, 0, 0, "1, the version of this form"},
    {"constants", true, read_constants, 0, 0, 0, "name: {value, unit, source, date}"},
};

bool gr_constants_load(struct gr_course *course, const char *path, struct gr_diags *diags)
{
    size_t before = diags->errors + diags->lost;
    struct gr_reader reader = {.arena = &course->arena, .diags = diags, .file = path};
    const struct gr_node *root = file_tree(&reader);
    if (root != NULL)
        (void)gr_keys_read(&reader, root, constants_keys, COUNT(constants_keys), course,
                           "constants.yaml");
    return root != NULL && diags->errors + diags->lost == before;
}
