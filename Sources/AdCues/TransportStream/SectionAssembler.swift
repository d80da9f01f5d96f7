import MediaTime

/// Joins the sections of one elementary stream, which may begin and end anywhere in a packet.
struct SectionAssembler: Hashable, Sendable {
    struct Section: Hashable, Sendable {
        var bytes: [UInt8]
        /// The place of the packet in which it begins.
        var offset: Int64
    }

    /// A section that is not complete; empty if there is none.
    private var open = Section(bytes: [], offset: 0)

    private static let headerByteCount = 3
    private static let stuffing: UInt8 = 0xFF

    /// Forgets the section that is not complete, because a packet of it was lost.
    mutating func reset() {
        open.bytes = []
    }

    /// Takes the payload of a packet at `offset`, and returns the sections that it completes.
    mutating func append(
        _ payload: ArraySlice<UInt8>, beginsUnit: Bool, at offset: Int64
    ) -> [Section] {
        var complete: [Section] = []
        guard beginsUnit else {
            var rest = payload
            if !open.bytes.isEmpty, let section = take(from: &rest) { complete.append(section) }
            return complete
        }
        guard let pointer = payload.first, payload.count > Int(pointer) else {
            reset()
            return complete
        }
        var rest = payload.dropFirst()
        var end = rest.prefix(Int(pointer))
        rest = rest.dropFirst(Int(pointer))
        if !open.bytes.isEmpty, let section = take(from: &end) { complete.append(section) }
        // What the pointer leaves incomplete has an end that lies.
        reset()
        while let first = rest.first, first != Self.stuffing {
            open.offset = offset
            guard let section = take(from: &rest) else { break }
            complete.append(section)
        }
        return complete
    }

    /// Moves bytes to the open section. Returns it once it is complete.
    private mutating func take(from rest: inout ArraySlice<UInt8>) -> Section? {
        move(Self.headerByteCount - open.bytes.count, from: &rest)
        guard open.bytes.count >= Self.headerByteCount else { return nil }
        let length = Int(open.bytes[1] & 0x0F) << 8 | Int(open.bytes[2])
        let byteCount = Self.headerByteCount + length
        move(byteCount - open.bytes.count, from: &rest)
        guard open.bytes.count == byteCount else { return nil }
        defer { open.bytes = [] }
        return open
    }

    private mutating func move(_ count: Int, from rest: inout ArraySlice<UInt8>) {
        let part = rest.prefix(max(0, count))
        open.bytes += part
        rest = rest.dropFirst(part.count)
    }
}
