/* Replies as lines, see kn/protocol.h. Doubles are written with 17 digits, which is enough to read
 * the same double back; this program never sets a locale, so the decimal point is a point.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "cpu.h"
#include "gpu.h"
#include "kn.h"
#include "suggest.h"

const struct kn_kernel *kn_find_kernel(const char *name, struct kn_reply *reply)
{
    enum { KERNELS_MAX = 64 };
    const struct kn_kernel *kernel = kn_catalogue_find(name);
    const char *names[KERNELS_MAX];
    size_t count = 0;
    if (kernel != NULL) {
        return kernel;
    }
    for (; count < kn_catalogue_count() && count < KERNELS_MAX; count++) {
        names[count] = kn_catalogue_at(count)->name;
    }
    const char *meant = kn_suggest(name, names, count);
    memset(reply, 0, sizeof *reply);
    if (meant != NULL) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "no kernel is called \"%.40s\"; did you mean %s?",
                      name, meant);
    } else {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "no kernel is called \"%.40s\"; see kn list", name);
    }
    return NULL;
}

bool kn_setting_cut(char *text, struct kn_setting *setting)
{
    char *equals = strchr(text, '=');
    if (equals == NULL) {
        return false;
    }
    *equals = '\0';
    setting->name = text;
    setting->value = equals + 1;
    return true;
}

static void write_number(FILE *to, double value)
{
    if (isnan(value)) {
        (void)fputs("\tnan", to);
    } else if (isinf(value)) {
        (void)fputs(value > 0 ? "\tinf" : "\t-inf", to);
    } else {
        (void)fprintf(to, "\t%.17g", value);
    }
}

static void write_texts(FILE *to, const struct kn_kernel *kernel, const struct kn_reply *reply,
                        const struct kn_host *host)
{
    char machine[128];
    struct kn_cpu cpu;
    kn_cpu_detect(&cpu);
    (void)snprintf(machine, sizeof machine, "%s", cpu.model);
    if (reply->backend == KN_CUDA) {
        (void)host->gpu->probe(host->device, machine, sizeof machine);
    }
    (void)fprintf(to, "text\tkernel\t%s\n", kernel->name);
    (void)fprintf(to, "text\tbackend\t%s\n", kn_backend_word(reply->backend));
    (void)fprintf(to, "text\tisa\t%s\n", reply->isa);
    (void)fprintf(to, "text\tmachine\t%s\n", machine);
}

static void write_outputs(FILE *to, const struct kn_kernel *kernel, const struct kn_reply *reply)
{
    for (size_t i = 0; i < kernel->output_count; i++) {
        const struct kn_output *output = &kernel->outputs[i];
        const struct kn_result *result = &reply->outputs[i];
        (void)fprintf(to, "out\t%s", output->name);
        write_number(to, result->value);
        (void)fprintf(to, "\t%s\t%s", output->unit, kn_class_word(output->output_class));
        write_number(to, result->low);
        write_number(to, result->high);
        (void)fprintf(to, "\t%llu\n", (unsigned long long)result->samples);
    }
    for (size_t i = 0; i < reply->gate_count; i++) {
        const struct kn_gate *gate = &reply->gates[i];
        (void)fprintf(to, "gate\t%s\t%s\t%s\n", gate->name, gate->is_passed ? "pass" : "fail",
                      gate->detail);
    }
}

bool kn_reply_write(FILE *to, const struct kn_kernel *kernel, const struct kn_reply *reply,
                    const struct kn_host *host)
{
    bool has_results = kernel != NULL && reply->status == KN_OK;
    if (has_results) {
        write_texts(to, kernel, reply, host);
        write_outputs(to, kernel, reply);
    }
    bool is_poor = has_results && reply->is_poor;
    (void)fprintf(to, "end\t%s\t%s\t%s\n", kn_status_word(reply->status), is_poor ? "poor" : "good",
                  reply->message);
    return fflush(to) == 0 && ferror(to) == 0;
}

enum kn_exit kn_reply_exit(const struct kn_reply *reply)
{
    switch (reply->status) {
    case KN_OK:
        return reply->is_poor ? KN_EXIT_NO_VERDICT : KN_EXIT_DONE;
    case KN_BAD_ARGUMENT:
        return KN_EXIT_USE;
    case KN_UNSUPPORTED:
    case KN_ABSENT:
    case KN_NO_MEMORY:
        return KN_EXIT_MACHINE;
    case KN_FAILED:
        return KN_EXIT_NEGATIVE;
    }
    return KN_EXIT_INTERNAL;
}
