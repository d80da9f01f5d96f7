import MediaTime

/// A box of MP4 (ISO/IEC 14496-12, 4.2).
struct MP4Box: Hashable {
    var type: String
    var content: ArraySlice<UInt8>

    /// The limit of boxes beside each other.
    private static let limit = 1024

    /// The boxes in `bytes`, up to the first one that is not complete.
    static func boxes(in bytes: ArraySlice<UInt8>) -> [MP4Box] {
        var boxes: [MP4Box] = []
        var rest = bytes
        while boxes.count < limit {
            var fields = MP4Fields(rest)
            guard let stated = fields.number(4), let type = fields.letters() else { break }
            var length = stated
            if stated == 1 {
                guard let long = fields.number(8) else { break }
                length = long
            } else if stated == 0 {
                length = UInt64(rest.count)
            }
            let headerLength = rest.count - fields.rest.count
            guard length >= UInt64(headerLength), length <= UInt64(rest.count),
                let count = Int(exactly: length)
            else { break }
            boxes.append(MP4Box(type: type, content: rest.prefix(count).dropFirst(headerLength)))
            rest = rest.dropFirst(count)
        }
        return boxes
    }

    /// The boxes in this one.
    var boxes: [MP4Box] { Self.boxes(in: content) }

    /// The content of the first box of that type in this one; empty if there is none.
    subscript(type: String) -> ArraySlice<UInt8> {
        boxes.first { $0.type == type }?.content ?? []
    }
}

/// Reads the fields of a box, and never beyond its end.
struct MP4Fields {
    private(set) var rest: ArraySlice<UInt8>

    init(_ content: ArraySlice<UInt8>) {
        rest = content
    }

    /// A number of `count` bytes, 8 at most, the greatest first; `nil` at the end.
    mutating func number(_ count: Int) -> UInt64? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether `count` bytes were there to be skipped.
    mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    /// The type of a box.
    mutating func letters() -> String? {
        guard rest.count >= 4 else { return nil }
        defer { rest = rest.dropFirst(4) }
        return String(decoding: rest.prefix(4), as: UTF8.self)
    }

    /// A text that a zero ends.
    mutating func text() -> String? {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        defer { rest = rest[rest.index(after: end)...] }
        return String(decoding: rest[..<end], as: UTF8.self)
    }
}
