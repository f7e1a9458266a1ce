#include "tokenizer/train/pair_links.h"

#include <stdlib.h>

#include "formats/base/checked.h"

#define FIRST_LINKS 4096

void pair_links_release(struct pair_links *links) {
    free(links->links);
    free(links->heads);
    *links = (struct pair_links){.links = NULL};
}

/* A length of at least `index` + 1 for an array of `count`, at least twice as long. */
static size_t longer(size_t count, uint32_t index) {
    size_t wanted = count == 0 ? FIRST_LINKS : count * 2;
    return wanted > index ? wanted : (size_t)index + 1;
}

static enum status reach_pair(struct pair_links *links, uint32_t pair, struct error *error) {
    size_t count = longer(links->link_count, pair);
    size_t bytes;
    struct pair_link *larger = NULL;
    if (pair < links->link_count)
        return STATUS_OK;
    if (checked_multiply_size(count, sizeof *larger, &bytes))
        larger = realloc(links->links, bytes);
    if (larger == NULL)
        return error_no_memory(error, "pairs of pieces");
    links->links = larger;
    for (; links->link_count < count; links->link_count++)
        larger[links->link_count] = (struct pair_link){.linked = {false, false}};
    return STATUS_OK;
}

static enum status reach_piece(struct pair_links *links, uint32_t piece, struct error *error) {
    size_t count = longer(links->head_count, piece);
    size_t bytes;
    uint32_t(*larger)[2] = NULL;
    if (piece < links->head_count)
        return STATUS_OK;
    if (checked_multiply_size(count, sizeof *larger, &bytes))
        larger = realloc(links->heads, bytes);
    if (larger == NULL)
        return error_no_memory(error, "pairs of pieces");
    links->heads = larger;
    for (; links->head_count < count; links->head_count++)
        larger[links->head_count][0] = larger[links->head_count][1] = PAIR_LINKS_NONE;
    return STATUS_OK;
}

static void link_side(struct pair_links *links, uint32_t pair, uint32_t piece,
                      enum pair_side side) {
    struct pair_link *link = &links->links[pair];
    if (link->linked[side])
        return;
    link->linked[side] = true;
    link->next[side] = links->heads[piece][side];
    links->heads[piece][side] = pair;
}

enum status pair_links_add(struct pair_links *links, uint32_t pair, uint32_t first, uint32_t second,
                           struct error *error) {
    enum status status = reach_pair(links, pair, error);
    if (status == STATUS_OK)
        status = reach_piece(links, first > second ? first : second, error);
    if (status != STATUS_OK)
        return status;
    link_side(links, pair, first, PAIR_FIRST);
    link_side(links, pair, second, PAIR_SECOND);
    return STATUS_OK;
}

uint32_t *pair_links_first(struct pair_links *links, uint32_t piece, enum pair_side side) {
    links->no_pair = PAIR_LINKS_NONE;
    return piece < links->head_count ? &links->heads[piece][side] : &links->no_pair;
}
