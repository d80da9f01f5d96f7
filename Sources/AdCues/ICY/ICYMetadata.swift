/// One metadata block of an ICY stream: `StreamTitle='…';StreamUrl='…';` and other fields.
package struct ICYMetadata: Hashable, Sendable {
    /// One `key='value';` of the block.
    package struct Field: Hashable, Sendable {
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The length of the longest block: its length byte counts 16 bytes each.
    package static let maximumByteCount = 255 * 16

    /// In the order of the block. A key may occur more than once.
    package var fields: [Field]

    package init(fields: [Field] = []) {
        self.fields = fields
    }

    /// The value of the first field named `key`, ignoring case; `nil` if there is none.
    package subscript(key: String) -> String? {
        let key = key.lowercased()
        return fields.first { $0.key.lowercased() == key }?.value
    }

    /// The current title (`StreamTitle`). `nil` if the block has none, empty if the server clears
    /// it.
    package var title: String? { self["StreamTitle"] }

    /// An address for the current title (`StreamUrl`), often of a picture.
    package var url: String? { self["StreamUrl"] }
}

extension ICYMetadata {
    /// Parses a block, with or without its zero padding.
    ///
    /// Never fails, because servers do not escape titles. A value ends only where another key or
    /// the end of the block follows. It may therefore contain `'` and `;`, and its closing quote
    /// may be missing. Text that is not valid UTF-8 is read as Latin-1.
    package init(parsing block: some Sequence<UInt8>) {
        var scanner = ICYFieldScanner(text: Array(block.prefix { $0 != 0 }))
        fields = []
        while let field = scanner.next() { fields.append(field) }
    }
}

/// Splits an ICY block into fields.
struct ICYFieldScanner {
    let text: [UInt8]
    private var position = 0

    init(text: [UInt8]) {
        self.text = text
    }

    /// Returns the next field, or `nil` at the end. Skips text that belongs to no field.
    mutating func next() -> ICYMetadata.Field? {
        while position < text.count {
            if let equals = endOfKey(from: position) {
                let key = decoded(position..<equals)
                position = equals + 1
                return ICYMetadata.Field(key: key, value: decoded(takeValue()))
            }
            position += 1
        }
        return nil
    }

    /// Consumes the value at `position` with its terminator, and returns the value's range.
    private mutating func takeValue() -> Range<Int> {
        let isQuoted = byte(at: position) == UInt8(ascii: "'")
        let start = isQuoted ? position + 1 : position
        let ends = isQuoted ? endsQuotedValue : endsPlainValue
        let end = text.indices.dropFirst(start).first { ends($0) } ?? text.count
        position = text[end...].firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? text.count
        return start..<end
    }

    private func endsQuotedValue(_ index: Int) -> Bool {
        switch text[index] {
        case UInt8(ascii: "'"):
            isBlank(from: index + 1)
                || byte(at: index + 1) == UInt8(ascii: ";") && mayFollowField(at: index + 2)
        case UInt8(ascii: ";"):
            // The closing quote is missing if another field follows immediately.
            endOfKey(from: index + 1).map { byte(at: $0 + 1) == UInt8(ascii: "'") } ?? false
        default:
            false
        }
    }

    private func endsPlainValue(_ index: Int) -> Bool {
        text[index] == UInt8(ascii: ";") && mayFollowField(at: index + 1)
    }

    /// Whether the block ends at `index` or another field begins there.
    private func mayFollowField(at index: Int) -> Bool {
        guard let start = text[min(index, text.count)...].firstIndex(where: { $0 != .space }) else {
            return true
        }
        guard let equals = endOfKey(from: start) else { return false }
        return start == index || byte(at: equals + 1) == UInt8(ascii: "'")
    }

    /// The index of the `=` after a key that begins at `start`; `nil` if no key begins there.
    private func endOfKey(from start: Int) -> Int? {
        let end = text[min(start, text.count)...].firstIndex { !$0.isPartOfKey } ?? text.count
        return end > start && byte(at: end) == UInt8(ascii: "=") ? end : nil
    }

    private func isBlank(from index: Int) -> Bool {
        text[min(index, text.count)...].allSatisfy { $0 == .space }
    }

    private func byte(at index: Int) -> UInt8? {
        text.indices.contains(index) ? text[index] : nil
    }

    private func decoded(_ range: Range<Int>) -> String {
        String(validating: text[range], as: UTF8.self)
            ?? String(String.UnicodeScalarView(text[range].map { Unicode.Scalar($0) }))
    }
}

extension UInt8 {
    fileprivate static let space = UInt8(ascii: " ")

    /// Letters, digits, `_`, `-` and `.`.
    fileprivate var isPartOfKey: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default:
            false
        }
    }
}
