import PlainText

/// Strangers' texts, as they are shown and stored.
enum PlainTextFuzz: FuzzTarget {
    static let name = "plain-text"
    static let kind = FuzzKind.text
    static let words = [
        "http://", "https:", "://", ":", "@", "a:b@", "]", "/", "\u{202E}", "\u{9B}",
    ]

    static func run(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        precondition(text.printable(limit: 200).unicodeScalars.count <= 200, "it is too long")
        precondition(
            text.withoutUserInfo.utf8.count <= text.utf8.count, "something was put in")
        precondition(text.percentEncoded.percentDecoded == text, "it is not as it was")
        _ = text.percentDecoded?.trimmed
        _ = text.hidingPasswords.escapingUnprintable
    }
}
