// Forwards the ALSA functions in use, under their own names, to the library, which is loaded at run
// time. Most players play through a sound server, and need not load it.

#include "CALSA.h"

#include <dlfcn.h>
#include <stddef.h>

#define LIBRARY_NAME "ALSA"
#define LIBRARY_FILE "libasound.so.2"
#define LIBRARY_PACKAGE "libasound2"
#define LIBRARY_ADVICE "install another build"
#define LIBRARY_FUNCTIONS "../CALSA/Functions.h"
#define LIBRARY_SYMBOL(name) CALSA_##name

// It would write to standard error. Functions return errors, and the caller reports them.
static void ignoreError(
    const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)code, (void)format;
}

static void prepare(void *library) {
    __typeof__(snd_lib_error_set_handler) *setHandler =
        (__typeof__(snd_lib_error_set_handler) *)dlsym(library, "snd_lib_error_set_handler");
    if (setHandler != NULL) setHandler(ignoreError);
}

#include "../CLoading/LoadedLibrary.h"
