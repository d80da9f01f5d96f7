// Forwards the libshout functions in use, under their own names, to the library, which is loaded at
// run time. Few players send to a streaming server, and it brings libraries of codecs and of TLS.

#include "CShout.h"

#include <dlfcn.h>
#include <stddef.h>

#define LIBRARY_NAME "libshout"
#define LIBRARY_FILE "libshout.so.3"
#define LIBRARY_PACKAGE "libshout3"
#define LIBRARY_ADVICE "install version 2.4.6 or newer"
#define LIBRARY_FUNCTIONS "../CShout/Functions.h"
#define LIBRARY_SYMBOL(name) CShout_##name

static void prepare(void *library) {
    void (*initialize)(void) = (void (*)(void))dlsym(library, "shout_init");
    if (initialize != NULL) initialize();
}

#include "../CLoading/LoadedLibrary.h"
