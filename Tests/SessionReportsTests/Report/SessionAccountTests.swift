import Interlude
import MediaTime
import Testing

@testable import SessionReports

@Suite("The report's account of the event log")
struct SessionAccountTests {
    private let account = ExampleLog.account

    @Test("has each joint, with its gap, its frames, and how the stream continued")
    func joints() {
        #expect(
            account.joints == [
                SessionJoint(
                    from: .stream, to: .spot(1), frame: FrameTime(52_800), gap: 0,
                    streamFrame: FrameTime(52_800)),
                SessionJoint(from: .spot(1), to: .spot(3), frame: FrameTime(148_800), gap: 0),
                SessionJoint(
                    from: .spot(3), to: .stream, frame: FrameTime(196_800), gap: 0,
                    streamFrame: FrameTime(196_800),
                    progress: .init(streamFrameCount: 144_000, outputFrameCount: 144_000)),
                SessionJoint(
                    from: .stream, to: .spot(4), frame: FrameTime(336_000), gap: 0,
                    streamFrame: FrameTime(312_000)),
                SessionJoint(
                    from: .spot(4), to: .stream, frame: FrameTime(384_003), gap: 3,
                    streamFrame: FrameTime(312_000),
                    progress: .init(streamFrameCount: 0, outputFrameCount: 48_003)),
            ])
    }

    @Test("has the outcome of each spot")
    func spots() {
        #expect(
            account.spots.map(\.outcome) == [
                .completed, .failed(code: 401, reason: "<nothing> there"), .completed,
                .skipped(reason: "listener"),
            ])
        #expect(account.spots.map(\.gain) == [2.25, nil, -7.25, nil])
        #expect(
            account.spots.map { $0.heard(until: account.end)?.count } == [
                96_000, nil, 48_000, 48_000,
            ])
        #expect(account.breaks.map(\.manner) == ["muted", "held"])
        #expect(account.breaks.map(\.slots) == [[1, 2, 3], [4]])
    }

    @Test("has all other events, and their ends")
    func incidents() {
        #expect(
            account.incidents == [
                Incident(
                    kind: .lateChange, frame: FrameTime(200_000), words: "at most 12 frames"),
                Incident(
                    kind: .streamUnderrun, frame: FrameTime(240_000),
                    words: "stream frame 240000", end: FrameTime(264_000)),
            ])
    }

    @Test(
        "says what each event was, in the words of the log",
        arguments: [
            (EventRecord("session.paused", at: .zero, ["reason": "call"]), .pause, "call"),
            (EventRecord("session.reconnecting", at: .zero, ["reason": "a"]), .reconnect, "a"),
            (EventRecord("session.warning", at: .zero, ["reason": "b"]), .warning, "b"),
            (EventRecord("session.lost", at: .zero, ["reason": "c"]), .failure, "c"),
            (EventRecord("session.failed", at: .zero, ["reason": "d"]), .failure, "d"),
            (EventRecord("sink.lost", at: .zero, ["reason": "e"]), .lostSink, "e"),
            (EventRecord("sink.late", at: .zero), .lateChange, "at most 0 frames"),
            (EventRecord("stream.discontinuity", at: .zero, ["reason": "f"]), .discontinuity, "f"),
            (EventRecord("stream.underrun", at: .zero, ["count": 1]), .deviceUnderrun, ""),
            (EventRecord("stream.underrun", at: .zero, ["count": 3]), .deviceUnderrun, "3 times"),
            (EventRecord("stream.underrun", at: .zero), .streamUnderrun, "stream frame 0"),
            (EventRecord("stream.shifted", at: .zero), .shift, "stream frame 0"),
            (
                EventRecord("break.dropped", at: .zero, ["spots": 2, "reason": "passed"]),
                .dropped, "2: passed"
            ),
            (
                EventRecord(
                    "break.dropped", at: .zero,
                    ["reason": "noSpots", "streamFrame": 0, "cause": "http://ads/tag: 500"]),
                .leftOut, "there is no spot for it; http://ads/tag: 500"
            ),
            (
                EventRecord(
                    "decision.failed", at: .zero, ["code": 301, "reason": "http://ads/tag: 500"]),
                .undecided, "http://ads/tag: 500 (301)"
            ),
            (
                EventRecord(
                    "tracking.gaveUp", at: .zero,
                    ["kind": "start", "url": "http://ads/start", "reason": "not allowed"]),
                .lostBeacon, "start: http://ads/start: not allowed"
            ),
            (
                EventRecord("stream.shifted", at: .zero, ["streamFrame": 9]), .shift,
                "stream frame 9"
            ),
        ] as [(EventRecord, Incident.Kind, String)])
    func words(record: EventRecord, kind: Incident.Kind, words: String) {
        var account = SessionAccount()
        account.note(record)
        #expect(account.incidents.map(\.kind) == [kind])
        #expect(account.incidents.map(\.words) == [words])
        #expect(account.count(of: kind) == 1)
    }

    @Test("says of a beacon that is given up why its last try has failed, once")
    func lostBeacons() {
        var account = SessionAccount()
        for (event, address, reason) in [
            ("retried", "http://ads/a", "http://ads/a: HTTP status 502"),
            ("retried", "http://ads/a", "http://ads/a: HTTP status 503"),
            ("gaveUp", "http://ads/a", "not delivered"), ("retried", "http://ads/b", "busy"),
            ("confirmed", "http://ads/b", ""), ("gaveUp", "http://ads/b", "no answer"),
        ] {
            account.note(
                EventRecord(
                    "tracking.\(event)", at: .zero,
                    ["kind": "start", "url": .string(address), "reason": .string(reason)]))
        }
        account.note(
            EventRecord(
                "tracking.gaveUp", at: .zero,
                ["kind": "start", "url": "http://ads/c", "earlier": true]))
        #expect(
            account.incidents.map(\.words) == [
                "start: http://ads/a: HTTP status 503", "start: http://ads/b: no answer",
            ])
        #expect(account.failedTries.isEmpty)
    }

    @Test("has a title for each kind of event, and takes only a pause and a seek for wishes")
    func titlesOfEvents() {
        let titles = Incident.Kind.allCases.map { $0.isWanted ? "(\($0.title))" : $0.title }
        #expect(
            titles == [
                "stream underrun", "underrun at the sound server", "late change", "stream lost",
                "discontinuity", "output lost", "warning", "spots dropped", "break left out",
                "no ad of the ad servers", "beacon not delivered", "session failed", "(pause)",
                "(seek)",
            ])
    }

    @Test(
        "measures a silence from its cause until the stream was heard",
        arguments: [
            ("session.paused", .pause, true), ("session.reconnecting", .reconnect, true),
            ("stream.underrun", .streamUnderrun, true), ("session.warning", .warning, false),
            ("stream.discontinuity", .discontinuity, false), ("sink.lost", .lostSink, false),
        ] as [(String, Incident.Kind, Bool)])
    func durations(event: String, kind: Incident.Kind, lasts: Bool) {
        var account = SessionAccount()
        account.note(EventRecord(event, at: FrameTime(48_000)))
        account.note(EventRecord("session.playing", at: FrameTime(96_000), ["streamFrame": 0]))
        account.note(EventRecord("session.playing", at: FrameTime(144_000), ["streamFrame": 0]))
        #expect(account.incidents.map(\.kind) == [kind])
        #expect(account.incidents.map(\.end) == [lasts ? FrameTime(96_000) : nil])
    }

    @Test(
        "knows where a break left the stream, and not where something else muted it",
        arguments: [("break", FrameTime(48_000)), ("streamer", nil), ("truex", nil)])
    func leaving(cause: String, streamFrame: FrameTime?) {
        var account = SessionAccount()
        account.note(EventRecord("session.playing", at: .zero, ["streamFrame": 0]))
        account.note(EventRecord("break.announced", at: FrameTime(9600), ["break": 1]))
        account.note(
            EventRecord(
                "slot.started", at: FrameTime(48_000), ["break": 1, "slot": 1, "spot": 1]))
        account.note(
            EventRecord(
                "stream.muted", at: FrameTime(48_000),
                ["by": .string(cause), "streamFrame": 48_000]))
        #expect(account.joints.map(\.streamFrame) == [streamFrame])
        #expect(account.breaks.map(\.manner) == [streamFrame == nil ? nil : "muted"])
    }

    @Test("begins with a spot if nothing was heard before it")
    func preStream() {
        var account = SessionAccount()
        let ids: KeyValuePairs<String, JSONValue> = ["break": 1, "slot": 1, "spot": 1]
        account.note(EventRecord("slot.started", at: .zero, ids))
        account.note(EventRecord("slot.completed", at: FrameTime(24_000), ids))
        account.note(EventRecord("session.playing", at: FrameTime(24_000), ["streamFrame": 0]))
        #expect(
            account.joints == [
                SessionJoint(from: .silence, to: .spot(1), frame: .zero),
                SessionJoint(
                    from: .spot(1), to: .stream, frame: FrameTime(24_000), gap: 0,
                    streamFrame: .zero),
            ])
        #expect(account.firstSound == FrameTime(24_000))
    }

    @Test("takes the title of a spot from its lines, where they have it")
    func titles() {
        var account = SessionAccount()
        let lines: [KeyValuePairs<String, JSONValue>] = [
            ["break": 1, "slot": 1, "spot": 1, "title": "Tea", "url": "tea.mp3"],
            ["break": 1, "slot": 2, "spot": 2, "title": "", "url": "sea.mp3"],
            ["break": 1, "slot": 3, "spot": 3],
        ]
        for line in lines { account.note(EventRecord("slot.loading", at: .zero, line)) }
        #expect(account.titles == [1: "Tea", 2: "sea.mp3"])
    }

    @Test("counts what is too much to be listed")
    func bounded() {
        var account = SessionAccount()
        let count = SessionAccount.limit + 100
        for number in 0..<count {
            account.note(
                EventRecord("session.warning", at: FrameTime(Int64(number)), ["reason": "so"]))
        }
        #expect(account.incidents.count == SessionAccount.limit)
        #expect(account.leftOut == 100)
        #expect(account.count(of: .warning) == count)
    }

    @Test("counts a spot that is not listed once, however many lines it has")
    func unlistedSpot() {
        var account = SessionAccount()
        account.note(EventRecord("break.announced", at: .zero, ["break": 1]))
        for slot in 1...SessionAccount.limit + 2 {
            for event in ["slot.loading", "slot.loaded", "slot.notUsed"] {
                account.note(
                    EventRecord(event, at: .zero, ["slot": .integer(Int64(slot)), "break": 1]))
            }
        }
        #expect(account.leftOut == 2)
        #expect(account.breaks[0].slots.count == SessionAccount.limit)
    }

    @Test(
        "says in words how the stream continued",
        arguments: [
            (480, 480, "continued, to the frame"), (0, 480, "stood still, to the frame"),
            (470, 480, "10 frames further behind"), (960, 480, "480 frames further ahead"),
        ])
    func progress(stream: Int, output: Int, words: String) {
        let progress = SessionJoint.Progress(streamFrameCount: stream, outputFrameCount: output)
        #expect(progress.words == words)
    }
}
