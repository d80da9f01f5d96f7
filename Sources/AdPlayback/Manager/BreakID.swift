/// One break of a session, counted from 1 in the order in which breaks were announced.
///
/// A name, not an index: it stays what it is when other breaks go away.
package struct BreakID: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package init(_ number: Int) {
        self.init(rawValue: number)
    }
}
