/// One playing of one advertisement; unique in a session.
///
/// Every completion carries the token of what it belongs to, so that a late one cannot be taken
/// for another's. It is also the slot's id in the event log.
package struct PlayToken: Hashable, Sendable, Comparable {
    package var rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: PlayToken, right: PlayToken) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension PlayToken: Codable {
    package init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(UInt64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
