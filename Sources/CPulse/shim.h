#pragma once

#include <pulse/pulseaudio.h>
// For waking the thread of a main loop.
#include <sys/eventfd.h>

// Swift cannot import macros that cast. Each constant here is one such macro, with this module's
// name as a prefix.
static const pa_volume_t CPulse_PA_VOLUME_NORM = PA_VOLUME_NORM;
