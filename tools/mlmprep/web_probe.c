#include "tools/mlmprep/web_probe.h"

void web_probe_init(struct web_probe *probe, const char *tool, struct stop_signal *stop) {
    *probe = (struct web_probe){.tool = tool, .stop = stop};
}

enum status web_probe_ask(void *context, struct run_source *source, struct error *error) {
    struct web_probe *probe = context;
    if (!probe->is_open) {
        enum status status =
            web_source_init(&probe->web, NULL, probe->tool, NULL, probe->stop, error);
        if (status != STATUS_OK)
            return status;
        probe->is_open = true;
    }
    return web_source_probe(&probe->web, source, error);
}

void web_probe_release(struct web_probe *probe) {
    if (probe->is_open)
        web_source_release(&probe->web);
    probe->is_open = false;
}
