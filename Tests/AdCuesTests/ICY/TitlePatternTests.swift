import AdCues
import MediaTime
import Testing

@Suite("A14: the pattern of a station's titles")
struct TitlePatternTests {
    @Test(
        "matches a whole title, whatever its case",
        arguments: [
            ("Werbung", "werbung", nil), ("Werbung", "  WERBUNG ", nil),
            ("Werbung*", "Werbung", nil), ("Werbung*", "Werbung bis 12 Uhr", nil),
            ("*| Spot |*", "Radio | spot | 3", nil),
            ("AD {ms}", "ad 30000", .seconds(30)), ("AD {s} s", "AD 20 s", .seconds(20)),
            ("Block_{clock}_*", "block_00:02:30_x", .seconds(150)),
            ("*-{ms}", "a-1-2500", .milliseconds(2500)), ("x*{s}", "x9", .seconds(9)),
            ("{s}*5", "1255", .seconds(125)), ("a*b*c", "a-b-b-c", nil),
        ] as [(String, String, Duration?)])
    func matches(pattern: String, title: String, duration: Duration?) throws {
        let match = try #require(TitlePattern(parsing: pattern).match(title))
        #expect(match.duration == duration)
    }

    @Test(
        "matches no other title",
        arguments: [
            ("Werbung", "Die Werbung"), ("Werbung", "Werbung 2"), ("Werbung", ""),
            ("AD {ms}", "AD"), ("AD {ms}", "AD x"), ("AD {ms}", "AD 30000 x"),
            ("AD {s}", "AD 1.5"), ("AD {s}", "AD 99999999"), ("Ad*", "Bad Company"),
            ("Block {clock}", "Block 00:99:00"), ("a*b*c", "a-c-b"),
        ])
    func decoys(pattern: String, title: String) throws {
        #expect(try TitlePattern(parsing: pattern).match(title) == nil)
    }

    @Test(
        "is refused if it says nothing, or too much",
        arguments: [
            ("", .empty), (" \t", .empty), ("*", .matchesAll), ("**", .matchesAll),
            ("{ms}", .matchesAll), ("a{ms}{s}", .severalLengths),
            (String(repeating: "a", count: 201), .tooLong),
        ] as [(String, TitlePattern.Fault)])
    func refused(pattern: String, fault: TitlePattern.Fault) {
        #expect(throws: fault) { try TitlePattern(parsing: pattern) }
    }

    @Test("takes a long title without a long wait")
    func hostile() throws {
        let pattern = try TitlePattern(parsing: String(repeating: "a*", count: 98) + "{ms}")
        let title = String(repeating: "a", count: 100_000)
        let clock = ContinuousClock()
        let took = clock.measure { #expect(pattern.match(title) == nil) }
        #expect(took < .seconds(5))
    }

    @Test("begins a break that ends with the next title, and no empty one")
    func cues() throws {
        var cues = TitleCues([
            try TitlePattern(parsing: "Werbung*"), try TitlePattern(parsing: "AD {s}"),
        ])
        let titles = ["Song", "Werbung 1", "", "AD 20", "Other song", "Third"]
        let found = titles.enumerated().map { second, title in
            cues.receive(title, at: FrameTime(.seconds(second)))
        }
        #expect(
            found.map(\.?.kind) == [
                nil, .out(duration: .seconds(30)), nil, .out(duration: .seconds(20)), .in, nil,
            ])
        #expect(found[4]?.position == FrameTime(.seconds(4)))
    }
}
