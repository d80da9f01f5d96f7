import Foundation
import PlainText
import Testing

@Suite("Percent coding")
struct PercentCodingTests {
    @Test(
        "keeps the unreserved characters of RFC 3986, and encodes all others in bytes",
        arguments: [
            ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b/c?d=e&f", "a%20b%2Fc%3Fd%3De%26f"),
            ("100%", "100%25"), ("é", "%C3%A9"), ("👍", "%F0%9F%91%8D"), ("\u{0}", "%00"),
        ])
    func encoding(text: String, coded: String) {
        #expect(text.percentEncoded == coded)
        #expect(coded.percentDecoded == text)
    }

    @Test("reads digits in either case, and keeps a plus sign")
    func digits() {
        #expect("%c3%A9+%7e".percentDecoded == "é+~")
    }

    @Test(
        "reads nothing if digits are missing, or the result is not UTF-8",
        arguments: ["%", "a%2", "%zz", "%2x", "%+1", "%ff", "%C3", "%ED%A0%80"])
    func malformed(coded: String) {
        #expect(coded.percentDecoded == nil)
    }

    @Test("matches Foundation's for every scalar of the first plane but a byte order mark")
    func peer() {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        for value in UInt32(0)...0xFFFF {
            // Foundation removes the mark when it decodes.
            guard let scalar = Unicode.Scalar(value), value != 0xFEFF else { continue }
            let text = String(scalar)
            guard
                text.percentEncoded
                    == text.addingPercentEncoding(withAllowedCharacters: unreserved),
                text.percentEncoded.removingPercentEncoding == text.percentEncoded.percentDecoded
            else {
                Issue.record("U+\(String(value, radix: 16))")
                return
            }
        }
    }

    @Test(
        "a text is trimmed of white space at its ends only",
        arguments: [
            ("", ""), ("  \t\r\n", ""), (" a b ", "a b"), ("\u{A0}a\u{2003}", "a"), ("a", "a"),
            ("\r\na\n\nb\r\n", "a\n\nb"),
        ])
    func trimming(text: String, trimmed: String) {
        #expect(text.trimmed == trimmed)
        #expect(text[...].trimmed == trimmed)
    }
}
