#include "tools/s3/sync_cache_merge.h"

#include <stdlib.h>
#include <string.h>

/* What is known of unused entries while they are merged: how many of each age there are, or may
 * still come. */
struct allowance {
    uint64_t ages[SYNC_CACHE_DAYS + 1]; /* in days */
    uint32_t today;
    struct sync_cache_writer *writer; /* NULL while they are counted */
};

static uint32_t day_of(const struct sync_cache_input *input, uint32_t day, uint32_t today) {
    uint64_t number = input->next - 1;
    bool used = input->used != NULL && (input->used[number / 8] & (1U << number % 8)) != 0;
    /* A clock may have been wrong. */
    return used || day > today ? today : day;
}

/* The entry with the number `next`; false when its page is damaged, which is then passed over. */
static bool fetch(struct sync_cache_input *input) {
    size_t place = (size_t)(input->next % SYNC_CACHE_PAGE_ENTRIES);
    if (input->run == NULL) {
        input->entry = input->entries[input->next++];
        return true;
    }
    if (place == 0)
        input->page_entries =
            sync_cache_run_read(input->run, input->page, input->next / SYNC_CACHE_PAGE_ENTRIES);
    if (place >= input->page_entries) {
        input->next += SYNC_CACHE_PAGE_ENTRIES - place;
        return false;
    }
    sync_cache_run_take(&input->entry, input->page, place);
    input->next++;
    return true;
}

static void advance(struct sync_cache_input *input, uint32_t today) {
    unsigned char before[16];
    bool first = input->next == 0;
    memcpy(before, input->entry.name, sizeof before);
    while (input->next < input->count) {
        /* Only damage with a fitting check is out of order. */
        if (fetch(input) && (first || sync_cache_before(before, input->entry.name))) {
            input->entry.day = day_of(input, input->entry.day, today);
            return;
        }
    }
    input->ended = true;
}

static enum status rewind_all(struct sync_cache_input *inputs, size_t count, uint32_t today,
                              struct error *error) {
    for (size_t i = 0; i < count; i++) {
        struct sync_cache_input *input = &inputs[i];
        if (input->run != NULL && input->page == NULL)
            input->page = malloc(SYNC_CACHE_PAGE);
        if (input->run != NULL && input->page == NULL)
            return error_no_memory(error, "the cache of hashes");
        input->next = 0;
        input->ended = false;
        advance(input, today);
    }
    return STATUS_OK;
}

/* The next entry of all; false at the end. Of equal names the first input's, last used by any. */
static bool next_of_all(struct sync_cache_input *inputs, size_t count, uint32_t today,
                        struct sync_cache_entry *entry) {
    const struct sync_cache_input *least = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!inputs[i].ended &&
            (least == NULL || sync_cache_before(inputs[i].entry.name, least->entry.name)))
            least = &inputs[i];
    }
    if (least == NULL)
        return false;
    *entry = least->entry;
    for (size_t i = 0; i < count; i++) {
        if (inputs[i].ended || memcmp(inputs[i].entry.name, entry->name, sizeof entry->name) != 0)
            continue;
        if (inputs[i].entry.day > entry->day)
            entry->day = inputs[i].entry.day;
        advance(&inputs[i], today);
    }
    return true;
}

static enum status take(struct allowance *allowance, const struct sync_cache_entry *entry,
                        struct error *error) {
    uint32_t age = allowance->today - entry->day;
    if (age > SYNC_CACHE_DAYS)
        return STATUS_OK;
    if (allowance->writer == NULL) {
        allowance->ages[age]++;
        return STATUS_OK;
    }
    if (allowance->writer->count >= SYNC_CACHE_RUN_MOST || allowance->ages[age] == 0)
        return STATUS_OK;
    allowance->ages[age] -= age > 0;
    return sync_cache_writer_add(allowance->writer, entry, error);
}

static enum status pass(struct allowance *allowance, struct sync_cache_input *inputs, size_t count,
                        struct error *error) {
    struct sync_cache_entry entry;
    enum status status = rewind_all(inputs, count, allowance->today, error);
    while (status == STATUS_OK && next_of_all(inputs, count, allowance->today, &entry))
        status = take(allowance, &entry, error);
    return status;
}

enum status sync_cache_merge(struct sync_cache_writer *writer, struct sync_cache_input *inputs,
                             size_t count, uint32_t today, uint64_t unused, struct error *error) {
    struct allowance allowance = {.today = today};
    enum status status = STATUS_OK;
    uint64_t entries = 0;
    for (size_t i = 0; i < count; i++)
        entries += inputs[i].count;
    if (entries > unused)
        status = pass(&allowance, inputs, count, error);
    for (size_t age = 1; age <= SYNC_CACHE_DAYS; age++) {
        if (entries <= unused || allowance.ages[age] > unused)
            allowance.ages[age] = unused;
        if (entries > unused)
            unused -= allowance.ages[age];
    }
    allowance.ages[0] = 1;
    allowance.writer = writer;
    if (status == STATUS_OK)
        status = pass(&allowance, inputs, count, error);
    return status == STATUS_OK ? sync_cache_writer_finish(writer, error) : status;
}

void sync_cache_inputs_release(struct sync_cache_input *inputs, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(inputs[i].page);
}
