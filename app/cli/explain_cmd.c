/* `explain`: what a code that `check` printed asks of the file; the grader's codes and the text
 * layer's.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "app/cli/commands.h"
#include "app/text/doc.h"
#include "grader/course/codes.h"

enum { CODES_MOST = 512 };

static int unknown_code(const char *name)
{
    const char *codes[CODES_MOST];
    size_t count = 0;
    while (count < CODES_MOST && gr_code_at(count) != NULL) {
        codes[count] = gr_code_at(count)->code;
        count++;
    }
    const char *near = gr_nearest(gr_str(name), codes, count);
    if (near != NULL)
        return cli_usage("no code '%.20s'. Did you mean '%s'?", name, near);
    return cli_usage("no code '%.20s'; codes stand in brackets in what wallclock check prints",
                     name);
}

int cmd_explain(struct cli *cli)
{
    char name[16];
    (void)snprintf(name, sizeof name, "%s", cli->args[0]);
    if (name[0] >= 'a' && name[0] <= 'z')
        name[0] = (char)(name[0] - 'a' + 'A');
    const struct gr_code *code = gr_code_find(name);
    const char *about = code != NULL ? code->about : doc_explain(name);
    if (about == NULL)
        return unknown_code(cli->args[0]);
    struct gr_buf out;
    gr_buf_start(&out, 8192);
    gr_buf_printf(&out, "%s: %s\n", name, about);
    return cli_print(cli, &out, CLI_DONE);
}
