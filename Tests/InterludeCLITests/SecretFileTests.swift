import Foundation
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("Secrets from files")
struct SecretFileTests {
    /// The headers in a file of this text.
    private func headers(_ text: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = try folder.write(text.utf8, to: "headers")
        return try HeaderOption(parsing: "@\(path)").read().map { "\($0.name)=\($0.value)" }
    }

    @Test("headers are one a line in a file")
    func lines() throws {
        let read = try headers("X-Api-Key: k1\r\n\n  Authorization: Bearer a:b \nX:\n")
        #expect(read == ["X-Api-Key=k1", "Authorization=Bearer a:b", "X="])
        #expect(try headers("").isEmpty)
    }

    @Test(
        "an invalid line is reported by its number, and not shown",
        arguments: [
            "X: a\nsecret", "X: a\nse cret: b", "X: a\nX: secret\u{1B}[0m", "X: a\n: secret",
        ])
    func malformed(text: String) throws {
        let error = try #require(throws: CommandError.self) { _ = try headers(text) }
        #expect(error.status == .unreadableInput)
        #expect(error.description.contains("headers, line 2: not a header"))
        #expect(!error.description.contains("secret"))
    }

    @Test("a file that is missing, too large or not text is refused")
    func refused() throws {
        let folder = try TemporaryFolder()
        let missing = try #require(throws: CommandError.self) {
            _ = try SecretFile(path: folder.file("none"))
        }
        #expect(missing.status == .missingInput)
        let large = try folder.write(repeatElement(UInt8(ascii: "a"), count: 70_000), to: "large")
        let binary = try folder.write([0x61, 0xFF, 0xFE], to: "binary")
        for path in [large, binary] {
            let error = try #require(throws: CommandError.self) { _ = try SecretFile(path: path) }
            #expect(error.status == .unreadableInput)
        }
    }

    @Test(
        "a token is alone in its file",
        arguments: [
            ("0123456789abcdef\n", "0123456789abcdef"),
            ("\n 0123456789abcdef \r\n", "0123456789abcdef"),
            ("0123456789abcdef\n0123456789abcdef", nil), ("short", nil), ("", nil),
            ("0123456789abcde;", nil),
        ] as [(String, String?)])
    func token(text: String, expected: String?) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text.utf8, to: "token")
        let options = try WebOptions.parse(["--web", "0", "--web-token-file", path])
        guard let expected else {
            let error = try #require(throws: CommandError.self) { _ = try options.readToken() }
            #expect(error.status == .unreadableInput)
            return
        }
        #expect(try options.readToken()?.text == expected)
    }
}
