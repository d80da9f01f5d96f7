/// Tells one renderer of a stream from the others; what it says carries it.
package struct TruexToken: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package init(_ number: UInt64) {
        self.init(rawValue: number)
    }
}
