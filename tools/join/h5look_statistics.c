#include "tools/join/h5look_statistics.h"

#include <stdlib.h>
#include <string.h>

enum { LENGTHS = SHARD_MAX_SEQ_LENGTH + 1 };

enum status h5look_statistics_init(struct h5look_statistics *statistics, struct error *error) {
    *statistics = (struct h5look_statistics){.fewest_predictions = UINT32_MAX};
    statistics->lengths = calloc(LENGTHS, sizeof *statistics->lengths);
    statistics->masks = calloc(LENGTHS, sizeof *statistics->masks);
    statistics->text = malloc(LENGTHS * sizeof *statistics->text);
    bool made =
        statistics->lengths != NULL && statistics->masks != NULL && statistics->text != NULL;
    return made ? STATUS_OK : error_no_memory(error, "the statistics");
}

void h5look_statistics_release(struct h5look_statistics *statistics) {
    free(statistics->lengths);
    free(statistics->masks);
    free(statistics->pieces);
    free(statistics->text);
    *statistics = (struct h5look_statistics){.rows = 0};
}

/* Room for an id below H5LOOK_MOST_PIECES. */
static enum status reserve_piece(struct h5look_statistics *statistics, size_t id,
                                 struct error *error) {
    size_t count = statistics->piece_count == 0 ? 1024 : statistics->piece_count;
    while (count <= id)
        count *= 2;
    uint64_t *pieces = realloc(statistics->pieces, count * sizeof *pieces);
    if (pieces == NULL)
        return error_no_memory(error, "the counts of pieces");
    memset(pieces + statistics->piece_count, 0, (count - statistics->piece_count) * sizeof *pieces);
    statistics->pieces = pieces;
    statistics->piece_count = count;
    return STATUS_OK;
}

static enum status count_pieces(struct h5look_statistics *statistics, uint32_t length,
                                const struct h5look_ids *ids, struct error *error) {
    for (uint32_t i = 0; i < length; i++) {
        int32_t id = statistics->text[i];
        if (id < 0 || (uint32_t)id >= H5LOOK_MOST_PIECES) {
            statistics->outside++;
            continue;
        }
        if (ids->known && (uint32_t)id >= ids->size)
            statistics->outside++;
        if ((size_t)id >= statistics->piece_count) {
            enum status status = reserve_piece(statistics, (size_t)id, error);
            if (status != STATUS_OK)
                return status;
        }
        statistics->pieces[id]++;
        statistics->separators += ids->known && (id == ids->cls || id == ids->sep);
    }
    return STATUS_OK;
}

/* Counts what became of the predicted pieces, and puts them back into statistics->text. */
static void count_predictions(struct h5look_statistics *statistics, const struct h5look_row *row,
                              const struct h5look_ids *ids) {
    uint32_t count = row->prediction_count;
    statistics->predictions += count;
    if (count > statistics->most_predictions)
        statistics->most_predictions = count;
    if (count < statistics->fewest_predictions)
        statistics->fewest_predictions = count;
    for (uint32_t i = 0; i < count; i++) {
        int32_t position = row->positions[i];
        if (position < 0 || (uint32_t)position >= row->columns)
            continue;
        int32_t seen = row->ids[position];
        statistics->masks[position]++;
        statistics->text[position] = row->label_ids[i];
        if (ids->known && seen == ids->mask)
            statistics->masked++;
        else if (seen == row->label_ids[i])
            statistics->kept++;
        else
            statistics->random++;
    }
}

enum status h5look_statistics_add(struct h5look_statistics *statistics,
                                  const struct h5look_row *row, const struct h5look_ids *ids,
                                  struct error *error) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < row->columns; i++)
        length += row->mask[i] != 0;
    statistics->rows++;
    statistics->places += row->columns;
    statistics->tokens += length;
    statistics->full += length == row->columns;
    statistics->lengths[length]++;
    statistics->next += row->label == 0;
    statistics->not_next += row->label == 1;
    statistics->other_labels += row->label != 0 && row->label != 1;
    memcpy(statistics->text, row->ids, row->columns * sizeof *row->ids);
    count_predictions(statistics, row, ids);
    return count_pieces(statistics, length, ids, error);
}

uint64_t h5look_statistics_piece(const struct h5look_statistics *statistics, int64_t id) {
    return id >= 0 && (uint64_t)id < statistics->piece_count ? statistics->pieces[id] : 0;
}

uint64_t h5look_statistics_used(const struct h5look_statistics *statistics) {
    uint64_t used = 0;
    for (size_t i = 0; i < statistics->piece_count; i++)
        used += statistics->pieces[i] > 0;
    return used;
}

uint32_t h5look_statistics_quantile(const struct h5look_statistics *statistics, double share) {
    double wanted = share * (double)statistics->rows;
    uint64_t rows = 0;
    for (uint32_t length = 0; length < LENGTHS && statistics->rows > 0; length++) {
        rows += statistics->lengths[length];
        if (rows > 0 && (double)rows >= wanted)
            return length;
    }
    return 0;
}

size_t h5look_statistics_top(const struct h5look_statistics *statistics, uint32_t *top,
                             size_t room) {
    size_t count = 0;
    for (size_t id = 0; id < statistics->piece_count; id++) {
        uint64_t uses = statistics->pieces[id];
        if (uses == 0 || (count == room && uses <= statistics->pieces[top[room - 1]]))
            continue;
        size_t at = count < room ? count++ : room - 1;
        for (; at > 0 && statistics->pieces[top[at - 1]] < uses; at--)
            top[at] = top[at - 1];
        top[at] = (uint32_t)id;
    }
    return count;
}
