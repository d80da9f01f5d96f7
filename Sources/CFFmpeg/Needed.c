#define _GNU_SOURCE
#include "Needed.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

_Atomic bool CFFmpeg_isAwaited;

// The time in nanoseconds that other threads get between two libraries, to wake up and continue.
static const int64_t wakingTime = 60000;

static void loadAlone(const char *name) {
    int64_t start = nanoseconds();
    // Never closed: the library that needs it uses it. One that cannot be loaded alone is loaded
    // together with that.
    dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    int64_t end = nanoseconds();
    if (end - start < wakingTime) return;
    while (!CFFmpeg_isAwaited && nanoseconds() - end < wakingTime) sched_yield();
}

static const ElfW(Phdr) *segments(const ElfW(Ehdr) *file) {
    return (const void *)((const char *)file + file->e_phoff);
}

// The dynamic section of `file`; NULL if it has none.
static const ElfW(Dyn) *instructions(const ElfW(Ehdr) *file) {
    const ElfW(Phdr) *end = segments(file) + file->e_phnum;
    for (const ElfW(Phdr) *it = segments(file); it < end; it++) {
        if (it->p_type == PT_DYNAMIC) return (const void *)((const char *)file + it->p_offset);
    }
    return NULL;
}

// The contents of `file` that will be loaded at `address`; NULL if there are none.
static const char *contents(const ElfW(Ehdr) *file, ElfW(Addr) address) {
    const ElfW(Phdr) *end = segments(file) + file->e_phnum;
    for (const ElfW(Phdr) *it = segments(file); it < end; it++) {
        if (it->p_type == PT_LOAD && address - it->p_vaddr < it->p_filesz) {
            return (const char *)file + it->p_offset + (address - it->p_vaddr);
        }
    }
    return NULL;
}

static void loadNeededBy(const ElfW(Ehdr) *file) {
    const ElfW(Dyn) *first = instructions(file);
    const char *names = NULL;
    for (const ElfW(Dyn) *it = first; it != NULL && it->d_tag != DT_NULL; it++) {
        if (it->d_tag == DT_STRTAB) names = contents(file, it->d_un.d_ptr);
    }
    for (const ElfW(Dyn) *it = first; names != NULL && it->d_tag != DT_NULL; it++) {
        if (it->d_tag == DT_NEEDED) loadAlone(names + it->d_un.d_val);
    }
}

static void readFile(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat state;
    void *bytes = MAP_FAILED;
    if (fstat(file, &state) == 0 && state.st_size > (off_t)sizeof(ElfW(Ehdr))) {
        bytes = mmap(NULL, state.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
    if (bytes == MAP_FAILED) return;
    if (memcmp(bytes, ELFMAG, SELFMAG) == 0) loadNeededBy(bytes);
    munmap(bytes, state.st_size);
}

void CFFmpeg_loadNeeded(const char *name, void *neighbour) {
    struct link_map *map;
    if (dlinfo(neighbour, RTLD_DI_LINKMAP, &map) != 0) return;
    const char *slash = strrchr(map->l_name, '/');
    if (slash == NULL) return;
    char path[PATH_MAX];
    int folderLength = (int)(slash + 1 - map->l_name);
    int length = snprintf(path, sizeof path, "%.*s%s", folderLength, map->l_name, name);
    if (length < (int)sizeof path) readFile(path);
}
