/* `kn check [KERNEL]`: every backend against scalar; one tab-separated line a row.
 *     KERNEL ISA ok|FAULT CASES RULE FIRST-FAULT
 * SPDX-License-Identifier: MIT */
#include "cpu.h"
#include "gpu.h"
#include "kn.h"
#include "selfcheck.h"

static void tell(void *context, const struct kn_check_row *row)
{
    (void)context;
    (void)printf("%s\t%s\t%s\t%zu cases\t%s\t%s\n", row->kernel, row->isa,
                 row->faults == 0 ? "ok" : "FAULT", row->cases, row->rule, row->first_fault);
    (void)fflush(stdout);
}

/* Whether what the options ask for is there; the reason on standard error when not. */
static bool machine_can(const struct kn_host *host)
{
    struct kn_cpu cpu;
    char text[128];
    kn_cpu_detect(&cpu);
    if (host->has_limit && !kn_cpu_has(&cpu, host->limit)) {
        kn_complain("kn check: this processor (%s) does not run %s", cpu.model,
                    kn_backend_word(host->limit));
        return false;
    }
    if (host->wants_gpu && host->gpu == NULL) {
        kn_complain("kn check: this kn was built without CUDA");
        return false;
    }
    if (host->wants_gpu && host->gpu->probe(host->device, text, sizeof text) != KN_OK) {
        kn_complain("kn check: %s", text);
        return false;
    }
    return true;
}

enum kn_exit kn_check_command(const struct kn_options *options)
{
    struct kn_reply reply;
    const char *name = options->word_count > 0 ? options->words[0] : NULL;
    if (options->word_count > 1 || (name != NULL && kn_find_kernel(name, &reply) == NULL)) {
        kn_complain("kn check: %s", options->word_count > 1 ? "one kernel at most" : reply.message);
        return KN_EXIT_USE;
    }
    if (!machine_can(&options->host)) {
        return KN_EXIT_MACHINE;
    }
    struct kn_host host = options->host;
    host.tick = NULL; /* standard output carries rows, not progress */
    bool is_clean = kn_check(name, &host, tell, NULL);
    return is_clean ? KN_EXIT_DONE : KN_EXIT_NEGATIVE;
}
