#include "tools/mlm/example_columns.h"

#include <string.h>

#include "tools/mlm/example_record.h"

/*
 * Loops are made for sizes that are written out, so they have to be a part of the function that
 * knows them. GCC also takes a function that only prefetches for one without effect, and drops
 * calls of it.
 */
#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Bytes that a processor fetches at a time, or a divisor of that. */
#define CACHE_LINE ((size_t)64)

/*
 * The final order jumps about in records and text that no cache holds, so each step asks memory for
 * what later ones need, with enough steps between for it to answer: the record of the row
 * RECORD_AHEAD further on when a run is measured (RECORD_FETCH bytes, of its usual length of 50
 * all), and the text of the row TEXT_AHEAD further on when it is written.
 */
#define RECORD_AHEAD 16
#define RECORD_FETCH CACHE_LINE
#define TEXT_AHEAD   8

/*
 * Bytes of each part of a row that are fetched without asking whether it is so long, which no
 * processor could foresee: 128 ids of 2 bytes. Lines that it has not are replaced by its last.
 */
#define TEXT_FETCH ((size_t)256)

struct example_extent example_extent_of(const struct example_set *set, size_t begin,
                                        uint32_t tokens) {
    struct example_extent extent = {0};
    for (size_t i = begin; i < set->count && extent.tokens < tokens; i++) {
        if (set->count - i > RECORD_AHEAD) {
            const unsigned char *ahead = example_record_at(set, i + RECORD_AHEAD);
            __builtin_prefetch(ahead);
            __builtin_prefetch(ahead + RECORD_FETCH - 1);
        }
        struct example_record record = example_record_load(example_record_at(set, i));
        extent.examples++;
        extent.tokens += example_record_length(&record);
        extent.predictions += record.prediction_count;
    }
    return extent;
}

/* Where the next row's part of each column goes, and where that of ids ends. */
struct cursor {
    unsigned char *ids;
    unsigned char *ids_end;
    unsigned char *labels;
    uint16_t *positions;
};

static struct cursor cursor_of(const struct example_columns *columns,
                               const struct example_extent *extent, size_t id_size) {
    return (struct cursor){
        .ids = columns->ids,
        .ids_end = (unsigned char *)columns->ids + extent->tokens * id_size,
        .labels = columns->labels,
        .positions = columns->positions,
    };
}

/* Asks memory for `size` bytes, 1 or more. */
static ALWAYS_INLINE void fetch(const unsigned char *bytes, size_t size) {
    size_t last = size - 1;
    for (size_t at = 0; at < TEXT_FETCH; at += CACHE_LINE)
        __builtin_prefetch(bytes + (at < last ? at : last));
    for (size_t at = TEXT_FETCH; at < last; at += CACHE_LINE)
        __builtin_prefetch(bytes + at);
    __builtin_prefetch(bytes + last);
}

/* The shard's ids as bytes, from a token on. */
static ALWAYS_INLINE const unsigned char *text_at(const struct shard_tokens *shard, uint32_t token,
                                                  size_t id_size) {
    const void *ids =
        shard->narrow_ids != NULL ? (const void *)shard->narrow_ids : (const void *)shard->wide_ids;
    return (const unsigned char *)ids + token * id_size;
}

static ALWAYS_INLINE void fetch_text(const struct example_set *set, size_t index, size_t id_size) {
    struct example_record record = example_record_load(example_record_at(set, index));
    fetch(text_at(set->shard, record.first_start, id_size), record.first_length * id_size);
    if (record.second_length > 0)
        fetch(text_at(set->shard, record.second_start, id_size), record.second_length * id_size);
}

/* Numbers in memory, of 1, 2 or 4 bytes. */
static ALWAYS_INLINE uint32_t get(const unsigned char *numbers, size_t index, size_t size) {
    uint16_t narrow;
    uint32_t wide;
    if (size == 1)
        return numbers[index];
    if (size == sizeof narrow) {
        memcpy(&narrow, numbers + index * sizeof narrow, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, numbers + index * sizeof wide, sizeof wide);
    return wide;
}

static ALWAYS_INLINE void put(unsigned char *ids, size_t index, uint32_t id, size_t size) {
    uint16_t narrow = (uint16_t)id;
    if (size == sizeof narrow)
        memcpy(ids + index * sizeof narrow, &narrow, sizeof narrow);
    else
        memcpy(ids + index * sizeof id, &id, sizeof id);
}

/*
 * Copies `size` bytes. In steps of a fixed size, which may go beyond both ends where there is room
 * for it: the shard has it, and in the column what comes next is written later.
 */
static ALWAYS_INLINE void copy_text(unsigned char *to, const unsigned char *to_end,
                                    const unsigned char *from, size_t size) {
    enum { STEP = SHARD_TOKENS_SLACK };
    if ((size_t)(to_end - to) < size + STEP) {
        memcpy(to, from, size);
        return;
    }
    for (size_t at = 0; at < size; at += STEP)
        memcpy(to + at, from + at, STEP);
}

/* The part of a record behind its bits. */
struct others {
    const unsigned char *random_ids;
    const unsigned char *random_positions;
    const unsigned char *kept;
    const unsigned char *borders;
};

static ALWAYS_INLINE struct others find_others(const struct example_record *record,
                                               const unsigned char *bits, size_t id_size,
                                               size_t position_size) {
    size_t words = example_record_words(example_record_length(record));
    const unsigned char *ids = bits + words * sizeof(uint64_t);
    const unsigned char *positions = ids + record->random_count * id_size;
    const unsigned char *kept = positions + record->random_count * position_size;
    return (struct others){ids, positions, kept, kept + record->kept_count * position_size};
}

/* A row of one part, with further [SEP]. */
static ALWAYS_INLINE void write_one_part(const struct example_set *set,
                                         const struct example_record *record,
                                         const struct others *others, const struct cursor *cursor,
                                         size_t id_size) {
    unsigned char *ids = cursor->ids;
    const unsigned char *text = text_at(set->shard, record->first_start, id_size);
    size_t at = 0;
    put(ids, 0, set->cls_id, id_size);
    ids += id_size;
    for (uint32_t i = 0; i <= example_record_borders(record); i++) {
        size_t end = i < example_record_borders(record) ? get(others->borders, i, sizeof(uint16_t))
                                                        : record->first_length;
        memcpy(ids, text + at * id_size, (end - at) * id_size);
        ids += (end - at) * id_size;
        put(ids, 0, set->sep_id, id_size);
        ids += id_size;
        at = end;
    }
}

static ALWAYS_INLINE void write_text(const struct example_set *set,
                                     const struct example_record *record,
                                     const struct cursor *cursor, size_t id_size) {
    size_t first = record->first_length;
    size_t second = record->second_length;
    unsigned char *ids = cursor->ids;
    put(ids, 0, set->cls_id, id_size);
    copy_text(ids + id_size, cursor->ids_end, text_at(set->shard, record->first_start, id_size),
              first * id_size);
    put(ids, first + 1, set->sep_id, id_size);
    copy_text(ids + (first + 2) * id_size, cursor->ids_end,
              text_at(set->shard, record->second_start, id_size), second * id_size);
    put(ids, first + second + 2, set->sep_id, id_size);
}

/* Takes the labels out of the row and puts [MASK] in, everywhere. */
static ALWAYS_INLINE void mask(const struct example_set *set, const struct example_record *record,
                               const unsigned char *bits, const struct cursor *cursor,
                               size_t id_size) {
    size_t words = example_record_words(example_record_length(record));
    size_t count = 0;
    for (uint32_t word = 0; word < words; word++) {
        uint64_t left;
        memcpy(&left, bits + word * sizeof left, sizeof left);
        for (; left != 0; left &= left - 1, count++) {
            uint32_t position = word * 64 + (uint32_t)__builtin_ctzll(left);
            uint32_t label = get(cursor->ids, position, id_size);
            put(cursor->labels, count, label, id_size);
            put(cursor->ids, position, set->mask_id, id_size);
            cursor->positions[count] = (uint16_t)position;
        }
    }
}

/* The id that was at a predicted position: of two parts in the text, of one among the labels. */
static ALWAYS_INLINE uint32_t label_at(const struct example_set *set,
                                       const struct example_record *record,
                                       const struct cursor *cursor, uint32_t position,
                                       size_t id_size) {
    if (record->second_length == 0) {
        uint32_t index = 0;
        for (uint32_t i = 0; i < record->prediction_count; i++)
            index += cursor->positions[i] < position;
        return get(cursor->labels, index, id_size);
    }
    uint32_t place = position - 1;
    uint32_t token = place < record->first_length
                         ? record->first_start + place
                         : record->second_start + place - record->first_length - 1;
    return get(text_at(set->shard, token, id_size), 0, id_size);
}

/* Puts random tokens in, and those back that are kept. */
static ALWAYS_INLINE void unmask(const struct example_set *set, const struct example_record *record,
                                 const struct others *others, const struct cursor *cursor,
                                 size_t id_size, size_t position_size) {
    for (uint32_t i = 0; i < record->random_count; i++)
        put(cursor->ids, get(others->random_positions, i, position_size),
            get(others->random_ids, i, id_size), id_size);
    for (uint32_t i = 0; i < record->kept_count; i++) {
        uint32_t position = get(others->kept, i, position_size);
        put(cursor->ids, position, label_at(set, record, cursor, position, id_size), id_size);
    }
}

/* Writes the row of a record, with what lies behind its fixed part at `bits`. */
static ALWAYS_INLINE void write_row(const struct example_set *set,
                                    const struct example_record *record, const unsigned char *bits,
                                    const struct cursor *cursor, size_t id_size,
                                    size_t position_size) {
    struct others others = find_others(record, bits, id_size, position_size);
    if (record->second_length > 0)
        write_text(set, record, cursor, id_size);
    else
        write_one_part(set, record, &others, cursor, id_size);
    mask(set, record, bits, cursor, id_size);
    unmask(set, record, &others, cursor, id_size, position_size);
}

/* Writes the numbers that a row has one of, and goes on to the next row. */
static ALWAYS_INLINE void finish_row(const struct example_columns *columns, size_t row,
                                     const struct example_record *record, struct cursor *cursor,
                                     size_t id_size) {
    uint32_t length = example_record_length(record);
    columns->lengths[row] = (uint16_t)length;
    columns->first_lengths[row] =
        (uint16_t)(record->second_length > 0 ? record->first_length + 2U : length);
    columns->masked[row] = record->prediction_count;
    columns->next_labels[row] = (uint8_t)(record->label_and_borders % 2);
    cursor->ids += length * id_size;
    cursor->labels += record->prediction_count * id_size;
    cursor->positions += record->prediction_count;
}

static ALWAYS_INLINE void write_rows(const struct example_set *set,
                                     const struct example_columns *columns, size_t begin,
                                     const struct example_extent *extent, size_t id_size,
                                     size_t position_size) {
    struct cursor cursor = cursor_of(columns, extent, id_size);
    for (size_t i = 0; i < extent->examples; i++) {
        if (extent->examples - i > TEXT_AHEAD)
            fetch_text(set, begin + i + TEXT_AHEAD, id_size);
        const unsigned char *at = example_record_at(set, begin + i);
        struct example_record record = example_record_load(at);
        write_row(set, &record, at + sizeof record, &cursor, id_size, position_size);
        finish_row(columns, i, &record, &cursor, id_size);
    }
}

void example_columns_write(const struct example_set *set, const struct example_columns *columns,
                           size_t begin, const struct example_extent *extent) {
    /* With the usual sizes written out the compiler makes loops for just these. */
    size_t id_size = shard_tokens_id_size(set->shard);
    if (id_size == sizeof(uint16_t) && set->position_size == 1)
        write_rows(set, columns, begin, extent, sizeof(uint16_t), 1);
    else
        write_rows(set, columns, begin, extent, id_size, set->position_size);
}
