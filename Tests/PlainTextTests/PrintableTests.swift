import Foundation
import PlainText
import Testing

@Suite("Printable text")
struct PrintableTests {
    @Test(
        "terminal commands are not printed",
        arguments: [
            ("a\u{1B}]0;title\u{7}b", "a ]0;title b"),
            ("\u{1B}[2Jgone\r\n\u{9B}2J", " [2Jgone 2J"),
            ("a\u{0}b\u{8}c\u{7F}d\te", "a b c d e"),
            ("a\u{80}b\u{85}c\u{9D}d\u{9F}e", "a b c d e"),
            ("line\u{2028}paragraph\u{2029}", "line paragraph "),
        ])
    func controls(text: String, printed: String) {
        #expect(text.printable() == printed)
    }

    @Test(
        "characters that reorder or hide text are left out",
        arguments: [
            "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}",
            "\u{2068}", "\u{2069}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{FEFF}", "\u{200B}",
            "\u{2060}", "\u{AD}", "\u{180E}", "\u{E0041}", "\u{E007F}", "\u{E0100}", "\u{3164}",
            "\u{FFF9}", "\u{206A}",
        ] as [Unicode.Scalar])
    func invisible(scalar: Unicode.Scalar) {
        #expect("a\(scalar)b".printable() == "ab")
        #expect(scalar.printing == .nothing)
    }

    @Test(
        "characters of no script are replaced",
        arguments: ["\u{E000}", "\u{F8FF}", "\u{10FFFD}", "\u{FFFE}", "\u{378}"] as [Unicode.Scalar]
    )
    func unknown(scalar: Unicode.Scalar) {
        #expect("a\(scalar)b".printable() == "a\u{FFFD}b")
    }

    @Test(
        "ordinary text is printed unchanged",
        arguments: [
            "Björk – Jóga “live”", "日本語\u{3000}ラジオ", "שלום", "مرحبا", "می\u{200C}روم",
            "👩\u{200D}🚀 ☀\u{FE0F}",
            "☁\u{FE00}", "e\u{301}", "Việt", "हिन्दी", "a\u{A0}b", "~!#\\",
        ])
    func words(text: String) {
        #expect(text.printable() == text)
    }

    @Test("bytes that are not UTF-8 print as replacements")
    func invalid() {
        let text = String(decoding: [0x61, 0x9B, 0xFF, 0xC3, 0x62] as [UInt8], as: UTF8.self)
        #expect(text.printable() == "a\u{FFFD}\u{FFFD}\u{FFFD}b")
    }

    @Test("no character commands a terminal once it is printable")
    func all() {
        // Ranges with characters, and those that are invisible.
        let values = Array(UInt32(0)...0x3FFFF) + Array(0xE0000...0xE1000)
        let escaping = values.compactMap(Unicode.Scalar.init).filter { scalar in
            let printed = String(scalar).printable().unicodeScalars
            return printed.count > 1
                || printed.contains {
                    $0.printing != .itself || $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
                        || $0.properties.isBidiControl
                }
        }
        #expect(escaping.isEmpty)
    }

    @Test("a long text keeps its beginning and its end", arguments: [1, 2, 3, 4, 5, 100, 4000])
    func length(limit: Int) {
        let text = String(repeating: "a", count: 1_000_000) + "; try another"
        let printed = text.printable(limit: limit)
        #expect(printed.unicodeScalars.count == limit)
        #expect(printed.contains("…"))
        if limit > 60 { #expect(printed.hasSuffix("; try another")) }
        #expect(printed.printable(limit: limit) == printed)
        #expect(text.shortened(to: limit).unicodeScalars.count == limit)
    }

    @Test("a quarter of the kept part of a long text is its end")
    func end() {
        let text = String(repeating: "a", count: 200) + String(repeating: "b", count: 200)
        let shown = String(repeating: "a", count: 74) + "…" + String(repeating: "b", count: 25)
        #expect(text.printable(limit: 100) == shown)
        #expect("abcd".printable(limit: 4) == "abcd" && "abcd".shortened(to: 4) == "abcd")
        #expect(String(repeating: "a", count: 5000).printable().unicodeScalars.count == 4000)
    }

    @Test("marks do not pile up on one letter")
    func marks() {
        let text = "a" + String(repeating: "\u{301}", count: 1000) + "b"
        #expect(text.printable().unicodeScalars.count == 10)
        #expect(String(repeating: "e\u{301}", count: 20).printable().count == 20)
        #expect(String(repeating: "\u{301}", count: 20).printable().unicodeScalars.count == 8)
    }
}

@Suite("User info")
struct UserInfoTests {
    @Test(
        "the name and password of an address are hidden, and nothing else",
        arguments: [
            ("http://ann:secret@radio.example/live?a=b", "http://***@radio.example/live?a=b"),
            ("HTTPS://ann@radio.example", "HTTPS://***@radio.example"),
            ("http://a:b@[::1]:80/x@y", "http://***@[::1]:80/x@y"),
            ("ftp://a:b@c", "ftp://***@c"), ("http://ann:s@cret@h/", "http://***@h/"),
            ("http://ann:@h/", "http://***@h/"), ("http://:s@h/", "http://***@h/"),
            ("icecast://source:pw@h:8000/m", "icecast://***@h:8000/m"),
            ("http://h:80/a@b", "http://h:80/a@b"), ("http://h/?m=a@b", "http://h/?m=a@b"),
            ("http://[::1]/a@b", "http://[::1]/a@b"), ("a@b.example", "a@b.example"),
            (
                "x: http://a:b@c/d: refused; http://e:f@g",
                "x: http://***@c/d: refused; http://***@g"
            ),
            ("file:///srv/a@b.mp3", "file:///srv/a@b.mp3"), ("", ""), ("@", "@"), (":", ":"),
            ("://a:b@c", "://***@c"), ("x://a@://b:c@d", "x://***@://***@d"),
            ("http://http:@h/", "http://***@h/"), ("see https:a@b", "see https:***@b"),
            ("http://@h/", "http://***@h/"),
            ("x:/y@z", "x:/y@z"), ("mail:a@b", "mail:a@b"),
            ("http://ann:s/x@h/ y@z", "http://***@h/ y@z"),
            ("http://ann:s/!@y@h/", "http://***@h/"), ("http://ann:s/~@y@h/", "http://***@h/"),
            ("http://:s/x@h/", "http://***@h/"), ("http://]:s/x@h/", "http://]:s/x@h/"),
        ])
    func hiding(text: String, shown: String) {
        #expect(text.hidingPasswords == shown)
        #expect(text.printable() == shown)
        #expect(text.withoutUserInfo == shown.replacing("***@", with: ""))
    }

    @Test(
        "a text of a megabyte takes time proportional to its length, whatever is in it",
        .timeLimit(.minutes(2)),
        arguments: ["@", "", "@\n"], ["http:", "http://a:b ", "://x:/", ":///"])
    func long(beginning: String, part: String) {
        let text = beginning + String(repeating: part, count: 1_000_000 / part.utf8.count)
        #expect(text.hidingPasswords.utf8.count > 0)
        #expect(text.printable(limit: 100).unicodeScalars.count <= 100)
    }

    @Test(
        "a password is hidden even if it breaks the address",
        arguments: [
            "http://ann:sec/ret@h/live", "http://ann:sec?ret@h/", "http://ann:sec#ret@h/",
            "http://ann:sec ret@h/", "http://ann:secret@h:99999/", "http:/ann:secret@h/",
            "http:ann:secret@h/", "http:///ann:secret@h", "http://ann:sec\\ret@h/",
            "http://ann:sec\u{1B}ret@h/", "http://ann:sec\nret@h", "http://ann:sec\"ret@h/",
        ])
    func broken(text: String) {
        #expect(!text.hidingPasswords.contains(/sec|ret/), "\(text.hidingPasswords)")
        #expect(!"it is \(text): no".printable().contains(/sec|ret/))
    }

    @Test("a control character ends the word that a password may break")
    func word() {
        #expect(
            "http://ann:s/x@h/\u{7F}y@z".hidingPasswords == "http://***@h/\u{7F}y@z")
    }

    @Test("a password is hidden even if the text is cut within it")
    func cut() {
        let text = "http://ann:" + String(repeating: "secret", count: 1000) + "@h/"
        for limit in [20, 100, 4000] { #expect(!text.printable(limit: limit).contains("secret")) }
    }
}

@Suite("Text of a JSON document")
struct EscapingTests {
    @Test(
        "escapes characters that cannot be printed as numbers",
        arguments: [
            (#"{"a": "b\u0000"}"#, #"{"a": "b\u0000"}"#), ("Jóga\u{200D}", "Jóga\u{200D}"),
            ("\u{1B}", #"\u001b"#), ("a\u{1B}[2J", #"a\u001b[2J"#),
            ("\u{202E}x\u{9B}", #"\u202ex\u009b"#),
            ("\u{E0041}é", #"\udb40\udc41é"#), ("", ""),
        ])
    func escaping(text: String, escaped: String) {
        #expect(text.escapingUnprintable == escaped)
    }
}
