import MediaTime
import Testing

@testable import Advertising

@Suite("A schedule at the limits of its format")
struct ScheduleEdgeTests {
    private func reason(_ document: String) -> AdScheduleError.Reason? {
        do {
            _ = try schedule(document)
            return nil
        } catch {
            return (error as? AdScheduleError)?.reason
        }
    }

    private static let deep =
        String(repeating: "[", count: 70) + String(repeating: "]", count: 70)

    @Test(
        "counts depth only outside of strings, wherever these end",
        arguments: [
            ("{\"x\": \"\(deep)\", \"ads\": []}", false), ("{\"x\": \(deep)}", true),
            (#"{"x": "\"\#(deep)", "ads": []}"#, false), (#"{"x": "\"", "y": \#(deep)}"#, true),
            (#"{"": 1, "y": \#(deep)}"#, true), (#"{"x": "\\", "y": \#(deep)}"#, true),
        ])
    func depth(document: String, isTooDeep: Bool) {
        if case .tooDeep(let limit)? = reason(document) {
            #expect(isTooDeep && limit == 64)
        } else {
            #expect(!isTooDeep)
        }
    }

    @Test("has a hundred thousand parts at most", arguments: [100_000, 100_001])
    func parts(count: Int) {
        let document = "[" + String(repeating: "1,", count: count) + "1]"
        if case .tooManyParts(let limit)? = reason(document) {
            #expect(count > 100_000 && limit == 100_000)
        } else {
            #expect(count <= 100_000)
        }
    }

    @Test("that is not recognised is described by the first five of its keys")
    func unknownKeys() {
        let reason = reason(#"{"f": 1, "a": 1, "c": 1, "b": 1, "e": 1, "d": 1}"#)
        guard case .unknownKeys(let keys)? = reason else {
            Issue.record("\(String(describing: reason))")
            return
        }
        #expect(keys == ["a", "b", "c", "d", "e"])
    }

    @Test(
        "names the mistake in malformed XML",
        arguments: [
            (4, "it breaks off"), (5, "it breaks off"),
            (9, "a character that XML does not allow"), (26, "an entity that is not declared"),
            (22, "an ampersand that should be written &amp;"),
            (23, "an ampersand that should be written &amp;"),
            (38, "a mistake in an attribute"), (39, "a mistake in an attribute"),
            (40, "a mistake in an attribute"), (41, "a mistake in an attribute"),
            (42, "an attribute stands there twice"), (68, "a mistake in a tag"),
            (73, "a mistake in a tag"), (76, "a tag ends another than the open one"),
            (77, "an element does not end"), (1, "mistake 1 of libxml2"),
        ])
    func mistakes(code: Int, words: String) {
        #expect(XMLMistake.words(forCode: code) == words)
    }

    @Test(
        "reads a clock time, or a number of seconds",
        arguments: [
            ("12.5", 12.5), ("-5", -5), (" 90 ", 90), ("1:30", 90), ("00:00:59.5", 59.5),
            ("01:00:00.5", 3600.5), ("1000000:00", 60_000_000), ("9:59", 599), ("00:60", nil),
            ("1:2:3:4", nil), ("-1:00", nil), ("1:-5", nil), ("1e3", nil), (".5", nil), ("", nil),
            ("a:00", nil), ("1000001:00:00", nil), ("40000001", nil), ("/:00", nil),
            ("1::5", nil), (":05", nil), ("1:", nil),
        ] as [(String, Double?)])
    func clock(text: String, seconds: Double?) {
        let bounded = seconds.flatMap { $0 > 36_000_000 ? nil : $0 }
        #expect(ClockTime.frames(text) == bounded.map { Int64(saturating: $0 * 48_000) })
    }

    @Test("writes the position of a break as VMAP does")
    func offsets() {
        let offsets: [AdSchedule.Offset] = [
            .at(FrameTime(.milliseconds(3_723_045))), .share(0.5), .share(0.123456), .ordinal(2),
            .end,
        ]
        #expect(
            offsets.map(\.description) == ["01:02:03.045", "50.0%", "12.346%", "#2", "end"])
    }

    @Test(
        "matches a break of a later answer by its place, or by its id and approximate place",
        arguments: [
            ("a", 0, true), ("a", 48_000, true), ("a", 48_001, false), ("a", -48_000, true),
            ("b", 48, true), ("b", 49, false), ("b", -49, false),
        ] as [(String, Int, Bool)])
    func known(id: String, distance: Int, isKnown: Bool) {
        func one(_ id: String, at start: Int) -> AdSchedule.Break {
            let range = FrameRange(FrameTime(Int64(start)), count: 96_000)
            return AdSchedule.Break(
                id: id, position: .midroll, range: range, ads: [AdSchedule.Ad(range: range)])
        }
        var schedule = AdSchedule(breaks: [one("a", at: 480_000)])
        schedule.append(AdSchedule(breaks: [one(id, at: 480_000 + distance)]))
        // An unknown break overlaps the first, which leaves a remark.
        #expect(schedule.remarks.isEmpty == isKnown)
    }

    @Test("keeps one of a repeated break, and puts breaks of the same time one after another")
    func atOneTime() {
        func one(_ id: String, at start: Int = 10, seconds: Int) -> AdSchedule.Break {
            let range = FrameRange(FrameTime(.seconds(start)), count: seconds * FrameTime.rate)
            return AdSchedule.Break(
                id: id, position: .midroll, range: range, ads: [AdSchedule.Ad(range: range)])
        }
        var schedule = AdSchedule(breaks: [])
        schedule.append(
            AdSchedule(breaks: [
                one("a", seconds: 2), one("b", seconds: 3), one("b", seconds: 3),
                one("c", at: 11, seconds: 1),
            ]))
        #expect(schedule.breaks.map(\.id) == ["a", "b", "c"])
        #expect(schedule.breaks.map(\.range.start.seconds) == [10, 12, 15])
        #expect(schedule.breaks.map(\.range.end.seconds) == [12, 15, 16])
        #expect(schedule.breaks[1].ads.map(\.range) == [schedule.breaks[1].range])
        #expect(schedule.remarks.count == 1)
    }

    @Test("from a ping has the answer's breaks, and may be due at once")
    func ping() throws {
        let document =
            #"{"next_time": 0, "ads": {"breaks": [{"timeOffset": 5, "duration": 9, "ads": []}]}}"#
        let schedule = try schedule(document)
        #expect(schedule.form == .uplynkPing && schedule.breaks.count == 1)
        let answer = try PingAnswer(parsing: document.utf8, address: "ping")
        #expect(answer.next == .zero && answer.schedule.form == .uplynkPing)
    }

    @Test(
        "has a session name that can be part of an address",
        arguments: [
            ("!~", true), ("a b", false), (#"a\u007fb"#, false), ("a/b", false), ("a?b", false),
            ("a#b", false), ("a%b", false), ("", false), (#"a\u00e9"#, false),
        ])
    func session(id: String, isName: Bool) throws {
        let schedule = try schedule(
            #"{"playURL": "p", "sid": "\#(id)", "prefix": "HTTPS://a.test/", "ads": []}"#)
        #expect((schedule.session != nil) == isName)
        if isName { #expect(schedule.session?.prefix == "HTTPS://a.test") }
    }
}

@Suite("The parts of a schedule")
struct SchedulePartTests {
    /// The ads of a break from second 10 to 60, of 2 s and 30 s, with these placeholders.
    private func ranges(_ placeholders: String) throws -> [FrameRange] {
        let schedule = try schedule(
            """
            {"playURL": "p", "ads": {"breaks": [{"timeOffset": 10, "duration": 50, "ads": [
             {"duration": 2}, {"duration": 30}]}], "placeholderOffsets": [\(placeholders)]}}
            """)
        return schedule.breaks[0].ads.map(\.range)
    }

    @Test("an ad is where the document places it, within its break and after the ads before it")
    func places() throws {
        func place(_ ad: Int, _ start: Int, _ end: Int) -> String {
            #"{"breakIndex": 0, "adIndex": \#(ad), "startTime": \#(start), "endTime": \#(end)}"#
        }
        let (first, second) = (FrameRange(seconds: 10, 12), FrameRange(seconds: 12, 42))
        let long = FrameRange(seconds: 10, 20)
        #expect(try ranges("") == [first, second])
        #expect(try ranges(place(0, 10, 20)) == [long, FrameRange(seconds: 20, 50)])
        #expect(try ranges(place(0, 5, 20)) == [first, second])
        #expect(try ranges(place(0, 20, 10)) == [first, second])
        #expect(
            try ranges(place(0, 10, 20) + "," + place(1, 15, 30))
                == [long, FrameRange(seconds: 20, 30)])
        #expect(
            try ranges(place(0, 10, 20) + "," + place(1, 12, 18))
                == [long, FrameRange(seconds: 20, 50)])
        #expect(try ranges(place(1, 14, 20)) == [first, FrameRange(seconds: 14, 20)])
    }

    @Test(
        "a warning names the break by its number",
        arguments: [
            #"[{"timeOffset": 0, "ads": []}, {"timeOffset": "soon"}]"#,
            #"{"playURL": "p", "ads": [{"ts": 0, "ads": []}, {"ts": "soon"}]}"#,
            #"{"playURL": "p", "ads": {"breaks": [{"timeOffset": 0, "ads": []}, 7]}}"#,
            #"{"ads": {"breaks": [{"timeOffset": 0, "ads": []}, {"ads": []}]}}"#,
        ])
    func numbers(document: String) throws {
        let remarks = try schedule(document).remarks.filter { $0.hasSuffix("left out") }
        #expect(remarks.count == 1 && remarks[0].hasPrefix("break 2: "))
    }

    @Test("an entry that is no ad is left out with a warning")
    func noAd() throws {
        let schedule = try schedule(
            #"{"ads": {"breaks": [{"timeOffset": 0, "ads": [{"duration": 9}, 7]}]}}"#)
        #expect(schedule.remarks == ["break 1, ad 2: is not an object; left out"])
        #expect(schedule.breaks[0].ads.count == 1)
    }

    @Test("a break that ends where the next begins is whole, and gives no warning")
    func adjacent() throws {
        let schedule = try schedule(
            """
            {"ads": {"breaks": [{"timeOffset": 0, "duration": 9, "ads": [{"duration": 9}]},
             {"timeOffset": 9, "duration": 9, "ads": [{"duration": 9}]}]}}
            """)
        #expect(schedule.remarks == [] && schedule.breaks.count == 2)
    }

    @Test("an odd position gives a warning, and no other does")
    func position() throws {
        func remarks(_ position: String) throws -> [String] {
            try schedule(
                """
                {"ads": {"breaks": [{"timeOffset": 10, "duration": 9, "position": "\(position)",
                 "ads": [{"duration": 9}]}]}}
                """
            ).remarks
        }
        #expect(try remarks("aside") == [#"break 1: its position "aside" is unknown"#])
        #expect(try remarks(" Midroll ") == [])
    }

    @Test("a VAST answer has the ids of its ads, and the address for errors")
    func vast() throws {
        let schedule = try schedule(
            """
            <VAST version="4.0"><Error>http://t.test/e</Error>
            <Ad id="two" sequence="2"><InLine><AdSystem>T</AdSystem><Creatives><Creative><Linear>
            <Duration>00:00:10</Duration></Linear></Creative></Creatives></InLine></Ad>
            <Ad id="one" sequence="1"><InLine><AdSystem>T</AdSystem><Creatives><Creative><Linear>
            </Linear></Creative></Creatives></InLine></Ad></VAST>
            """)
        let pod = try #require(schedule.breaks.first)
        #expect(pod.ads.map(\.id) == ["one", "two"])
        #expect(pod.tracking["error"] == ["http://t.test/e"])
        #expect(schedule.remarks.contains { $0.hasSuffix("ad 1: has no duration") })
    }

    @Test("an ad of a list in XML has its id")
    func list() throws {
        let schedule = try schedule(
            """
            <notVmap><adbreak id="1" timeOffset="10" duration="60">
             <ad system="gdfp" id="x2" duration="60"/></adbreak></notVmap>
            """)
        #expect(schedule.breaks[0].ads.map(\.id) == ["x2"])
    }
}
