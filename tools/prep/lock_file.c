#include "tools/prep/lock_file.h"

#include <jansson.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "tools/prep/state_file.h"

/* linux/magic.h has not these. */
#define ZFS_MAGIC      0x2fc12fc1
#define BCACHEFS_MAGIC 0xca451a4e
#define JFS_MAGIC      0x3153464a

void lock_file_sign(int descriptor) {
    struct process_identity self;
    struct error ignored;
    json_t *object = json_object();
    char *text = NULL;
    process_identity_self(&self);
    if (object != NULL && process_identity_put(object, &self, &ignored) == STATUS_OK)
        text = json_dumps(object, JSON_COMPACT);
    /* Written before it is cut, so that whoever looks finds one or the other. */
    if (text != NULL && pwrite(descriptor, text, strlen(text), 0) == (ssize_t)strlen(text)) {
        int cut = ftruncate(descriptor, (off_t)strlen(text));
        (void)cut;
    }
    free(text);
    json_decref(object);
}

bool lock_file_parse(struct process_identity *holder, struct view text) {
    json_t *object = state_file_parse(text);
    bool known = object != NULL && process_identity_get(holder, object);
    json_decref(object);
    return known;
}

bool lock_file_read(int descriptor, struct process_identity *holder) {
    unsigned char text[1024];
    ssize_t got = pread(descriptor, text, sizeof text, 0);
    return got > 0 && lock_file_parse(holder, (struct view){text, (size_t)got});
}

bool lock_file_is_seen_by_all(int descriptor) {
    static const unsigned long LOCAL[] = {
        EXT4_SUPER_MAGIC,
        XFS_SUPER_MAGIC,
        BTRFS_SUPER_MAGIC,
        TMPFS_MAGIC,
        OVERLAYFS_SUPER_MAGIC,
        F2FS_SUPER_MAGIC,
        RAMFS_MAGIC,
        MSDOS_SUPER_MAGIC,
        REISERFS_SUPER_MAGIC,
        NILFS_SUPER_MAGIC,
        ZFS_MAGIC,
        BCACHEFS_MAGIC,
        JFS_MAGIC,
    };
    struct statfs system;
    if (fstatfs(descriptor, &system) != 0)
        return false;
    for (size_t i = 0; i < sizeof LOCAL / sizeof *LOCAL; i++) {
        if (((unsigned long)system.f_type & 0xFFFFFFFFUL) == LOCAL[i])
            return true;
    }
    return false;
}
