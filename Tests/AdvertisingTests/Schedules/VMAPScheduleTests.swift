import Advertising
import MediaTime
import Testing

@Suite("A VMAP document as a schedule")
struct VMAPScheduleTests {
    /// A document with a break at `offset`, with a true[X] pod and 15 s of ads.
    private func document(
        _ offset: String, type: String = "linear", source: String? = nil,
        data: String = "VASTAdData"
    ) -> String {
        let pod = VASTScheduleTests.vast(
            VASTScheduleTests.ad(
                system: "GDFP",
                creatives: VASTScheduleTests.companion(
                    VASTScheduleTests.Companion.wrapped.resource)),
            VASTScheduleTests.ad(system: "GDFP", duration: "00:00:15", sequence: 2))
        let content = source ?? "<vmap:\(data)>\(pod)</vmap:\(data)>"
        return """
            <?xml version="1.0"?><!-- made by hand -->
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
            <vmap:AdBreak timeOffset="\(offset)" breakType="\(type)" breakId="b">
            <vmap:AdSource id="1">\(content)</vmap:AdSource><vmap:TrackingEvents>
            <vmap:Tracking event="breakStart">http://t.test/b</vmap:Tracking>
            </vmap:TrackingEvents></vmap:AdBreak></vmap:VMAP>
            """
    }

    @Test("has the pods of its sources at their times", arguments: ["VASTAdData", "VASTData"])
    func pods(data: String) throws {
        let schedule = try schedule(document("00:10:23.125", data: data))
        #expect(schedule.form == .vmap && schedule.remarks == [])
        let pod = try #require(schedule.breaks.first)
        #expect(pod.id == "b" && pod.position == .midroll)
        #expect(pod.range == FrameRange(seconds: 623.125, 668.125))
        #expect(pod.placeholder == FrameRange(seconds: 623.125, 653.125))
        #expect(pod.truexParameters == VASTScheduleTests.reference)
        #expect(pod.tracking == ["breakStart": ["http://t.test/b"]])
    }

    @Test(
        "A5: knows every form of an offset",
        arguments: [
            ("start", .at(.zero)), ("end", .end), ("0%", .at(.zero)), ("12.5%", .share(0.125)),
            ("100%", .share(1)), ("#2", .ordinal(2)), ("00:00:00", .at(.zero)),
            ("01:00:00.5", .at(FrameTime(172_824_000))), (" 00:00:05 ", .at(FrameTime(240_000))),
        ] as [(String, AdSchedule.Offset)])
    func offsets(text: String, offset: AdSchedule.Offset) throws {
        let schedule = try schedule(document(text))
        switch offset {
        case .at(let start):
            #expect(schedule.breaks.map(\.range.start) == [start])
            #expect(schedule.breaks[0].position == (start == .zero ? .preroll : .midroll))
        case .share, .ordinal, .end:
            #expect(schedule.breaks.isEmpty && schedule.unplaced.map(\.offset) == [offset])
        }
    }

    @Test(
        "leaves out a break with an unknown form of offset",
        arguments: ["", "soon", "#0", "#x", "101%", "-5%", "nan%", "-00:00:05", "1:2:3:4"]
    )
    func impossibleOffsets(text: String) throws {
        let schedule = try schedule(document(text))
        #expect(schedule.breaks.isEmpty && schedule.unplaced.isEmpty)
        #expect(schedule.remarks.count == 1 && schedule.remarks[0].hasSuffix("left out"))
    }

    @Test("keeps breaks in order if one without ads falls into one that was moved")
    func order() throws {
        func adBreak(_ offset: String, _ ad: String) -> String {
            """
            <AdBreak timeOffset="\(offset)" breakType="linear"><AdSource><VASTAdData><VAST>
            <Ad><InLine><Creatives><Creative><Linear><Duration>\(ad)</Duration></Linear></Creative>
            </Creatives></InLine></Ad></VAST></VASTAdData></AdSource></AdBreak>
            """
        }
        var schedule = try schedule(
            "<VMAP>\(adBreak("start", "02:00:00"))\(adBreak("50%", "x"))"
                + "\(adBreak("end", "02:00:00"))</VMAP>")
        schedule.place(inStreamEndingAt: FrameTime(3600 * 48_000))
        #expect(schedule.breaks.map(\.range.start.seconds) == [0, 1800, 7200])
    }

    @Test(
        "A5: places breaks with a percentage or at the end once the stream's length is known",
        arguments: [
            ("50%", 100.0 as Double?), ("end", 155), ("100%", 155), ("#1", nil),
        ])
    func placing(offset: String, start: Double?) throws {
        var schedule = try schedule(document(offset))
        // The length of a live stream is unknown.
        schedule.place(inStreamEndingAt: .distantFuture)
        #expect(schedule.unplaced.count == 1)
        schedule.place(inStreamEndingAt: FrameTime(200 * 48_000))
        guard let start else {
            #expect(schedule.breaks.isEmpty && schedule.unplaced.count == 1)
            return
        }
        let pod = try #require(schedule.breaks.first)
        #expect(schedule.unplaced.isEmpty)
        #expect(pod.range == FrameRange(seconds: start, start + 45))
        #expect(pod.placeholder == FrameRange(seconds: start, start + 30))
        #expect(pod.position == (offset == "end" ? .postroll : .midroll))
    }

    @Test("has no break, which it says", arguments: ["<VMAP/>", "<vmap:VMAP xmlns:vmap='v'/>"])
    func noBreak(document: String) throws {
        let schedule = try schedule(document)
        #expect(schedule.form == .vmap && schedule.breaks.isEmpty && schedule.unplaced.isEmpty)
        #expect(schedule.remarks == ["the document has no break"])
    }

    @Test("names the sources that it does not follow")
    func otherSources() throws {
        let tag = try schedule(
            document("start", source: "<vmap:AdTagURI>http://tag.test/v</vmap:AdTagURI>"))
        #expect(tag.breaks.map(\.isEmpty) == [true])
        #expect(tag.remarks.contains { $0.contains("http://tag.test/v") })
        let custom = try schedule(
            document("start", source: "<vmap:CustomAdData>x</vmap:CustomAdData>"))
        #expect(custom.remarks.count == 2)
        #expect(try schedule(document("start", source: "")).remarks.count == 2)
        let display = try schedule(document("start", type: "nonlinear,display"))
        #expect(display.breaks.map(\.position) == [.overlay])
        #expect(try schedule(document("start", type: "linear,display")).breaks[0].isLinear)
    }
}
