/* `kn list`: the catalogue for people and scripts, one tab-separated line a fact.
 *     kernel NAME CLASS BACKENDS FLOP BYTES ABOUT
 *     arg    KERNEL NAME TYPE RANGE UNIT FALLBACK ABOUT
 *     out    KERNEL NAME UNIT CLASS ABOUT
 * SPDX-License-Identifier: MIT */
#include "kn.h"

static void list_backends(const struct kn_kernel *kernel)
{
    const char *separator = "";
    for (enum kn_backend backend = KN_SCALAR; backend < KN_BACKEND_COUNT; backend++) {
        if ((kernel->backends >> backend & 1u) != 0) {
            (void)printf("%s%s", separator, kn_backend_word(backend));
            separator = ",";
        }
    }
}

static void list_range(const struct kn_arg *arg)
{
    if (arg->type != KN_TEXT) {
        (void)printf("%s\t%.10g..%.10g", arg->type == KN_INTEGER ? "integer" : "real", arg->low,
                     arg->high);
        return;
    }
    (void)printf("text\t");
    for (size_t i = 0; arg->choices[i] != NULL; i++) {
        (void)printf("%s%s", i > 0 ? "|" : "", arg->choices[i]);
    }
}

static void list_kernel(const struct kn_kernel *kernel)
{
    (void)printf("kernel\t%s\t%s\t", kernel->name, kn_class_word(kernel->kernel_class));
    list_backends(kernel);
    (void)printf("\t%s\t%s\t%s\n", kernel->flop, kernel->bytes, kernel->about);
    for (size_t i = 0; i < kernel->arg_count; i++) {
        const struct kn_arg *arg = &kernel->args[i];
        (void)printf("arg\t%s\t%s\t", kernel->name, arg->name);
        list_range(arg);
        (void)printf("\t%s\t%s\t%s\n", arg->unit, arg->fallback != NULL ? arg->fallback : "",
                     arg->about);
    }
    for (size_t i = 0; i < kernel->output_count; i++) {
        const struct kn_output *output = &kernel->outputs[i];
        (void)printf("out\t%s\t%s\t%s\t%s\t%s\n", kernel->name, output->name, output->unit,
                     kn_class_word(output->output_class), output->about);
    }
}

enum kn_exit kn_list(const struct kn_options *options)
{
    struct kn_reply reply;
    if (options->word_count == 0) {
        for (size_t i = 0; i < kn_catalogue_count(); i++) {
            list_kernel(kn_catalogue_at(i));
        }
    }
    for (size_t i = 0; i < options->word_count; i++) {
        const struct kn_kernel *kernel = kn_find_kernel(options->words[i], &reply);
        if (kernel == NULL) {
            kn_complain("kn list: %s", reply.message);
            return KN_EXIT_USE;
        }
        list_kernel(kernel);
    }
    return KN_EXIT_DONE;
}
