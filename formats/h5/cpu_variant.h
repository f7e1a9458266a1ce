/*
 * cpu_variant - functions compiled twice: for any processor, and for x86 ones of 2013 and later.
 *
 * A body that is CPU_VARIANT_INLINE is called from two functions, one of them CPU_VARIANT_2013,
 * which may run only where cpu_variant_is_2013 says so. Both do the same.
 */
#ifndef FORMATS_H5_CPU_VARIANT_H
#define FORMATS_H5_CPU_VARIANT_H

#include <stdbool.h>

#define CPU_VARIANT_INLINE __attribute__((always_inline)) static inline

#if defined __x86_64__
#define CPU_VARIANT_2013 __attribute__((target("avx2,bmi,bmi2")))

static inline bool cpu_variant_is_2013(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}
#else
#define CPU_VARIANT_2013

static inline bool cpu_variant_is_2013(void) {
    return false;
}
#endif

#endif
