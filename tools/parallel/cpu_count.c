#include "tools/parallel/cpu_count.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned cpu_count_of_quota(const char *text) {
    char *end;
    long long quota = strtoll(text, &end, 10);
    if (end == text || quota <= 0 || *end != ' ')
        return 0;
    char *period_end;
    long long period = strtoll(end, &period_end, 10);
    if (period_end == end || period <= 0)
        return 0;
    long long count = quota / period + (quota % period != 0);
    return count > INT_MAX ? 0 : (unsigned)count;
}

/* Reads the first line of a small file, without its line feed; "" when there is none. */
static void read_line(const char *path, char *line, size_t size) {
    line[0] = '\0';
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return;
    if (fgets(line, (int)size, file) == NULL)
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    fclose(file);
}

static unsigned smaller_limit(unsigned a, unsigned b) {
    if (a == 0 || b == 0)
        return a + b;
    return a < b ? a : b;
}

/* The limit of one group's folder, 0 for none. */
static unsigned limit_of_folder(const char *folder) {
    char path[PATH_MAX + 64], line[64], quota[32], period[32];
    snprintf(path, sizeof path, "%s/cpu.max", folder);
    read_line(path, line, sizeof line);
    unsigned limit = cpu_count_of_quota(line);
    snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
    read_line(path, quota, sizeof quota);
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
    read_line(path, period, sizeof period);
    if (quota[0] != '\0' && period[0] != '\0') {
        char both[sizeof quota + sizeof period + 1];
        snprintf(both, sizeof both, "%s %s", quota, period);
        limit = smaller_limit(limit, cpu_count_of_quota(both));
    }
    return limit;
}

/* The limit of a group and of all groups above it, up to the mount point. */
static unsigned limit_of_group(const char *mount, const char *group) {
    char folder[PATH_MAX];
    int length = snprintf(folder, sizeof folder, "%s%s", mount, group);
    if (length < 0 || (size_t)length >= sizeof folder)
        return 0;
    unsigned limit = 0;
    size_t mount_length = strlen(mount);
    for (;;) {
        limit = smaller_limit(limit, limit_of_folder(folder));
        char *slash = strrchr(folder, '/');
        if (slash == NULL || (size_t)(slash - folder) < mount_length)
            return limit;
        *slash = '\0';
    }
}

static unsigned limit_of_control_groups(void) {
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (file == NULL)
        return 0;
    unsigned limit = 0;
    char line[PATH_MAX];
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
        if (group == NULL)
            continue;
        *group++ = '\0';
        if (controllers[1] == '\0')
            limit = smaller_limit(limit, limit_of_group("/sys/fs/cgroup", group));
        else if (strstr(controllers, "cpuacct") != NULL || strcmp(controllers, ":cpu") == 0)
            limit = smaller_limit(limit, limit_of_group("/sys/fs/cgroup/cpu", group));
    }
    fclose(file);
    return limit;
}

unsigned cpu_count(void) {
    cpu_set_t set;
    unsigned count = 0;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        count = (unsigned)CPU_COUNT(&set);
    count = smaller_limit(count, limit_of_control_groups());
    return count == 0 ? 1 : count;
}
