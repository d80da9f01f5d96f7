// Forwards the libshout functions in use, under their own names, to the library, which is loaded at
// run time. Few players send to a streaming server, and it brings libraries of codecs and of TLS.

#include "CShout.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The addresses of libshout's functions, once it is loaded.
static struct {
#define FUNCTION(result, name, parameters, arguments) __typeof__(name) *name;
#include "Functions.h"
#undef FUNCTION
} functions;

static char failure[512];

static void load(void) {
    // Local, to keep its symbols from other code in the process.
    void *library = dlopen("libshout.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(
            failure, sizeof failure,
            "libshout cannot be loaded: %s; on Debian and its kin, apt-get install libshout3 brings "
            "it",
            dlerror());
        return;
    }
#define FUNCTION(result, name, parameters, arguments) \
    functions.name = (__typeof__(name) *)dlsym(library, #name); \
    if (functions.name == NULL) { \
        snprintf( \
            failure, sizeof failure, \
            "libshout cannot be used: the library has no " #name "; install version 2.4.6 or newer"); \
        return; \
    }
#include "Functions.h"
#undef FUNCTION
    void (*initialize)(void) = (void (*)(void))dlsym(library, "shout_init");
    if (initialize != NULL) initialize();
}

const char *CShout_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure[0] == '\0' ? NULL : failure;
}

static void require(void) {
    if (CShout_load() == NULL) return;
    fprintf(stderr, "%s\n", failure);
    abort();
}

// They are hidden, or other libraries of the process would bind to them.
#define FUNCTION(result, name, parameters, arguments) \
    __attribute__((visibility("hidden"))) result CShout_##name parameters __asm__(#name); \
    result CShout_##name parameters { \
        require(); \
        return functions.name arguments; \
    }
#include "Functions.h"
#undef FUNCTION
