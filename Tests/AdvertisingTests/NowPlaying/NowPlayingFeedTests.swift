import FoundationEssentials
import MediaTime
import Testing

@testable import Advertising

@Suite("A now-playing feed")
struct NowPlayingFeedTests {
    private static let address = "http://a.example/nowplaying"

    private func feed(_ text: String, offset: Duration = .zero) throws -> NowPlayingFeed {
        try NowPlayingFeed(parsing: text.utf8, address: Self.address, offset: offset)
    }

    /// A feed with a song, a break of two spots and its end, the newest first, each length in
    /// another dialect.
    static let markup = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <nowplaying-info-list>
        <nowplaying-info mountName="TEST" timestamp="1700000300" type="ad">
        <property name="ad_type"><![CDATA[endbreak]]></property>
        <property name="cue_time_start"><![CDATA[1700000301000]]></property>
        </nowplaying-info>
        <nowplaying-info mountName="TEST" timestamp="1700000270" type="ad">
        <property name="ad_id"><![CDATA[b2]]></property>
        <property name="ad_type"><![CDATA[break]]></property>
        <property name="cue_time_duration"><![CDATA[00:00:29.960]]></property>
        <property name="cue_time_start"><![CDATA[1700000270015]]></property>
        <property name="cue_title"><![CDATA[Spot & Co]]></property>
        </nowplaying-info>
        <nowplaying-info mountName="TEST" timestamp="1700000240" type="ad">
        <property name="ad_id"><![CDATA[a1]]></property>
        <property name="ad_type"><![CDATA[break]]></property>
        <property name="cue_time_duration"><![CDATA[30015]]></property>
        <property name="cue_time_start"><![CDATA[1700000240000]]></property>
        <property name="cue_title"><![CDATA[]]></property>
        </nowplaying-info>
        <nowplaying-info mountName="TEST" timestamp="1700000000" type="track">
        <property name="cue_time_duration"><![CDATA[239.5]]></property>
        <property name="cue_time_start"><![CDATA[1700000000500]]></property>
        <property name="cue_title"><![CDATA[Song]]></property>
        <property name="track_artist_name"><![CDATA[Band]]></property>
        </nowplaying-info>
        </nowplaying-info-list>
        """

    private static func date(_ milliseconds: Double) -> Date {
        Date(timeIntervalSince1970: milliseconds / 1000)
    }

    @Test("in XML has its entries by their starts, with lengths of three dialects")
    func markup() throws {
        #expect(
            try feed(Self.markup).entries == [
                .init(
                    .track, start: Self.date(1_700_000_000_500), duration: .milliseconds(239_500),
                    title: "Song", artist: "Band"),
                .init(
                    .ad, start: Self.date(1_700_000_240_000), duration: .milliseconds(30_015),
                    adID: "a1"),
                .init(
                    .ad, start: Self.date(1_700_000_270_015), duration: .milliseconds(29_960),
                    title: "Spot & Co", adID: "b2"),
                .init(.endOfBreak, start: Self.date(1_700_000_301_000)),
            ])
    }

    @Test("is moved by the station's offset, either way", arguments: [50, -3.25])
    func offset(seconds: Double) throws {
        let entries = try feed(
            Self.markup, offset: .milliseconds(Int64(saturating: seconds * 1000))
        )
        .entries
        #expect(entries.first?.start == Self.date(1_700_000_000_500 + seconds * 1000))
    }

    @Test(
        "in JSON has events with their properties, their parameters or a list of both",
        arguments: [
            #"[{"cue_type":"ad","ad_type":"break","cue_time_start":1700000240000,"#
                + #""cue_time_duration":30015,"ad_id":"a1"}]"#,
            #"{"events":[{"type":"onCuePoint","name":"ad","timestamp":0,"parameters":"#
                + #"{"ad_type":"break","cue_time_start":"1700000240000","#
                + #""cue_time_duration":"30015","ad_id":"a1"}}]}"#,
            #"{"nowplaying-info-list":{"nowplaying-info":{"type":"ad","timestamp":1700000240,"#
                + #""property":[{"name":"ad_type","value":"break"},"#
                + #"{"name":"cue_time_start","value":"1700000240000"},"#
                + #"{"name":"cue_time_duration","value":"30.015"},"#
                + #"{"name":"ad_id","value":"a1"}]}}}"#,
        ])
    func json(text: String) throws {
        #expect(
            try feed(text).entries == [
                .init(
                    .ad, start: Self.date(1_700_000_240_000), duration: .milliseconds(30_015),
                    adID: "a1")
            ])
    }

    @Test("without events has no entries", arguments: ["[]", "<nowplaying-info-list/>"])
    func nothing(text: String) throws {
        #expect(try feed(text).entries.isEmpty)
    }

    @Test("knows a song by its title, and an insertion point is neither ad nor end")
    func kinds() throws {
        func entry(_ fields: String) throws -> NowPlayingFeed.Entry? {
            try feed(#"[{"cue_time_start":1700000240000,\#(fields)}]"#).entries.first
        }
        #expect(try entry(#""cue_type":"track","cue_title":"Song""#)?.isSong == true)
        #expect(try entry(#""cue_type":"track","cue_title":" ""#)?.isSong == false)
        #expect(try entry(#""cue_type":"ad","cue_title":"Spot""#)?.isSong == false)
        #expect(try entry(#""cue_type":"ad","ad_type":"insert""#)?.kind == .insertionPoint)
        #expect(try entry(#""cue_type":"speech""#)?.kind == .other("speech"))
        #expect(try entry(#""cue_title":"Song""#) == nil)
    }

    @Test("tells a repeated entry once, and leaves out those without a time")
    func repeated() throws {
        let one = #"{"cue_type":"ad","cue_time_start":1700000240000}"#
        let bad = [#""x""#, "-1", "0", "1e300", "17000002400000000"].map {
            #"{"cue_type":"ad","cue_time_start":\#($0)}"#
        }
        let list = ([one, one] + bad).joined(separator: ",")
        #expect(try feed("[\(list)]").entries.count == 1)
    }

    @Test("has the time of an entry where the event has none")
    func timestamp() throws {
        let text = #"<nowplaying-info timestamp="1700000240" type="track"/>"#
        #expect(try feed(text).entries.map(\.start) == [Self.date(1_700_000_240_000)])
    }

    @Test(
        "has times from 1973 to 2100, of an event in milliseconds and of an entry in seconds",
        arguments: [
            ("100000000000", "0", 100_000_000_000), ("99999999999", "0", nil),
            ("4102444800000", "0", 4_102_444_800_000), ("4102444800001", "0", nil),
            ("0", "100000000", 100_000_000_000), ("0", "99999999", nil),
            ("0", "4102444800", 4_102_444_800_000), ("0", "4102444801", nil),
            ("x", "1700000240", 1_700_000_240_000), ("1700000240000", "x", 1_700_000_240_000),
        ] as [(String, String, Double?)])
    func times(start: String, timestamp: String, milliseconds: Double?) throws {
        let text = """
            <nowplaying-info timestamp="\(timestamp)" type="ad">
            <property name="cue_time_start">\(start)</property></nowplaying-info>
            """
        #expect(try feed(text).entries.map(\.start) == (milliseconds.map { [Self.date($0)] } ?? []))
    }

    @Test("has a mebibyte at most")
    func size() throws {
        let text = "[]" + String(repeating: " ", count: (1 << 20) - 2)
        #expect(try feed(text).entries.isEmpty)
        #expect(throws: NowPlayingError.self) { try feed(text + " ") }
    }

    @Test("keeps a thousand entries at most")
    func bounded() throws {
        let events = (0..<3000).map {
            #"{"cue_type":"ad","cue_time_start":\#(1_700_000_000_000 + $0)}"#
        }
        #expect(try feed("[\(events.joined(separator: ","))]").entries.count == 1000)
    }

    @Test(
        "that is none is refused with what to try",
        arguments: [
            ("", "is empty; check the station's name in the address"),
            ("nothing", "is neither JSON nor XML; name the address of a now-playing feed"),
            ("{}", "has no entries of a now-playing feed; name the address of such a feed"),
            ("<VAST/>", "has no entries of a now-playing feed; name the address of such a feed"),
            (
                String(repeating: " ", count: (1 << 20) + 1),
                "is larger than the 1048576 bytes that a now-playing feed may have; "
                    + "request fewer entries"
            ),
        ])
    func refused(text: String, words: String) {
        let error = #expect(throws: NowPlayingError.self) { try feed(text) }
        #expect(error?.description == "\(Self.address): \(words)")
    }

    @Test("cut at any byte is refused")
    func cut() {
        let bytes = Array(Self.markup.utf8)
        for count in 0..<bytes.count {
            #expect(throws: NowPlayingError.self) {
                try NowPlayingFeed(parsing: bytes.prefix(count), address: Self.address)
            }
        }
    }

    @Test("with any damage is refused or read, in order")
    func mutated() {
        var random = SplitMix(state: 11)
        let text = """
            <nowplaying-info-list><nowplaying-info timestamp="1700000240" type="ad">
            <property name="cue_time_duration"><![CDATA[29.5]]></property>
            <property name="cue_time_start">1700000240000</property>
            </nowplaying-info><nowplaying-info timestamp="1700000200" type="track"/>
            </nowplaying-info-list>
            """
        let bytes = Array(text.utf8)
        for _ in 0..<10_000 {
            var changed = bytes
            for _ in 0...random.next(below: 4) {
                let place = random.next(below: changed.count)
                let end = min(changed.count, place + 1 + random.next(below: 12))
                switch random.next(below: 3) {
                case 0: changed[place] = UInt8(random.next(below: 256))
                case 1: changed.removeSubrange(place..<end)
                default: changed.insert(contentsOf: changed[place..<end], at: place)
                }
            }
            // try?: most of them are refused.
            let feed = try? NowPlayingFeed(parsing: changed, address: Self.address)
            let starts = feed?.entries.map(\.start) ?? []
            #expect(starts == starts.sorted())
        }
    }
}

/// Random numbers that are the same in every run.
private struct SplitMix {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(truncatingIfNeeded: state >> 33) % bound
    }
}
