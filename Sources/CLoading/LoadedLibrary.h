// Loads a library when one of its functions is first called, and forwards them under their own
// names: the body of CALSA.c, CShout.c and CMosquitto.c, which define the following and then include it.
//
// CFFmpeg.c does not: it loads several libraries, begins before they are needed, and knows more
// reasons why they cannot be loaded.
//
// - LIBRARY_NAME: what people call the library.
// - LIBRARY_FILE and LIBRARY_PACKAGE: its file, and the package of Debian that brings it.
// - LIBRARY_ADVICE: what to do if it lacks a function.
// - LIBRARY_FUNCTIONS: the path from here of a file with FUNCTION(result, name, parameters,
//   arguments) for each function.
// - LIBRARY_SYMBOL(name): the C name of what forwards the function `name`. LIBRARY_SYMBOL(load)
//   loads the library, as its header says.
// - `static void prepare(void *library)`, which is called once the library is loaded.

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The addresses of the library's functions, once it is loaded.
static struct {
#define FUNCTION(result, name, parameters, arguments) __typeof__(name) *name;
#include LIBRARY_FUNCTIONS
#undef FUNCTION
} functions;

static char failure[512];

static void load(void) {
    // Local, to keep its symbols from other code in the process.
    void *library = dlopen(LIBRARY_FILE, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(
            failure, sizeof failure,
            LIBRARY_NAME
            " cannot be loaded: %s; on Debian and its kin, apt-get install " LIBRARY_PACKAGE
            " brings it",
            dlerror());
        return;
    }
#define FUNCTION(result, name, parameters, arguments) \
    functions.name = (__typeof__(name) *)dlsym(library, #name); \
    if (functions.name == NULL) { \
        snprintf( \
            failure, sizeof failure, \
            LIBRARY_NAME " cannot be used: its library has no " #name "; " LIBRARY_ADVICE); \
        return; \
    }
#include LIBRARY_FUNCTIONS
#undef FUNCTION
    prepare(library);
}

const char *LIBRARY_SYMBOL(load)(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure[0] == '\0' ? NULL : failure;
}

static void require(void) {
    if (LIBRARY_SYMBOL(load)() == NULL) return;
    fprintf(stderr, "%s\n", failure);
    abort();
}

// They are hidden, or other libraries of the process would bind to them.
#define FUNCTION(result, name, parameters, arguments) \
    __attribute__((visibility("hidden"))) result LIBRARY_SYMBOL(name) parameters __asm__(#name); \
    result LIBRARY_SYMBOL(name) parameters { \
        require(); \
        return functions.name arguments; \
    }
#include LIBRARY_FUNCTIONS
#undef FUNCTION
