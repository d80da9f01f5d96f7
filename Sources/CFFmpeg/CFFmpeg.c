// The functions of FFmpeg that are called, under their own names. Each passes what it is called
// with on to FFmpeg, which is loaded while the process runs: it and all that it needs is a hundred
// libraries, and a process that was linked to them would load them before its first instruction.

#include "CFFmpeg.h"
#include "Needed.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where each function of FFmpeg is, once it is loaded.
static struct {
#define FUNCTION(library, result, name, parameters, arguments) __typeof__(name) *name;
#include "Functions.h"
#undef FUNCTION
} functions;

static char failure[512];

// Says why the library could not be loaded, of which the loader says `words`. That it is missing is
// only one reason.
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

// `before` is the library that was loaded before, or NULL. Returns NULL, and says why, if there is
// no such library.
static void *loaded(const char *name, const char *major, void *before) {
    char file[64];
    snprintf(file, sizeof file, "lib%s.so.%s", name, major);
    if (before != NULL) CFFmpeg_loadNeeded(file, before);
    // For us alone: what else is in the process has its own idea of who defines what.
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        describe(dlerror(), name, major);
    }
    return library;
}

static void load(void) {
    // In the order in which they need each other, so that what is missing is named first.
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
    // It would write to standard error. What goes wrong comes as a result, and is told by whoever
    // called.
    functions.av_log_set_level(AV_LOG_QUIET);
    // A few bytes of a container can ask for tables of gigabytes. No packet, picture or frame of
    // sound needs more than this; the index of an MP4 has room for 1.4 million packets, which are
    // 8 hours of AAC.
    functions.av_max_alloc(32 << 20);
}

const char *CFFmpeg_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure[0] == '\0' ? NULL : failure;
}

static void require(void) {
    if (CFFmpeg_load() == NULL) return;
    fprintf(stderr, "%s\n", failure);
    abort();
}

// Under names of their own for the compiler, so that they may differ from the headers in what is
// constant. Hidden, so that FFmpeg's libraries do not take them for their own.
#define FUNCTION(library, result, name, parameters, arguments) \
    __attribute__((visibility("hidden"))) result CFFmpeg_##name parameters __asm__(#name); \
    result CFFmpeg_##name parameters { \
        require(); \
        return functions.name arguments; \
    }
#include "Functions.h"
#undef FUNCTION
