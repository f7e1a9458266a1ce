#include "formats/base/sha256_group.h"

#include <string.h>

#include "formats/base/sha256_blocks.h"

/* The first 32 bits of the fractions of the square roots of the first 8 primes (FIPS 180-4, 5.3.3).
 */
static const struct sha256_group_lane START = {.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                                         0xa54ff53a, 0x510e527f, 0x9b05688c,
                                                         0x1f83d9ab, 0x5be0cd19}};

enum status sha256_group_init(struct sha256_group *group, unsigned count, struct error *error) {
    *group = (struct sha256_group){.count = count, .paired = sha256_blocks_available()};
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < count && status == STATUS_OK; i++) {
        group->lanes[i] = START;
        if (!group->paired)
            status = sha256_init(&group->hashes[i], error);
    }
    if (status != STATUS_OK)
        sha256_group_release(group);
    return status;
}

void sha256_group_release(struct sha256_group *group) {
    for (unsigned i = 0; i < group->count; i++)
        sha256_release(&group->hashes[i]);
    *group = (struct sha256_group){.count = 0};
}

/* Fills up the block that was begun, then leaves whole blocks only in *input, and keeps the rest.
 */
static void take_ends(struct sha256_group_lane *lane, struct view *input) {
    size_t begun = lane->size % SHA256_GROUP_BLOCK;
    lane->size += input->size;
    if (begun > 0) {
        size_t missing = SHA256_GROUP_BLOCK - begun;
        size_t taken = input->size < missing ? input->size : missing;
        memcpy(lane->block + begun, input->data, taken);
        *input = (struct view){input->data + taken, input->size - taken};
        if (taken < missing)
            return;
        sha256_blocks_one(lane->state, lane->block, 1);
    }
    size_t rest = input->size % SHA256_GROUP_BLOCK;
    input->size -= rest;
    if (rest > 0)
        memcpy(lane->block, input->data + input->size, rest);
}

/* The index of the input with most left, but `except`. */
static unsigned find_longest(const struct view *inputs, unsigned count, unsigned except) {
    unsigned longest = except == 0 && count > 1 ? 1 : 0;
    for (unsigned i = 0; i < count; i++) {
        if (i != except && inputs[i].size > inputs[longest].size)
            longest = i;
    }
    return longest;
}

static void advance(struct view *input, size_t bytes) {
    *input = (struct view){input->data + bytes, input->size - bytes};
}

/* Hashes whole blocks, the two longest inputs at a time: so one is left alone as late as can be. */
static void hash_pairs(struct sha256_group *group, struct view *inputs) {
    for (;;) {
        unsigned first = find_longest(inputs, group->count, group->count);
        unsigned second = find_longest(inputs, group->count, first);
        size_t blocks = inputs[first].size / SHA256_GROUP_BLOCK;
        size_t shared = second == first ? 0 : inputs[second].size / SHA256_GROUP_BLOCK;
        if (blocks == 0)
            return;
        if (shared == 0) {
            sha256_blocks_one(group->lanes[first].state, inputs[first].data, blocks);
            return;
        }
        sha256_blocks_two(group->lanes[first].state, inputs[first].data, group->lanes[second].state,
                          inputs[second].data, shared);
        advance(&inputs[first], shared * SHA256_GROUP_BLOCK);
        advance(&inputs[second], shared * SHA256_GROUP_BLOCK);
    }
}

enum status sha256_group_update(struct sha256_group *group, const struct view *inputs,
                                struct error *error) {
    enum status status = STATUS_OK;
    if (!group->paired) {
        for (unsigned i = 0; i < group->count && status == STATUS_OK; i++)
            status = sha256_update(&group->hashes[i], inputs[i].data, inputs[i].size, error);
        return status;
    }
    struct view whole[SHA256_GROUP_MOST] = {{NULL, 0}};
    for (unsigned i = 0; i < group->count; i++) {
        whole[i] = inputs[i];
        if (whole[i].size > 0)
            take_ends(&group->lanes[i], &whole[i]);
    }
    hash_pairs(group, whole);
    return STATUS_OK;
}

static void store_big_endian(unsigned char *at, uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (unsigned char)(number >> 8 * (bytes - 1 - i));
}

/* A one bit, zeros, and the size in bits to the end of a block (FIPS 180-4, 5.1.1). */
static void finish_lane(struct sha256_group_lane *lane, unsigned char digest[SHA256_SIZE]) {
    unsigned char end[2 * SHA256_GROUP_BLOCK] = {0};
    size_t begun = lane->size % SHA256_GROUP_BLOCK;
    size_t blocks = begun + 1 + 8 <= SHA256_GROUP_BLOCK ? 1 : 2;
    memcpy(end, lane->block, begun);
    end[begun] = 0x80;
    store_big_endian(end + blocks * SHA256_GROUP_BLOCK - 8, lane->size * 8, 8);
    sha256_blocks_one(lane->state, end, blocks);
    for (unsigned i = 0; i < 8; i++)
        store_big_endian(digest + (size_t)4 * i, lane->state[i], 4);
    *lane = START;
}

enum status sha256_group_finish(struct sha256_group *group, unsigned index,
                                unsigned char digest[SHA256_SIZE], struct error *error) {
    if (!group->paired)
        return sha256_finish(&group->hashes[index], digest, error);
    finish_lane(&group->lanes[index], digest);
    return STATUS_OK;
}
