#pragma once

#include <mosquitto.h>
#include <mqtt_protocol.h>

// Loads libmosquitto, in the version of these headers, if it is not loaded yet. Blocks while another
// thread loads it. Returns NULL on success. On failure returns one line that says why, in static
// memory. Callable from any thread.
//
// libmosquitto's functions call it if necessary, and end the process if it fails.
const char *CMosquitto_load(void);
