#pragma once

#include <pulse/pulseaudio.h>
// How the thread of a main loop is woken.
#include <sys/eventfd.h>

// Swift cannot import macros that cast. Each constant here is one such macro under its own name,
// with this module's name before it.
static const pa_volume_t CPulse_PA_VOLUME_NORM = PA_VOLUME_NORM;
