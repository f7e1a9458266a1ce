#include "tools/join/pipe_room.h"

#include <fcntl.h>

void pipe_room_widen(int descriptor) {
#if defined F_SETPIPE_SZ && defined F_GETPIPE_SZ
    static const int WANTED = 1 << 20;
    int room = fcntl(descriptor, F_GETPIPE_SZ);
    if (room >= 0 && room < WANTED)
        (void)fcntl(descriptor, F_SETPIPE_SZ, WANTED);
#else
    (void)descriptor;
#endif
}
