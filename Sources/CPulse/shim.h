#pragma once

#include <pulse/pulseaudio.h>
// How the thread of a main loop is woken.
#include <sys/eventfd.h>
