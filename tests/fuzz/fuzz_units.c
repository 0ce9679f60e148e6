/* Input: a unit. What is accepted prints as something that reads back as the same unit.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "grader/num/units.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gr_str text = {.ptr = (const char *)data, .len = size};
    struct gr_unit unit, again;
    struct gr_err err = {0};
    if (!gr_unit_parse(text, &unit, &err)) {
        fuzz_expect(err.code != GR_OK && err.text[0] != '\0' && err.at.column > 0);
        return 0;
    }
    fuzz_expect(err.code == GR_OK && isfinite(unit.scale) && unit.scale > 0.0);
    fuzz_expect(unit.prefix_len < sizeof unit.text && strlen(unit.text) >= unit.prefix_len);
    fuzz_expect(gr_unit_parse(gr_str(unit.text), &again, &err));
    fuzz_expect(gr_dim_same(unit.dim, again.dim) && strcmp(unit.text, again.text) == 0);
    fuzz_expect(strcmp(unit.label, again.label) == 0 && strcmp(unit.per, again.per) == 0);
    fuzz_expect(!(unit.scale < again.scale) && !(unit.scale > again.scale));
    char out[96], dim[GR_UNIT_TEXT];
    (void)gr_unit_print(2.0, &unit, 6, out, sizeof out);
    (void)gr_dim_print(unit.dim, dim);
    fuzz_expect(out[0] != '\0' && dim[0] != '\0');
    return 0;
}
