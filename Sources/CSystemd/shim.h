#pragma once

#include <string.h>
// For waking a thread that waits for a bus.
#include <sys/eventfd.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

// Swift cannot import macros that initialize structures. Each function here is one such macro, with
// this module's name as a prefix. It writes the whole entry, as sd-bus-vtable.h requires.

static inline void CSystemd_SD_BUS_VTABLE_START(sd_bus_vtable *entry) {
    memset(entry, 0, sizeof *entry);
    *entry = (sd_bus_vtable)SD_BUS_VTABLE_START(0);
}

static inline void CSystemd_SD_BUS_METHOD_WITH_NAMES(
    sd_bus_vtable *entry, const char *member, const char *signature, const char *names,
    sd_bus_message_handler_t handler) {
    memset(entry, 0, sizeof *entry);
    *entry = (sd_bus_vtable)SD_BUS_METHOD(member, signature, "", handler, 0);
    entry->x.method.names = names;
}

static inline void CSystemd_SD_BUS_SIGNAL_WITH_NAMES(
    sd_bus_vtable *entry, const char *member, const char *signature, const char *names) {
    memset(entry, 0, sizeof *entry);
    *entry = (sd_bus_vtable)SD_BUS_SIGNAL(member, signature, 0);
    entry->x.signal.names = names;
}

static inline void CSystemd_SD_BUS_PROPERTY(
    sd_bus_vtable *entry, const char *member, const char *signature, sd_bus_property_get_t get,
    uint64_t flags) {
    memset(entry, 0, sizeof *entry);
    *entry = (sd_bus_vtable)SD_BUS_PROPERTY(member, signature, get, 0, flags);
}

static inline void CSystemd_SD_BUS_WRITABLE_PROPERTY(
    sd_bus_vtable *entry, const char *member, const char *signature, sd_bus_property_get_t get,
    sd_bus_property_set_t set, uint64_t flags) {
    memset(entry, 0, sizeof *entry);
    *entry = (sd_bus_vtable)SD_BUS_WRITABLE_PROPERTY(member, signature, get, set, 0, flags);
}

static inline void CSystemd_SD_BUS_VTABLE_END(sd_bus_vtable *entry) {
    memset(entry, 0, sizeof *entry);
    *entry = (sd_bus_vtable)SD_BUS_VTABLE_END;
}
