// glibc declares dl_iterate_phdr for GNU programs only. _GNU_SOURCE would change types that
// other modules import without it, such as fd_set, so it holds for this header alone.
#include <sys/types.h>
#ifdef __USE_GNU
#include <link.h>
#else
#define __USE_GNU 1
#include <link.h>
#undef __USE_GNU
#endif
