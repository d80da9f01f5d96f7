import Advertising
import Foundation
import MediaTime
import Testing

@Suite("A damaged schedule")
struct ScheduleFuzzTests {
    @Test(
        "is read in part or refused in one line, and never traps",
        arguments: ScheduleFuzzTests.documents.indices)
    func mutated(index: Int) {
        var random = SeededRandom(seed: UInt64(index) + 1)
        let document = Array(Self.documents[index].utf8)
        var refusals = 0
        for _ in 0..<1250 {
            let damaged = Self.damaged(document, using: &random)
            do throws(AdScheduleError) {
                let schedule = try AdSchedule(parsing: damaged, address: "fuzz")
                let fault = schedule.fault
                #expect(fault == nil, "\(String(decoding: damaged, as: UTF8.self))")
            } catch {
                refusals += 1
                #expect(!"\(error)".contains { $0.isNewline })
            }
        }
        // Some documents are refused, and some are usable.
        #expect(refusals > 0 && refusals < 1250)
    }

    /// The document with one to four random changes.
    private static func damaged(
        _ document: [UInt8], using random: inout SeededRandom
    ) -> [UInt8] {
        var bytes = document
        for _ in 0...Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...30, using: &random))
            switch Int.random(in: 0...6, using: &random) {
            case 0: bytes[place] ^= UInt8(1) << UInt8.random(in: 0...7, using: &random)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 4: replaceNumber(in: &bytes, from: place, using: &random)
            case 5: bytes.swapAt(place, Int.random(in: bytes.indices, using: &random))
            default:
                let word = words.randomElement(using: &random) ?? ""
                bytes.replaceSubrange(place..<min(place + 1, end), with: Array(word.utf8))
            }
        }
        return bytes
    }

    /// Replaces the next number from `place` on with an extreme one, which keeps the document
    /// valid.
    private static func replaceNumber(
        in bytes: inout [UInt8], from place: Int, using random: inout SeededRandom
    ) {
        let isDigit = { (byte: UInt8) in (48...57).contains(byte) || byte == 46 }
        guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
        let number = numbers.randomElement(using: &random) ?? "0"
        bytes.replaceSubrange(start..<end, with: Array(number.utf8))
    }

    private static let numbers = [
        "0", "-1", "1e308", "-1e308", "1e999", "999999999", "1000000000", "0.00001", "1e-320",
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "00", "1.5.2",
        "null", "true", "\"\"", "[]", "{}", "\"NaN\"", "00:00:61", "99:59:59.9999",
    ]
    private static let words = [
        "<", ">", "&", "&#0;", "&#x1F4A9;", "&a;", "]]>", "<![CDATA[", "<!--", "-->", "<?x?>",
        "</", "/>", "{", "}", "[", "]", "\"", ",", ":", "\\", "\\u0000", "\\ud800", "\u{0}",
        "\u{FEFF}", "\u{2028}", "💩", "data:", "base64,", ";", "%", "#9", "xmlns:a=\"b\"", "a:",
    ]

    /// A document of each supported kind with all its elements.
    private static let documents: [String] = {
        let pod = VASTScheduleTests.vast(
            VASTScheduleTests.ad(
                system: "trueX",
                inLinear:
                    "<AdParameters><![CDATA[\(VASTScheduleTests.parameters)]]></AdParameters>",
                description: "https://three.test/x?a=1",
                creatives: VASTScheduleTests.companion(
                    VASTScheduleTests.Companion.wrapped.resource)),
            "<Ad><Wrapper><VASTAdTagURI>http://w.test/v</VASTAdTagURI></Wrapper></Ad>",
            VASTScheduleTests.ad(system: "IDVx", duration: "00:00:15.250", sequence: 2))
        let vmap = ["start", "00:10:00.5", "50%", "#2", "end"].map { offset in
            """
            <vmap:AdBreak timeOffset="\(offset)" breakType="linear" breakId="b\(offset)">
            <vmap:AdSource><vmap:VASTAdData>\(pod)</vmap:VASTAdData></vmap:AdSource>
            </vmap:AdBreak>
            """
        }.joined()
        return [
            UplynkTests.preplay,
            #"{"next_time": 30.5, "ads": {"breaks": [{"timeOffset": 9, "duration": 30, "ads": ["#
                + #"{"adSystem": "truex", "duration": 5, "adParameters": "{\"vast_config_url\":"#
                + #"\"get.truex.com/a\"}"}, {"duration": 25}]}]}, "error": "e"}"#,
            #"{"ads": [{"duration": 30, "ts": 12.5}, {"duration": 15, "ts": 90}], "sid": "a"}"#,
            #"{"vmap": [{"breakId": "b", "timeOffset": "00:10:00.000", "videoAdDuration": 91.5, "#
                + #""cardDuration": 15, "vastUrl": "get.truex.com/h"}]}"#,
            #"{"adBreaks": [{"timeOffsetMs": 90500, "durationMs": 32000, "ads": [{"adSystem": "#
                + #""truex", "durationMs": 2000, "adParameters": {"tag_type": "c", "ads": [1]}}]}]}"#,
            #"<notVmap><adbreak id="1" timeOffset="00:00:00.000" duration="60"><ad system="truex" "#
                + #"id="1" duration="0" url="get.truex.com/h"/></adbreak></notVmap>"#,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + pod,
            "<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\">\(vmap)</vmap:VMAP>",
        ]
    }()
}

/// Pseudorandom numbers from a fixed seed.
private struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
