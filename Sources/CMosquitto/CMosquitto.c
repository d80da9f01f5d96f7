// Forwards the libmosquitto functions in use, under their own names, to the library, which is loaded
// at run time. Few players join a fleet, and it brings a library of TLS.

#include "CMosquitto.h"

#include <dlfcn.h>
#include <stddef.h>

#define LIBRARY_NAME "libmosquitto"
#define LIBRARY_FILE "libmosquitto.so.1"
#define LIBRARY_PACKAGE "libmosquitto1"
#define LIBRARY_ADVICE "install version 2.0.11 or newer"
#define LIBRARY_FUNCTIONS "../CMosquitto/Functions.h"
#define LIBRARY_SYMBOL(name) CMosquitto_##name

static void prepare(void *library) {
    int (*initialize)(void) = (int (*)(void))dlsym(library, "mosquitto_lib_init");
    if (initialize != NULL) initialize();
}

#include "../CLoading/LoadedLibrary.h"
