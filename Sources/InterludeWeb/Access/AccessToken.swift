/// The token that requests from other machines must present.
package struct AccessToken: Hashable, Sendable {
    package let text: String

    /// The minimum length of a token that an operator chooses.
    package static let shortest = 16

    /// `nil` if `text` is too short, or has characters that a header or an address cannot contain.
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

    private init(generated text: String) {
        self.text = text
    }

    /// Generates a token with 128 random bits.
    package static func random() -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<2).map { _ in
            let number = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - number.count) + number
        }
        return AccessToken(generated: digits.joined())
    }
}
