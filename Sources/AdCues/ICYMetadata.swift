/// What one metadata block of an ICY stream says: `StreamTitle='…';StreamUrl='…';` and more.
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

    /// Every field, in the order of the block; a key may come twice.
    package var fields: [Field]

    package init(fields: [Field] = []) {
        self.fields = fields
    }

    /// The value of the first field named `key`, in whatever case, or `nil` if there is none.
    package subscript(key: String) -> String? {
        let key = key.lowercased()
        return fields.first { $0.key.lowercased() == key }?.value
    }

    /// `StreamTitle`: what is on. `nil` if the block does not say, empty if nothing is named.
    package var title: String? { self["StreamTitle"] }

    /// `StreamUrl`: where more is to be found, often a picture.
    package var url: String? { self["StreamUrl"] }
}

extension ICYMetadata {
    /// Reads a block as it came, with or without the zeros that fill it up.
    ///
    /// Never fails: servers put titles in as they find them. A value ends only where the next key
    /// or the end of the block follows, so `'` and `;` may stand in it, and the last quote may be
    /// missing. Text is UTF-8 where it is valid UTF-8, else Latin-1.
    package init(parsing block: some Sequence<UInt8>) {
        var scanner = ICYFieldScanner(text: Array(block.prefix { $0 != 0 }))
        fields = []
        while let field = scanner.next() { fields.append(field) }
    }
}

/// Takes one field after another off the front of an ICY block.
struct ICYFieldScanner {
    let text: [UInt8]
    private var position = 0

    init(text: [UInt8]) {
        self.text = text
    }

    /// The next field, or `nil` when no key is left; passes over what belongs to no field.
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

    /// Passes over the value that begins here and what closes it, and returns where it stands.
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
            // The quote that should close it is missing, if the next field follows at once.
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

    /// Where the `=` stands that ends a key beginning at `start`, or `nil` if none begins there.
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
