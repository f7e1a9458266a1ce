/*
 * pipe_room - room in a pipe.
 *
 * A pipe holds 64 KiB by default, so that two tools that use it wake each other for every 64 KiB.
 */
#ifndef TOOLS_JOIN_PIPE_ROOM_H
#define TOOLS_JOIN_PIPE_ROOM_H

/*
 * Gives a pipe room for 1 MiB, the most that everybody may have; where the descriptor is no pipe,
 * the system has no such thing or refuses, all stays as it is.
 */
void pipe_room_widen(int descriptor);

#endif
