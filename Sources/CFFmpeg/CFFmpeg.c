// Forwards the FFmpeg functions in use, under their own names, to libraries that are loaded at run
// time. FFmpeg and its dependencies are a hundred libraries. A process that is linked to them would
// load them before its first instruction.

#include "CFFmpeg.h"
#include "Needed.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The addresses of FFmpeg's functions, once it is loaded.
static struct {
#define FUNCTION(library, result, name, parameters, arguments) __typeof__(name) *name;
#include "Functions.h"
#undef FUNCTION
} functions;

static char failure[512];

// Writes to `failure` why a library could not be loaded. `words` is the dynamic loader's message. A
// missing library is only one possible reason.
static void describe(const char *words, const char *name, const char *major) {
    const bool hasTooFewFiles = strstr(words, strerror(EMFILE)) != NULL;
    const bool hasTooLittleMemory =
        strstr(words, strerror(ENOMEM)) != NULL || strstr(words, "failed to map") != NULL;
    if (hasTooFewFiles) {
        snprintf(
            failure, sizeof failure,
            "FFmpeg cannot be loaded: %s; raise the limit with 'ulimit -n'", words);
    } else if (hasTooLittleMemory) {
        snprintf(
            failure, sizeof failure,
            "FFmpeg cannot be loaded: %s; raise the limit with 'ulimit -v', or free some memory",
            words);
    } else {
        snprintf(
            failure, sizeof failure,
            "FFmpeg cannot be loaded: %s; on Debian and its kin, apt-get install lib%s%s brings it",
            words, name, major);
    }
}

// `before` is the library loaded before, or NULL. On failure returns NULL and writes `failure`.
static void *loaded(const char *name, const char *major, void *before) {
    char file[64];
    snprintf(file, sizeof file, "lib%s.so.%s", name, major);
    if (before != NULL) CFFmpeg_loadNeeded(file, before);
    // Local, to keep its symbols from other code in the process.
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        describe(dlerror(), name, major);
    }
    return library;
}

static void load(void) {
    // In the order of their dependencies: an error then names the library that is missing.
    void *avutil = loaded("avutil", AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR), NULL);
    if (avutil == NULL) return;
    void *swresample = loaded("swresample", AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR), avutil);
    if (swresample == NULL) return;
    void *avcodec = loaded("avcodec", AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR), swresample);
    if (avcodec == NULL) return;
    void *avformat = loaded("avformat", AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR), avcodec);
    if (avformat == NULL) return;
#define FUNCTION(library, result, name, parameters, arguments) \
    functions.name = (__typeof__(name) *)dlsym(library, #name); \
    if (functions.name == NULL) { \
        snprintf( \
            failure, sizeof failure, \
            "FFmpeg cannot be used: its lib" #library " has no " #name "; install another build"); \
        return; \
    }
#include "Functions.h"
#undef FUNCTION
    // It would log to standard error. Functions return errors, and the caller reports them.
    functions.av_log_set_level(AV_LOG_QUIET);
    // A few bytes of a container can request tables of gigabytes. No packet, picture or audio frame
    // needs more than this limit. An MP4's index of this size holds 1.4 million packets, which is 8
    // hours of AAC.
    functions.av_max_alloc(32 << 20);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

const char *CFFmpeg_load(void) {
    CFFmpeg_isAwaited = true;
    pthread_once(&once, load);
    return failure[0] == '\0' ? NULL : failure;
}

void CFFmpeg_loadInAdvance(void) { pthread_once(&once, load); }

static void require(void) {
    if (CFFmpeg_load() == NULL) return;
    fprintf(stderr, "%s\n", failure);
    abort();
}

// They have different names for the compiler, because their `const` qualifiers may differ from the
// headers'. They are hidden, or FFmpeg's libraries would bind to them.
#define FUNCTION(library, result, name, parameters, arguments) \
    __attribute__((visibility("hidden"))) result CFFmpeg_##name parameters __asm__(#name); \
    result CFFmpeg_##name parameters { \
        require(); \
        return functions.name arguments; \
    }
#include "Functions.h"
#undef FUNCTION
