import AdCues
import Testing

@Suite("ICY metadata")
struct ICYMetadataTests {
    private func fields(_ block: String) -> [String] {
        ICYMetadata(parsing: block.utf8).fields.map { "\($0.key)=\($0.value)" }
    }

    @Test(
        "A12: every field is kept, in order",
        arguments: [
            ("", []),
            ("StreamTitle='';", ["StreamTitle="]),
            ("StreamTitle='A - B';StreamUrl='';", ["StreamTitle=A - B", "StreamUrl="]),
            (
                "StreamTitle='';adw_ad='true';durationMilliseconds='20427';",
                ["StreamTitle=", "adw_ad=true", "durationMilliseconds=20427"]
            ),
            (
                "StreamTitle='a';metadata='context=Zm9v==';x='1';",
                ["StreamTitle=a", "metadata=context=Zm9v==", "x=1"]
            ),
            ("x='1';x='2';", ["x=1", "x=2"]),
            ("StreamTitle='a'; StreamUrl='b'; ", ["StreamTitle=a", "StreamUrl=b"]),
            ("StreamTitle=a;StreamUrl=;b='c';", ["StreamTitle=a", "StreamUrl=", "b=c"]),
            ("StreamTitle=A; Part 2;StreamUrl='u';", ["StreamTitle=A; Part 2", "StreamUrl=u"]),
            (";;'StreamTitle='a';", ["StreamTitle=a"]),
        ] as [(String, [String])])
    func order(block: String, expected: [String]) {
        #expect(fields(block) == expected)
    }

    @Test(
        "a title may contain quotes and semicolons, and its last quote may be missing",
        arguments: [
            ("StreamTitle='Don't Stop';StreamUrl='';", "Don't Stop"),
            ("StreamTitle='Rock 'n' Roll';", "Rock 'n' Roll"),
            ("StreamTitle='Best of; Part 2';StreamUrl='u';", "Best of; Part 2"),
            ("StreamTitle='He said 'go'; she went';StreamUrl='u';", "He said 'go'; she went"),
            ("StreamTitle='a = b; E=mc2';", "a = b; E=mc2"),
            ("StreamTitle='Cut off", "Cut off"),
            ("StreamTitle='No semicolon'", "No semicolon"),
            ("StreamTitle='No quote;StreamUrl='u';", "No quote"),
            ("StreamTitle='No quote;u='x';", "No quote"),
            ("StreamTitle='No semicolon' ", "No semicolon"),
            ("StreamTitle='Rock 'n", "Rock 'n"),
            ("StreamTitle='", ""),
            ("NotAStreamTitle='decoy';StreamTitle='Real';", "Real"),
            ("streamtitle='small';", "small"),
        ])
    func title(block: String, expected: String) {
        #expect(ICYMetadata(parsing: block.utf8).title == expected)
    }

    @Test("a block without a title has none, and one with an empty title has an empty one")
    func absence() {
        #expect(ICYMetadata(parsing: "StreamUrl='http://a/b';".utf8).title == nil)
        #expect(ICYMetadata(parsing: "StreamUrl='http://a/b';".utf8).url == "http://a/b")
        #expect(ICYMetadata(parsing: "StreamTitle='';".utf8).title == "")
    }

    @Test(
        "text is UTF-8 where it can be, else Latin-1",
        arguments: [
            ([0x42, 0xC3, 0xB6, 0x68, 0x6D], "Böhm"),
            ([0x42, 0xF6, 0x68, 0x6D], "Böhm"),
            ([0xE9, 0x74, 0xE9], "été"),
            ([0xE2, 0x82, 0xAC], "€"),
        ] as [([UInt8], String)])
    func encoding(bytes: [UInt8], expected: String) {
        let block = Array("StreamTitle='".utf8) + bytes + Array("';".utf8)
        #expect(ICYMetadata(parsing: block + [0, 0, 0]).title == expected)
    }

    @Test("it never fails to have bytes")
    func noise() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("a='; \0".utf8) + [0xFF]
        for _ in 0..<2000 {
            let block = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                alphabet.randomElement(using: &random)!
            }
            let metadata = ICYMetadata(parsing: block)
            #expect(metadata.fields.allSatisfy { !$0.key.isEmpty }, "\(block)")
        }
    }
}
