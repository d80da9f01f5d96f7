/// One break of a session, counted from 1 in the order in which breaks were announced.
///
/// A name, not an index: it stays what it is when other breaks go away.
package struct BreakID: Hashable, Sendable {
    package var rawValue: Int

    package init(_ rawValue: Int) {
        self.rawValue = rawValue
    }
}

extension BreakID: Codable {
    package init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
