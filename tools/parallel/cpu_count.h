/*
 * cpu_count - how many processors this process may really use.
 *
 * The number of online processors says little in a container or under a batch system: what counts
 * is the affinity mask and the CPU quota of the control group.
 */
#ifndef TOOLS_PARALLEL_CPU_COUNT_H
#define TOOLS_PARALLEL_CPU_COUNT_H

/*
 * The smaller of the affinity mask's size and the control group's quota, rounded up; at least 1.
 * Knows control groups of version 2 (cpu.max) and 1 (cpu.cfs_quota_us), the process's own group
 * and those above it. What cannot be read does not limit.
 */
unsigned cpu_count(void);

/*
 * The processors that the text of a cpu.max file allows ("150000 100000" gives 2, "max 100000"
 * and anything malformed 0 for "no limit"); for cpu_count and its test.
 */
unsigned cpu_count_of_quota(const char *text);

#endif
