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
