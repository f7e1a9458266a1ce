/*
 * die_at - preloaded into mlmprep by tests/prep/crash.t: kills it before the N-th of the calls that
 * change a folder.
 *
 *     DIE_AT=17 LD_PRELOAD=die_at.so mlmprep task ...
 *
 * Its tools, which inherit the variable, go on. The calls are made straight to the kernel.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void count(void) {
    static int calls;
    const char *last = getenv("DIE_AT");
    if (last != NULL && strcmp(program_invocation_short_name, "mlmprep") == 0 &&
        ++calls == atoi(last))
        kill(getpid(), SIGKILL);
}

int renameat2(int old, const char *from, int new, const char *to, unsigned flags) {
    count();
    return (int)syscall(SYS_renameat2, old, from, new, to, flags);
}

int rename(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlinkat(int folder, const char *name, int flags) {
    count();
    return (int)syscall(SYS_unlinkat, folder, name, flags);
}

int unlink(const char *name) {
    return unlinkat(AT_FDCWD, name, 0);
}

int rmdir(const char *name) {
    return unlinkat(AT_FDCWD, name, AT_REMOVEDIR);
}

int mkdir(const char *name, mode_t mode) {
    count();
    return (int)syscall(SYS_mkdirat, AT_FDCWD, name, mode);
}

int symlink(const char *target, const char *name) {
    count();
    return (int)syscall(SYS_symlinkat, target, AT_FDCWD, name);
}
