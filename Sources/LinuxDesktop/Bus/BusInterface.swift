import CSystemd

/// An interface's members in the form that sd-bus reads for as long as it serves them.
final class BusInterface {
    let name: String
    let entries: UnsafeMutablePointer<sd_bus_vtable>
    private var texts: [UnsafeMutablePointer<CChar>] = []

    /// Whom sd-bus asks when somebody calls a method, or reads or sets a property.
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
            .property(let name, let type, .writableInVain):
            CSystemd_SD_BUS_WRITABLE_PROPERTY(
                entry, keep(name), keep(type), handlers.get, handlers.set, member.flags)
        case .property(let name, let type, _):
            CSystemd_SD_BUS_PROPERTY(entry, keep(name), keep(type), handlers.get, member.flags)
        }
    }

    /// The names one after the other, each with its end, and one more end.
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
    /// What sd-bus has to know of the member beside its name and type.
    fileprivate var flags: UInt64 {
        guard case .property(_, _, let manner) = self else { return 0 }
        return switch manner {
        case .constant: UInt64(SD_BUS_VTABLE_PROPERTY_CONST)
        case .announced, .writable, .writableInVain: UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
        case .silent: 0
        }
    }
}
