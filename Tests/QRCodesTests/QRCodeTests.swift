import TestServers
import Testing

@testable import QRCodes

@Suite("A QR code")
struct QRCodeTests {
    private static let addresses = [
        "http://192.168.178.20:8080/", "http://[2001:db8::5]:65535/", "https://radio.example/",
        "A", "a@b.de/%20?x=%C3%BC", String(repeating: "https://radio.example/u/", count: 20),
    ]

    @Test("is read as its text by another program", arguments: addresses)
    func decoded(text: String) throws {
        let code = try #require(QRCode(text))
        #expect(try CodeReader.read(code.halfBlocks(in: .dark), drawn: .dark) == text)
        #expect(try CodeReader.read(code.halfBlocks(in: .light), drawn: .light) == text)
    }

    @Test("is not made of no text, of bytes outside of ASCII, or of a text that is too long")
    func refusals() {
        #expect(QRCode("") == nil)
        #expect(QRCode("a\0b") == nil)
        #expect(QRCode("http://müller.example/") == nil)
        #expect(QRCode("\u{1}") != nil && QRCode("\u{7F}") != nil)
        #expect(QRCode(String(repeating: "a", count: 512)) != nil)
        #expect(QRCode(String(repeating: "a", count: 513)) == nil)
    }

    @Test("is drawn in half blocks, with four light modules on each side")
    func golden() throws {
        let code = try #require(QRCode("http://10.0.0.7:8080/"))
        #expect(code.sideCount == 25)
        let lines = code.halfBlocks(in: .dark)
        // By line, for messages of a bearable length.
        #expect(lines.count == Self.golden.count)
        for (line, kept) in zip(lines, Self.golden) { #expect(line == kept) }
    }

    @Test("drawn in light is the negative of one in dark")
    func negative() throws {
        let code = try #require(QRCode("http://10.0.0.7:8080/"))
        let swapped: [Character: Character] = ["█": " ", " ": "█", "▀": "▄", "▄": "▀"]
        #expect(
            code.halfBlocks(in: .light)
                == code.halfBlocks(in: .dark).map { String($0.compactMap { swapped[$0] }) })
    }

    private static let golden = [
        "                                 ",
        "                                 ",
        "    █▀▀▀▀▀█ ███ ▀█▄▀  █▀▀▀▀▀█    ",
        "    █ ███ █ █▄▀█ ▄ ▀▀ █ ███ █    ",
        "    █ ▀▀▀ █ ▄  ▄▄▄▄▀  █ ▀▀▀ █    ",
        "    ▀▀▀▀▀▀▀ ▀▄▀ █ ▀ █ ▀▀▀▀▀▀▀    ",
        "    █▀▄▄██▀▄ ▄▄▀▄▄▀█▀  █▄█▀█▀    ",
        "    ██ ▄█▀▀█▀ ▄█▀  ▀ ▄█  ▀█▄     ",
        "    █▄▀█ ▄▀█▀▄▀ ▀ █▄▀▄▀▄▄▀▀█▀    ",
        "      █▀▄▄▀██▀█ ▄▀█▀▀█ ▀ ██▄     ",
        "    ▀▀▀▀▀▀▀▀█▄▄▀▄▀█▀█▀▀▀█▀█      ",
        "    █▀▀▀▀▀█ ▄▄██▀█▀▄█ ▀ ██▄      ",
        "    █ ███ █ ▀▀▀ ▀█▄ ▀▀█▀▀▄███    ",
        "    █ ▀▀▀ █ ▄ ▄ ▄ ▄▀▀▀█▄▄▄▄█     ",
        "    ▀▀▀▀▀▀▀ ▀ ▀▀ ▀▀       ▀▀▀    ",
        "                                 ",
        "                                 ",
    ]
}
