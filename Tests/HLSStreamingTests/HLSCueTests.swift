import AdCues
import HLSPlaylists
import HLSStreaming
import MediaTime
import Testing

@Suite("HLS client, markers")
struct HLSCueTests {
    /// A marker as it leaves the client: the segment that it comes with, and its place from there.
    struct Marked: Hashable {
        var segment: Int
        var kind: Cue.Kind
        var place: Duration
    }

    /// The markers in what was loaded, with segments counted from the first one loaded.
    static func markers(_ run: ClientRun) -> [Marked] {
        let first = run.deliveries.first?.request.sequence ?? 0
        return run.deliveries.flatMap { delivery in
            delivery.request.cues.map {
                Marked(
                    segment: delivery.request.sequence - first, kind: $0.kind,
                    place: $0.position.duration)
            }
        }
    }

    /// A station whose first segment to be loaded has the index 0 here.
    static func station(_ tags: [Int: [String]]) -> ModelStation {
        var station = ModelStation(window: 8)
        station.hasDates = true
        let first = station.count(at: .zero) - 3
        for (index, lines) in tags { station.tags[first + index] = lines }
        return station
    }

    @Test("a marker comes with the segment that its tag stands before, once")
    func tags() throws {
        var run = try ClientRun(
            Self.station([
                1: ["#EXT-X-CUE-OUT:12"], 2: ["#EXT-X-CUE-OUT-CONT:6/12"], 6: ["#EXT-X-CUE-IN"],
            ]))
        try run.run(until: .seconds(80))
        #expect(
            Self.markers(run) == [
                Marked(segment: 1, kind: .out(duration: .seconds(12)), place: .zero),
                Marked(
                    segment: 2, kind: .continue(elapsed: .seconds(6), duration: .seconds(12)),
                    place: .zero),
                Marked(segment: 6, kind: .in, place: .zero),
            ])
    }

    @Test(
        "of a break before the first segment the listener gets what is left, and nothing of one that is over",
        arguments: [("6", nil), ("7", 7)] as [(String, Int64?)])
    func before(length: String, whole: Int64?) throws {
        var run = try ClientRun(Self.station([-1: ["#EXT-X-CUE-OUT:\(length)"]]))
        try run.run(until: .seconds(30))
        let rest = whole.map { whole in
            Marked(
                segment: 0,
                kind: .continue(elapsed: .seconds(6), duration: .seconds(whole)), place: .zero)
        }
        #expect(Self.markers(run) == [rest].compactMap { $0 })
    }

    @Test("a date range begins at its date, within a segment")
    func dateRange() throws {
        var station = Self.station([:])
        let place = station.count(at: .zero) + 1
        let date = station.date(station.target * place + .milliseconds(2500))
        station.tags[place - 2] = [
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"\(date)\",DURATION=10,SCTE35-OUT=0xFC"
        ]
        var run = try ClientRun(station)
        try run.run(until: .seconds(80))
        #expect(
            Self.markers(run) == [
                Marked(
                    segment: 4, kind: .out(duration: .seconds(10)), place: .milliseconds(2500))
            ])
    }

    @Test("a marker that comes later than its place lies before the media that it comes with")
    func late() throws {
        var station = Self.station([:])
        let count = station.count(at: .zero)
        let date = station.date(station.target * (count - 1) + .seconds(5))
        station.tags[count + 3] = [
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"\(date)\",DURATION=60,SCTE35-OUT=0xFC"
        ]
        var run = try ClientRun(station)
        try run.run(until: .seconds(80))
        #expect(
            Self.markers(run) == [
                Marked(segment: 6, kind: .out(duration: .seconds(60)), place: .seconds(-19))
            ])
    }

    @Test("a client that joins a break gets what is left of it")
    func joining() throws {
        var run = try ClientRun(
            Self.station([-2: ["#EXT-X-CUE-OUT:30"], -4: ["#EXT-X-CUE-OUT:9"]]))
        try run.run(until: .seconds(20))
        #expect(
            Self.markers(run) == [
                Marked(
                    segment: 0, kind: .continue(elapsed: .seconds(12), duration: .seconds(30)),
                    place: .zero)
            ])
        var over = try ClientRun(
            Self.station([-2: ["#EXT-X-CUE-OUT:30"], -1: ["#EXT-X-CUE-IN"]]))
        try over.run(until: .seconds(20))
        #expect(Self.markers(over).isEmpty)
    }

    @Test("an interstitial before the programme comes first for who joins, and never later")
    func before() throws {
        let range =
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\",CUE=\"PRE\","
            + "START-DATE=\"2026-01-01T00:00:00Z\",X-ASSET-URI=\"u\""
        var run = try ClientRun(Self.station([-4: [range]]))
        try run.run(until: .seconds(20))
        #expect(
            Self.markers(run) == [Marked(segment: 0, kind: .out(duration: nil), place: .zero)])
        var late = try ClientRun(Self.station([6: [range]]))
        try late.run(until: .seconds(80))
        #expect(Self.markers(late).isEmpty)
    }

    @Test("an interstitial is told again if a later tag says more about it")
    func amended() throws {
        let range =
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\","
            + "START-DATE=\"\(Self.station([:]).date(.seconds(0)))\",X-ASSET-URI=\"u\""
        var run = try ClientRun(Self.station([3: [range], 5: [range + ",X-RESUME-OFFSET=0"]]))
        try run.run(until: .seconds(80))
        let told = run.deliveries.flatMap(\.request.cues).compactMap(\.interstitial)
        #expect(told.map(\.resumeOffset) == [nil, .zero])
    }

    @Test("F10: a date range that leaves the playlist before its segment takes its break back")
    func withdrawn() throws {
        var station = Self.station([:])
        let count = station.count(at: .zero)
        let date = station.date(station.target * count)
        station.tags[count] = [
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"\(date)\",DURATION=60,SCTE35-OUT=0xFC"
        ]
        var kept = try ClientRun(station)
        try kept.run(until: .seconds(300))
        #expect(Self.markers(kept).map(\.kind) == [.out(duration: .seconds(60))])
        var run = try ClientRun(station)
        while Self.markers(run).isEmpty, run.now < .seconds(60) {
            try run.run(until: run.now + .seconds(1))
        }
        run.station.tags = [:]
        try run.run(until: run.now + .seconds(20))
        #expect(Self.markers(run).map(\.kind) == [.out(duration: .seconds(60)), .cancel])
        #expect(run.deliveries.flatMap(\.request.cues).map(\.id) == ["a", "a"])
        #expect(run.deliveries.flatMap(\.request.cues).map(\.source) == [.scte35, .scte35])
    }

    @Test("F10: a date range in the header takes its break back when it is gone")
    func withdrawnFromHeader() throws {
        var station = Self.station([:])
        let date = station.date(station.target * station.count(at: .zero))
        station.header = [
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"\(date)\",DURATION=60,SCTE35-OUT=0xFC"
        ]
        var late = try ClientRun(station)
        try late.run(until: .seconds(100))
        late.station.header = []
        try late.run(until: .seconds(140))
        #expect(Self.markers(late).map(\.kind) == [.out(duration: .seconds(60))])
        var run = try ClientRun(station)
        while run.deliveries.count < 7, run.now < .seconds(60) {
            try run.run(until: run.now + .seconds(1))
        }
        run.station.header = []
        try run.run(until: run.now + .seconds(20))
        #expect(Self.markers(run).map(\.kind) == [.out(duration: .seconds(60)), .cancel])
    }

    @Test("the markers of a segment that is missing come with the next one")
    func missing() throws {
        var run = try ClientRun(Self.station([4: ["#EXT-X-CUE-OUT:30"]]))
        let bad = run.station.count(at: .zero) + 1
        run.onMedia = { request, _ in request.sequence == bad ? .absent : nil }
        try run.run(until: .seconds(80))
        #expect(
            Self.markers(run) == [
                Marked(segment: 5, kind: .out(duration: .seconds(30)), place: .seconds(-6))
            ])
    }

    @Test("a marker within a segment comes with its part")
    func parts() throws {
        var station = ModelStation(target: .seconds(4), window: 8, partCount: 4)
        station.hasDates = true
        station.header = ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3"]
        let count = station.count(at: .zero)
        let date = station.date(station.target * (count + 2) + .milliseconds(2250))
        station.tags[count] = [
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"\(date)\",DURATION=8,SCTE35-OUT=0xFC"
        ]
        var run = try ClientRun(station)
        try run.run(until: .seconds(60))
        let marked = run.deliveries.filter { !$0.request.cues.isEmpty }
        #expect(marked.map(\.request.sequence) == [count + 2])
        #expect(marked.first?.request.part == 2)
        #expect(marked.first?.request.cues.first?.position.duration == .milliseconds(250))
    }
}
