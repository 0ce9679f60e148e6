/* `kn probe`: what this machine is, as protocol lines: text NAME VALUE ..., then end. Every figure
 * says where it is from; a source that is silent is said to be.
 * SPDX-License-Identifier: MIT */
#include "clock.h"
#include "cpu.h"
#include "gpu.h"
#include "host.h"
#include "kn.h"

static const char *yes_no(bool is_so)
{
    return is_so ? "yes" : "no";
}

static void probe_cpu(void)
{
    struct kn_cpu cpu;
    kn_cpu_detect(&cpu);
    (void)printf("text\tmachine\t%s\n", cpu.model);
    (void)printf("text\tavx2\t%s\n", yes_no(cpu.has_avx2));
    (void)printf("text\tavx512\t%s\n", yes_no(cpu.has_avx512));
    (void)printf("text\tavx512_bf16\t%s\n", yes_no(cpu.has_avx512_bf16));
    (void)printf("text\tsystem_saves\t%s\n",
                 cpu.os_saves_zmm ? "zmm" : (cpu.os_saves_ymm ? "ymm" : "xmm or none"));
}

static void probe_caches(void)
{
    struct kn_caches caches;
    kn_caches_read(&caches);
    (void)printf("text\tlast_level_cache\t%zu B%s\n", caches.last_level_bytes,
                 caches.is_assumed ? " (assumed: no source says)" : "");
    (void)printf("text\tcache_by_sysconf\t%zu B\n", caches.sysconf_bytes);
    (void)printf("text\tcache_by_sysfs\t%zu B\n", caches.sysfs_bytes);
    (void)printf("text\tcache_by_cpuid\t%zu B\n", caches.cpuid_bytes);
}

static void probe_machine(void)
{
    struct kn_machine machine;
    kn_machine_read(&machine);
    (void)printf("text\tcores_online\t%u\n", machine.cores_online);
    (void)printf("text\tcores_allowed\t%u\n", machine.cores_allowed);
    if (machine.quota_cores > 0) {
        (void)printf("text\tcpu_quota\t%.3g cores\n", machine.quota_cores);
    } else {
        (void)printf("text\tcpu_quota\tnone\n");
    }
    if (machine.load_one_minute >= 0) {
        (void)printf("text\tload_one_minute\t%.2f\n", machine.load_one_minute);
    } else {
        (void)printf("text\tload_one_minute\tunknown\n");
    }
    (void)printf("text\tmemory_free\t%llu B\n", (unsigned long long)machine.memory_free_bytes);
}

static void probe_clock(void)
{
    double cost_ns = 0, step_ns = 0;
    kn_clock_cost(&cost_ns, &step_ns);
    (void)printf("text\tclock_cost\t%.3g ns\n", cost_ns);
    (void)printf("text\tclock_step\t%.3g ns\n", step_ns);
}

static void probe_gpu(const struct kn_host *host)
{
    char text[128];
    if (host->gpu == NULL) {
        (void)printf("text\tgpu\tabsent: this kn was built without CUDA\n");
        return;
    }
    enum kn_status status = host->gpu->probe(host->device, text, sizeof text);
    (void)printf("text\tgpu\t%s%s%s\n", status == KN_OK ? "" : kn_status_word(status),
                 status == KN_OK ? "" : ": ", text);
}

enum kn_exit kn_probe(const struct kn_options *options)
{
    if (options->word_count > 0) {
        kn_complain("kn probe: takes no words");
        return KN_EXIT_USE;
    }
    probe_cpu();
    probe_caches();
    probe_machine();
    probe_clock();
    probe_gpu(&options->host);
    (void)printf("end\tok\tgood\t\n");
    return fflush(stdout) == 0 ? KN_EXIT_DONE : KN_EXIT_INTERNAL;
}
