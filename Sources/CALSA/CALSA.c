// Forwards the ALSA functions in use, under their own names, to the library, which is loaded at run
// time. Most players play through a sound server, and need not load it.

#include "CALSA.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The addresses of ALSA's functions, once it is loaded.
static struct {
#define FUNCTION(result, name, parameters, arguments) __typeof__(name) *name;
#include "Functions.h"
#undef FUNCTION
} functions;

static char failure[512];

// It would write to standard error. Functions return errors, and the caller reports them.
static void ignoreError(
    const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)code, (void)format;
}

static void load(void) {
    // Local, to keep its symbols from other code in the process.
    void *library = dlopen("libasound.so.2", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(
            failure, sizeof failure,
            "ALSA cannot be loaded: %s; on Debian and its kin, apt-get install libasound2 brings it",
            dlerror());
        return;
    }
#define FUNCTION(result, name, parameters, arguments) \
    functions.name = (__typeof__(name) *)dlsym(library, #name); \
    if (functions.name == NULL) { \
        snprintf( \
            failure, sizeof failure, \
            "ALSA cannot be used: its library has no " #name "; install another build"); \
        return; \
    }
#include "Functions.h"
#undef FUNCTION
    __typeof__(snd_lib_error_set_handler) *setHandler =
        (__typeof__(snd_lib_error_set_handler) *)dlsym(library, "snd_lib_error_set_handler");
    if (setHandler != NULL) setHandler(ignoreError);
}

const char *CALSA_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure[0] == '\0' ? NULL : failure;
}

static void require(void) {
    if (CALSA_load() == NULL) return;
    fprintf(stderr, "%s\n", failure);
    abort();
}

// They are hidden, or other libraries of the process would bind to them.
#define FUNCTION(result, name, parameters, arguments) \
    __attribute__((visibility("hidden"))) result CALSA_##name parameters __asm__(#name); \
    result CALSA_##name parameters { \
        require(); \
        return functions.name arguments; \
    }
#include "Functions.h"
#undef FUNCTION
