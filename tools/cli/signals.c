#include "tools/cli/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A pointer in a slot is read by the handler at any moment, hence atomic and lock-free. */
static _Atomic(const char *) slots[SIGNALS_SLOTS];

/* Where the number of the first signal goes, or one of these. */
enum { NOWHERE = -1, TOLD = -2 };
static atomic_int diverted_to = NOWHERE;

/* Set for good when nothing but death may follow. */
static atomic_bool dying;

static const int DEADLY[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};

/* They stay registered: one that is only just being made is there the next time. */
static void remove_registered_files(void) {
    for (int slot = 0; slot < SIGNALS_SLOTS; slot++) {
        const char *path = atomic_load(&slots[slot]);
        if (path != NULL)
            unlink(path);
    }
}

/* SA_RESETHAND has put the default action back: raising again ends the process. */
static void on_deadly_signal(int number) {
    int saved = errno;
    int descriptor = atomic_exchange(&diverted_to, TOLD);
    unsigned char byte = (unsigned char)number;
    bool told = descriptor == TOLD || (descriptor >= 0 && write(descriptor, &byte, 1) == 1);
    if (!told)
        atomic_store(&dying, true);
    remove_registered_files();
    if (!told)
        raise(number);
    errno = saved;
}

void signals_install(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_deadly_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof DEADLY / sizeof *DEADLY; i++) {
        struct sigaction before;
        if (sigaction(DEADLY[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(DEADLY[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void signals_divert(int descriptor) {
    atomic_store(&diverted_to, descriptor < 0 ? NOWHERE : descriptor);
}

int signals_remember(const char *path) {
    /* Another thread must not make what nobody would remove any more. */
    while (atomic_load(&dying))
        pause();
    for (int slot = 0; slot < SIGNALS_SLOTS; slot++) {
        const char *empty = NULL;
        if (atomic_compare_exchange_strong(&slots[slot], &empty, path))
            return slot;
    }
    return -1;
}

void signals_forget(int slot) {
    if (slot >= 0)
        atomic_store(&slots[slot], NULL);
}

void signals_die_by(int number) {
    atomic_store(&dying, true);
    remove_registered_files();
    signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    _exit(128 + number);
}
