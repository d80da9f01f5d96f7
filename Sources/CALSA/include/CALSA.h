#pragma once

#include <alsa/asoundlib.h>

// Loads the ALSA library, in the version of these headers, if it is not loaded yet. Blocks while
// another thread loads it. Returns NULL on success. On failure returns one line that says why, in
// static memory. Callable from any thread.
//
// ALSA's functions call it if necessary, and end the process if it fails.
const char *CALSA_load(void);
