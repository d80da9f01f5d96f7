/// The token that whoever asks from another machine has to show.
package struct AccessToken: Hashable, Sendable {
    package let text: String

    /// How short one may be that somebody chose.
    package static let shortest = 16

    /// `nil` if it is too short, or holds what a header or an address cannot.
    package init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || "-._~".utf8.contains(byte)
        }
        guard isPlain, text.utf8.count >= Self.shortest else { return nil }
        self.text = text
    }

    private init(made text: String) {
        self.text = text
    }

    /// Makes one of 128 random bits.
    package static func random() -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<2).map { _ in
            let number = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - number.count) + number
        }
        return AccessToken(made: digits.joined())
    }
}
