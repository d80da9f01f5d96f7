#pragma once

#include <shout/shout.h>

// Loads libshout, in the version of these headers, if it is not loaded yet. Blocks while another
// thread loads it. Returns NULL on success. On failure returns one line that says why, in static
// memory. Callable from any thread.
//
// libshout's functions call it if necessary, and end the process if it fails.
const char *CShout_load(void);
