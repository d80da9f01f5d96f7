#pragma once

// RealtimeSanitizer's entry points. They are weak: they exist only in builds that tools/rtsan links
// with the sanitizer, and elsewhere the wrappers do nothing.
extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));

// Whether this build was linked with the sanitizer.
static inline int CRealtimeSanitizer_is_linked(void) { return __rtsan_realtime_enter != 0; }

// From here on the calling thread must neither allocate nor lock.
static inline void CRealtimeSanitizer_realtime_enter(void) {
    if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}

static inline void CRealtimeSanitizer_realtime_exit(void) {
    if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}
