/// A request header `NAME: VALUE`.
struct HeaderArgument: Hashable, Sendable {
    let name: String
    let value: String

    init(parsing text: String) throws(UnusableArgument) {
        guard let colon = text.firstIndex(of: ":") else {
            throw UnusableArgument("write it as 'NAME: VALUE'")
        }
        name = String(text[..<colon])
        value = String(text[text.index(after: colon)...].drop { $0 == " " })
        guard !name.isEmpty, name.unicodeScalars.allSatisfy(Self.isTokenCharacter) else {
            throw UnusableArgument("'\(name)' is not a header name")
        }
        guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "\u{7F}" }) else {
            throw UnusableArgument("a header value must be on one line")
        }
    }

    /// Whether RFC 9110 (5.6.2) lets a field name contain `scalar`.
    private static func isTokenCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
        }
    }
}
