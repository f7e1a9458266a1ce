#include "tools/s3/transfer_booking.h"

#include "tools/s3/transfer_workers.h"

/* Stops the run for a reason. The mutex is held. */
static void stop(struct transfer_engine *engine, const struct error *why) {
    if (engine->totals.stopped)
        return;
    engine->totals.stopped = true;
    engine->stop_reason = *why;
    transfer_schedule_stop(&engine->schedule);
    transfer_workers_stop(engine);
}

void transfer_booking_book(struct transfer_engine *engine, const struct sync_action *action,
                           const struct sync_result *result, enum status status,
                           const struct error *error) {
    struct transfer_totals *totals = &engine->totals;
    if (status == STATUS_OK) {
        totals->done[action->kind]++;
        totals->bytes += result->bytes;
    } else if (totals->stopped) {
        /* Given up in the middle because of another's failure, which is told instead. */
        totals->not_tried++;
        return;
    } else {
        totals->failed++;
        totals->failed_for_now += status == STATUS_TEMPORARY;
        if (action->holds_all) {
            struct error why = *error;
            error_prefix(&why,
                         "nothing that '%s' names is touched while it cannot be removed (allow "
                         "s3:DeleteObject, or leave it with --force)",
                         action->target);
            stop(engine, &why);
            return;
        }
        if (result->hopeless) {
            stop(engine, error);
            return;
        }
    }
    if (engine->observer != NULL)
        engine->observer(engine->context, action, result, status, error);
}

enum status transfer_booking_judge(const struct transfer_engine *engine, struct error *error) {
    const struct transfer_totals *totals = &engine->totals;
    if (totals->stopped) {
        *error = engine->stop_reason;
        return error->status;
    }
    if (totals->failed == 0)
        return STATUS_OK;
    unsigned long long failed = totals->failed, all = failed;
    for (unsigned kind = 0; kind < TRANSFER_KINDS; kind++)
        all += totals->done[kind];
    if (totals->failed == totals->failed_for_now)
        return error_set(error, STATUS_TEMPORARY,
                         "%llu of %llu transfers failed this time; run again later", failed, all);
    return error_set(error, STATUS_PARTIAL, "%llu of %llu transfers failed", failed, all);
}
