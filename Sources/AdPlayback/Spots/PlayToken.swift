/// Identifies one playback of an advertisement; unique in a session.
///
/// Every completion carries the token of its spot, so a late one cannot be taken for another
/// spot's. It is also the slot's id in the event log.
package struct PlayToken: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package init(_ number: UInt64) {
        self.init(rawValue: number)
    }
}

extension PlayToken: Comparable {
    package static func < (left: PlayToken, right: PlayToken) -> Bool {
        left.rawValue < right.rawValue
    }
}
