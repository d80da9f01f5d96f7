@testable import HLSPlaylists
import Testing

@Suite("A playlist holds")
struct PlaylistLimitTests {
    /// The lines of a kind that is limited, and the name that the refusal gives it.
    enum Kind: CaseIterable {
        case parts, dateRanges, hints, reports, otherTags, keys, variants, variables

        var limit: Int {
            switch self {
            case .parts: 100_000
            case .dateRanges: 10_000
            case .hints: 256
            case .reports: 10_000
            case .otherTags: 100_000
            case .keys: 256
            case .variants: 10_000
            case .variables: 1_000
            }
        }

        var name: String {
            switch self {
            case .parts: "partial segments"
            case .dateRanges: "date ranges"
            case .hints: "preload hints"
            case .reports: "rendition reports"
            case .otherTags: "other tags"
            case .keys: "keys of a segment"
            case .variants: "variants and renditions"
            case .variables: "variables"
            }
        }

        func line(_ number: Int) -> String {
            switch self {
            case .parts: "#EXT-X-PART:DURATION=1,URI=\"a\""
            case .dateRanges: "#EXT-X-DATERANGE:ID=\"\(number)\""
            case .hints: "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"a\""
            case .reports: "#EXT-X-RENDITION-REPORT:URI=\"a\""
            case .otherTags: "#EXT-X-CUE"
            case .keys: "#EXT-X-KEY:METHOD=AES-128,URI=\"a\",KEYFORMAT=\"\(number)\""
            case .variants:
                switch number % 5 {
                case 0: "#EXT-X-STREAM-INF:BANDWIDTH=1\nb"
                case 1: "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i\""
                case 2: "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\""
                case 3: "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\""
                default: "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\""
                }
            case .variables: "#EXT-X-DEFINE:NAME=\"\(number)\",VALUE=\"\""
            }
        }
    }

    @Test("as much of each kind as its limit, and no more", arguments: Kind.allCases)
    func kinds(kind: Kind) {
        // The first one too many is refused, and none before it.
        let lines = (0...kind.limit).map(kind.line).joined(separator: "\n")
        let last = lines.utf8.count { $0 == UInt8(ascii: "\n") } + (kind == .variants ? 0 : 1)
        #expect(refusal(lines) == "line \(last): more than \(kind.limit) \(kind.name)")
    }

    @Test("lines of 65,536 bytes, and 8 MiB of them")
    func bytes() {
        let line = "#EXT-X-X:" + String(repeating: "x", count: 65_536 - 9)
        #expect(refusal(line) == nil)
        #expect(refusal(line + "x") == "line 1: a line of more than 65536 bytes")
        let comments = String(
            repeating: "#" + String(repeating: "-", count: 65_534) + "\n", count: 128)
        #expect(refusal(comments) == nil)
        #expect(refusal(comments + "#")?.hasPrefix("a playlist of more than 8388608") == true)
    }

    @Test("variables whose values fill lines of 65,536 bytes, and 4 MiB in all")
    func substituted() {
        let value = String(repeating: "x", count: 32_768)
        let define = "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"\n#EXTINF:1,\n"
        #expect(refusal(define + "{$a}{$a}") == nil)
        #expect(refusal(define + "x{$a}{$a}") == "line 3: a line of more than 65536 bytes")
        let lines = [String](repeating: "{$a}", count: 129).joined(separator: "\n")
        #expect(refusal(define + lines) == "line 131: a line of more than 65536 bytes")
    }

    @Test(
        "text only, which its beginning says already",
        arguments: [
            ("#EXTM3U\n#EXTINF:4,", nil), ("", nil), ("a", nil), ("#EXTM3U\nx\u{0}", 2),
            ("ü\nü\n" + String(repeating: "x", count: 65_537), 3),
        ] as [(String, Int?)])
    func beginnings(text: String, line: Int?) {
        let refusal = HLSPlaylist.refusal(ofBeginning: Array(text.utf8))
        #expect((refusal == nil) == (line == nil) && refusal?.line == line)
    }

    @Test("characters of which the beginning has a part only", arguments: ["ü", "–", "😀"])
    func cutCharacter(text: String) {
        let bytes = Array("#EXTM3U\n\(text)\(text)".utf8)
        for count in 8...bytes.count {
            #expect(HLSPlaylist.refusal(ofBeginning: Array(bytes.prefix(count))) == nil)
        }
        for byte in [0x80, 0xFF] as [UInt8] {
            #expect(HLSPlaylist.refusal(ofBeginning: bytes + [byte, 0x61])?.reason == .notText)
        }
    }

    @Test("256 attributes in a tag, also of one that several tags describe")
    func attributes() {
        func list(_ range: Range<Int>) -> AttributeList {
            AttributeList(parsing: range.map { "A\($0)=1" }.joined(separator: ","))
        }
        #expect(list(0..<256).entries.count == 256)
        #expect(list(0..<257).entries.count == 256)
        var range = DateRange(id: "a", list(0..<200), before: 0)
        range.add(list(100..<400), before: 3)
        #expect(range.attributes.entries.count == 256)
        #expect(range.attributes["A255"] == "1")
        #expect(range.segmentIndex == 3)
    }

    @Test(
        "numbers up to 2^53 that are not negative",
        arguments: [
            ("0", 0), ("1", 1), ("9007199254740992", 1 << 53), ("9007199254740993", nil),
            ("-1", nil), ("x", nil), ("", nil),
        ] as [(String, Int?)])
    func numbers(text: String, number: Int?) throws {
        #expect(AttributeList(parsing: "A=\(text)").count("A") == number)
        #expect(AttributeList(parsing: "B=1").count("A") == nil)
        let playlist = try media(
            "#EXT-X-MEDIA-SEQUENCE:\(text)", "#EXT-X-DISCONTINUITY-SEQUENCE:\(text)")
        let isNegative = text == "-1"
        #expect(playlist.mediaSequence == (isNegative ? -1 : number ?? 0))
        #expect(playlist.discontinuitySequence == (isNegative ? -1 : number ?? 0))
    }
}
