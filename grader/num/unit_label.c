/* Count labels and the suffixes k M B T of counts. A label has no dimension: it prints, it takes a
 * suffix, and two different ones do not mix. Labels of one kin are the same thing by another name.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "grader/num/unit_table.h"

static const struct gr_label labels[] = {
    {"element", "elements", "element"},
    {"example", "examples", "example"},
    {"sample", "samples", "example"},
    {"token", "tokens", "token"},
    {"parameter", "parameters", "parameter"},
    {"param", "params", "parameter"},
    {"weight", "weights", "parameter"},
    {"sequence", "sequences", "sequence"},
    {"call", "calls", "call"},
    {"buffer", "buffers", "buffer"},
    {"word", "words", "word"},
    {"step", "steps", "step"},
    {"iteration", "iterations", "step"},
    {"layer", "layers", "layer"},
    {"rank", "ranks", "rank"},
    {"message", "messages", "message"},
    {"addition", "additions", "addition"},
    {"multiplication", "multiplications", "multiplication"},
    {"operation", "operations", "operation"},
    {"instruction", "instructions", "instruction"},
    {"cycle", "cycles", "cycle"},
    {"request", "requests", "request"},
    {"batch", "batches", "batch"},
    {"microbatch", "microbatches", "microbatch"},
    {"image", "images", "image"},
    {"head", "heads", "head"},
    {"chunk", "chunks", "chunk"},
    {"chain", "chains", "chain"},
    {"value", "values", "value"},
    {"number", "numbers", "value"},
    {"thread", "threads", "thread"},
    {"core", "cores", "core"},
    {"lane", "lanes", "lane"},
    {"warp", "warps", "warp"},
    {"block", "blocks", "block"},
    {"tile", "tiles", "tile"},
    {"row", "rows", "row"},
    {"column", "columns", "column"},
    {"line", "lines", "line"},
    {"page", "pages", "page"},
    {"access", "accesses", "access"},
    {"load", "loads", "load"},
    {"store", "stores", "store"},
    {"node", "nodes", "node"},
    {"worker", "workers", "worker"},
    {"device", "devices", "device"},
    {"gpu", "gpus", "device"},
    {"stage", "stages", "stage"},
    {"epoch", "epochs", "epoch"},
    {"update", "updates", "update"},
    {"round", "rounds", "round"},
    {"failure", "failures", "failure"},
    {"checkpoint", "checkpoints", "checkpoint"},
};

static const struct {
    const char *word, *prefix;
    double factor;
} magnitudes[] = {
    {"k", "k", 1e3},       {"K", "k", 1e3},         {"M", "M", 1e6},        {"G", "G", 1e9},
    {"T", "T", 1e12},      {"P", "P", 1e15},        {"E", "E", 1e18},       {"Ki", "Ki", 0x1p10},
    {"Mi", "Mi", 0x1p20},  {"Gi", "Gi", 0x1p30},    {"Ti", "Ti", 0x1p40},   {"Pi", "Pi", 0x1p50},
    {"Ei", "Ei", 0x1p60},  {"bn", "G", 1e9},        {"thousand", "k", 1e3}, {"million", "M", 1e6},
    {"billion", "G", 1e9}, {"trillion", "T", 1e12},
};

size_t gr_label_count(void)
{
    return sizeof labels / sizeof labels[0];
}

const struct gr_label *gr_label_at(size_t index)
{
    return index < gr_label_count() ? &labels[index] : NULL;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_any_case(struct gr_str word, const char *known)
{
    if (word.len != strlen(known))
        return false;
    for (size_t i = 0; i < word.len; i++)
        if (lower(word.ptr[i]) != known[i])
            return false;
    return true;
}

const struct gr_label *gr_label_find(struct gr_str word)
{
    for (size_t i = 0; i < gr_label_count(); i++)
        if (same_any_case(word, labels[i].one) || same_any_case(word, labels[i].many))
            return &labels[i];
    return NULL;
}

bool gr_label_same(const char *a, const char *b)
{
    if (a[0] == '\0' || b[0] == '\0' || strcmp(a, b) == 0)
        return true;
    const struct gr_label *left = gr_label_find(gr_str(a)), *right = gr_label_find(gr_str(b));
    return left != NULL && right != NULL && strcmp(left->kin, right->kin) == 0;
}

double gr_unit_magnitude(struct gr_str word, bool may_be_billion, const char **prefix)
{
    *prefix = NULL;
    if (may_be_billion && same_any_case(word, "b")) {
        *prefix = "B";
        return 1e9;
    }
    for (size_t i = 0; i < sizeof magnitudes / sizeof magnitudes[0]; i++) {
        bool is_word = strlen(magnitudes[i].word) > 2; /* m and M are far apart, million is not */
        if (is_word ? same_any_case(word, magnitudes[i].word)
                    : gr_str_is(word, magnitudes[i].word)) {
            *prefix = magnitudes[i].prefix;
            return magnitudes[i].factor;
        }
    }
    return 0.0;
}
