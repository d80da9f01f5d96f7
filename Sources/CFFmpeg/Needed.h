#pragma once

#include <stdatomic.h>
#include <stdbool.h>

// Whether a thread waits for the libraries, so that loading gives way to no other one.
extern _Atomic bool CFFmpeg_isAwaited __attribute__((visibility("hidden")));

// Loads the dependencies of the library in the file `name` one by one, if that file is in the same
// directory as the loaded library `neighbour`. If it is not, nothing is lost: loading the library
// loads its dependencies too.
//
// While dlopen loads a library with all of its dependencies, no other thread of the process can
// start. For FFmpeg that takes longer than everything else before a stream plays.
void CFFmpeg_loadNeeded(const char *name, void *neighbour) __attribute__((visibility("hidden")));
