import CSystemd

/// An interface as a table for sd-bus, which reads the table for as long as it serves it.
final class BusInterface {
    let name: String
    let entries: UnsafeMutablePointer<sd_bus_vtable>
    private var texts: [UnsafeMutablePointer<CChar>] = []

    /// The functions that sd-bus calls for methods and properties.
    struct Handlers {
        var call: sd_bus_message_handler_t
        var get: sd_bus_property_get_t
        var set: sd_bus_property_set_t
    }

    init(_ name: String, _ members: [BusMember], _ handlers: Handlers) {
        self.name = name
        entries = .allocate(capacity: members.count + 2)
        CSystemd_SD_BUS_VTABLE_START(entries)
        for (index, member) in members.enumerated() {
            write(member, at: entries + index + 1, handlers)
        }
        CSystemd_SD_BUS_VTABLE_END(entries + members.count + 1)
    }

    deinit {
        entries.deallocate()
        for text in texts { text.deallocate() }
    }

    private func write(
        _ member: BusMember, at entry: UnsafeMutablePointer<sd_bus_vtable>, _ handlers: Handlers
    ) {
        switch member {
        case .method(let name, let arguments):
            CSystemd_SD_BUS_METHOD_WITH_NAMES(
                entry, keep(name), keep(arguments.map(\.type).joined()), names(of: arguments),
                handlers.call)
        case .signal(let name, let arguments):
            CSystemd_SD_BUS_SIGNAL_WITH_NAMES(
                entry, keep(name), keep(arguments.map(\.type).joined()), names(of: arguments))
        case .property(let name, let type, .writable),
            .property(let name, let type, .writableWithoutEffect):
            CSystemd_SD_BUS_WRITABLE_PROPERTY(
                entry, keep(name), keep(type), handlers.get, handlers.set, member.flags)
        case .property(let name, let type, _):
            CSystemd_SD_BUS_PROPERTY(entry, keep(name), keep(type), handlers.get, member.flags)
        }
    }

    /// The names, each ended by a zero, with one more zero at the end.
    private func names(of arguments: [BusMember.Argument]) -> UnsafePointer<CChar> {
        keep(arguments.map { $0.name + "\0" }.joined())
    }

    private func keep(_ text: String) -> UnsafePointer<CChar> {
        let bytes = text.utf8.map { CChar(bitPattern: $0) } + [0]
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        texts.append(copy)
        return UnsafePointer(copy)
    }
}

extension BusMember {
    fileprivate var flags: UInt64 {
        guard case .property(_, _, let access) = self else { return 0 }
        return switch access {
        case .constant: UInt64(SD_BUS_VTABLE_PROPERTY_CONST)
        case .announced, .writable, .writableWithoutEffect:
            UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
        case .silent: 0
        }
    }
}

/// A member of an interface.
enum BusMember {
    case method(String, [Argument])
    case signal(String, [Argument])
    case property(String, type: String, Access)

    struct Argument {
        var name: String
        var type: String
    }

    /// How a property changes, and whether it can be set.
    enum Access {
        /// Never changes.
        case constant
        /// Each change is signalled.
        case announced
        /// Changes all the time, without a signal.
        case silent
        /// Each change is signalled, and clients may set it.
        case writable
        /// Clients may set it, without effect.
        case writableWithoutEffect
    }
}
