/* profile: any bytes as a configuration file, for a short and a long name, as either kind of file.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const NAMES[] = {
        "default", "a", "a-name-of-a-profile-that-is-longer-than-the-fifty-characters-of-inih"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct profile profile = {.found = false};
        struct error error = {.message = ""};
        enum status first = profile_read(&profile, (struct view){data, size}, NAMES[i],
                                         PROFILE_CREDENTIALS_FILE, "file", &error);
        enum status second = profile_read(&profile, (struct view){data, size}, NAMES[i],
                                          PROFILE_CONFIG_FILE, "file", &error);
        if ((first != STATUS_OK || second != STATUS_OK) && error.message[0] == '\0')
            abort();
        /* Nothing can be longer than what it came from. */
        if (profile.session_token != NULL && strlen(profile.session_token) > size)
            abort();
        profile_release(&profile);
    }
    return 0;
}
