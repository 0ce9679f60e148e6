/* The dispatcher: settings to checked arguments by the kernel's row, choice of backend, the call.
 * Every refusal happens before anything is run and names what was wrong and what would be right.
 * SPDX-License-Identifier: MIT */
#include "kn/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "gpu.h"
#include "kernel.h"
#include "real.h"
#include "suggest.h"

struct entry {
    const char *name;
    kn_kernel_fn *run;
};

static const struct entry entries[] = {
    {"roof", kn_roof_run}, {"chains", kn_chains_run}, {"stream", kn_stream_run},
    {"sum", kn_sum_run},   {"tiled", kn_tiled_run},   {"ring", kn_ring_run},
};

void kn_reply_fail(struct kn_reply *reply, enum kn_status status, const char *format, ...)
{
    reply->status = status;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(reply->message, sizeof reply->message, format, args);
    va_end(args);
    /* Parts of it may come from a request: one line of printable ASCII, whatever they hold. */
    for (char *at = reply->message; *at != '\0'; at++) {
        *at = *at >= ' ' && *at <= '~' ? *at : '?';
    }
}

void kn_reply_exact(struct kn_reply *reply, size_t index, double value)
{
    reply->outputs[index] = (struct kn_result){value, value, value, 1};
}

bool kn_keep_going(const struct kn_host *host, struct kn_reply *reply, const char *step,
                   double done, double total)
{
    if (host->tick == NULL || host->tick(host->tick_context, step, done, total)) {
        return true;
    }
    kn_reply_fail(reply, KN_FAILED, "stopped");
    return false;
}

static bool find_arg(const struct kn_kernel *kernel, const char *name, size_t *index,
                     struct kn_reply *reply)
{
    const char *names[KN_ARGS_MAX];
    for (size_t i = 0; i < kernel->arg_count; i++) {
        names[i] = kernel->args[i].name;
        if (strcmp(names[i], name) == 0) {
            *index = i;
            return true;
        }
    }
    const char *meant = kn_suggest(name, names, kernel->arg_count);
    if (meant != NULL) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "%s has no argument %.40s; did you mean %s?",
                      kernel->name, name, meant);
    } else {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "%s has no argument %.40s", kernel->name, name);
    }
    return false;
}

static bool read_choice(const struct kn_kernel *kernel, const struct kn_arg *arg, const char *text,
                        struct kn_value *value, struct kn_reply *reply)
{
    size_t count = 0;
    for (; arg->choices[count] != NULL; count++) {
        if (strcmp(arg->choices[count], text) == 0) {
            value->text = arg->choices[count];
            return true;
        }
    }
    const char *meant = kn_suggest(text, arg->choices, count);
    kn_reply_fail(reply, KN_BAD_ARGUMENT, "%s: %s cannot be %.40s; did you mean %s?", kernel->name,
                  arg->name, text, meant != NULL ? meant : arg->choices[0]);
    return false;
}

static bool read_number(const struct kn_kernel *kernel, const struct kn_arg *arg, const char *text,
                        struct kn_value *value, struct kn_reply *reply)
{
    bool is_integer = arg->type == KN_INTEGER;
    bool is_read =
        is_integer ? kn_integer_read(text, &value->integer) : kn_real_read(text, &value->real);
    if (!is_read) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "%s: %s must be %s, not \"%.40s\"", kernel->name,
                      arg->name, is_integer ? "a whole number" : "a number", text);
        return false;
    }
    if (is_integer) {
        value->real = (double)value->integer;
    }
    if (!(value->real >= arg->low && value->real <= arg->high)) {
        kn_reply_fail(reply, KN_BAD_ARGUMENT, "%s: %s must lie in %.10g to %.10g, not %.40s",
                      kernel->name, arg->name, arg->low, arg->high, text);
        return false;
    }
    return true;
}

static bool read_value(const struct kn_kernel *kernel, size_t index, const char *text,
                       struct kn_call *call, struct kn_reply *reply)
{
    const struct kn_arg *arg = &kernel->args[index];
    struct kn_value *value = &call->args[index];
    return arg->type == KN_TEXT ? read_choice(kernel, arg, text, value, reply)
                                : read_number(kernel, arg, text, value, reply);
}

static bool read_settings(struct kn_call *call, const struct kn_setting *settings, size_t count,
                          struct kn_reply *reply)
{
    const struct kn_kernel *kernel = call->kernel;
    bool is_given[KN_ARGS_MAX] = {false};
    for (size_t i = 0; i < count; i++) {
        size_t index = 0;
        if (!find_arg(kernel, settings[i].name, &index, reply)) {
            return false;
        }
        if (is_given[index]) {
            kn_reply_fail(reply, KN_BAD_ARGUMENT, "%s: %s is given twice", kernel->name,
                          settings[i].name);
            return false;
        }
        is_given[index] = true;
        if (!read_value(kernel, index, settings[i].value, call, reply)) {
            return false;
        }
    }
    for (size_t index = 0; index < kernel->arg_count; index++) {
        const struct kn_arg *arg = &kernel->args[index];
        if (!is_given[index] && arg->fallback == NULL) {
            kn_reply_fail(reply, KN_BAD_ARGUMENT, "%s: %s is missing (%s)", kernel->name, arg->name,
                          arg->about);
            return false;
        }
        if (!is_given[index] && !read_value(kernel, index, arg->fallback, call, reply)) {
            return false;
        }
    }
    return true;
}

static bool choose_gpu(struct kn_call *call, struct kn_reply *reply)
{
    const struct kn_host *host = call->host;
    char text[KN_MESSAGE_MAX - 32];
    if ((call->kernel->backends >> KN_CUDA & 1u) == 0) {
        kn_reply_fail(reply, KN_UNSUPPORTED, "%s has no code for a GPU", call->kernel->name);
        return false;
    }
    if (host->gpu == NULL) {
        kn_reply_fail(reply, KN_UNSUPPORTED, "this kn was built without CUDA");
        return false;
    }
    enum kn_status status = host->gpu->probe(host->device, text, sizeof text);
    if (status != KN_OK) {
        kn_reply_fail(reply, status, "%s", text);
        return false;
    }
    reply->backend = KN_CUDA;
    (void)snprintf(reply->isa, sizeof reply->isa, "cuda:%d", host->device);
    return true;
}

/* The best set of loops that the kernel has, the processor can run and the caller allows. */
static bool choose_cpu(struct kn_call *call, struct kn_reply *reply)
{
    const struct kn_host *host = call->host;
    struct kn_cpu cpu;
    kn_cpu_detect(&cpu);
    enum kn_backend limit = host->has_limit ? host->limit : KN_AVX512;
    if (host->has_limit && !kn_cpu_has(&cpu, limit)) {
        kn_reply_fail(reply, KN_UNSUPPORTED, "this processor (%s) does not run %s", cpu.model,
                      kn_backend_word(limit));
        return false;
    }
    call->ops = kn_ops_for(KN_SCALAR, &cpu);
    for (enum kn_backend backend = KN_AVX2; backend <= limit; backend++) {
        const struct kn_ops *ops = kn_ops_for(backend, &cpu);
        if ((call->kernel->backends >> backend & 1u) != 0 && ops != NULL) {
            call->ops = ops;
        }
    }
    reply->backend = call->ops->backend;
    (void)snprintf(reply->isa, sizeof reply->isa, "%s", call->ops->isa);
    return true;
}

void kn_run(const struct kn_kernel *kernel, const struct kn_setting *settings, size_t count,
            const struct kn_host *host, struct kn_reply *reply)
{
    struct kn_call call = {.kernel = kernel, .host = host, .start_ns = kn_clock_ns()};
    memset(reply, 0, sizeof *reply);
    if (!read_settings(&call, settings, count, reply)) {
        return;
    }
    if (!(host->wants_gpu ? choose_gpu(&call, reply) : choose_cpu(&call, reply))) {
        return;
    }
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (strcmp(entries[i].name, kernel->name) == 0) {
            entries[i].run(&call, reply);
            return;
        }
    }
    kn_reply_fail(reply, KN_UNSUPPORTED, "%s has no code in this build", kernel->name);
}
