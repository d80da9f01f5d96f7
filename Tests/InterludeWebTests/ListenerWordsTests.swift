import HTTPServing
import Interlude
import MediaTime
import Testing

@testable import InterludeWeb

@Suite("A listener's view of a failure", .timeLimit(.minutes(1)))
struct ListenerWordsTests {
    private static func failed(_ reason: String, code: Int) -> EventRecord {
        EventRecord(
            "slot.failed", at: .zero,
            ["slot": 1, "spot": 5, "code": .integer(Int64(code)), "reason": .string(reason)])
    }

    @Test("is the same for every way in which a spot can fail")
    func spots() {
        let failures = [
            Self.failed("http://10.0.0.1:22/: the connection is refused", code: 400),
            Self.failed("http://10.0.0.1:22/: not complete within 5 s", code: 402),
            Self.failed("http://10.0.0.1:22/: the server answers 404", code: 401),
            Self.failed("http://10.0.0.1:22/: what answers does not speak HTTP", code: 405),
        ]
        #expect(Set(failures.map { ListenerWords.record($0).json.description }).count == 1)
        let told = ListenerWords.record(failures[0]).json.description
        #expect(told.contains("the spot cannot be played") && !told.contains("10.0.0.1"))
    }

    @Test(
        "names no address, whatever failed",
        arguments: [
            "session.warning", "session.reconnecting", "session.lost", "session.failed",
            "display.failed", "feed.refused", "truex.error", "decision.failed", "tracking.gaveUp",
        ])
    func others(event: String) {
        let record = EventRecord(event, at: .zero, ["reason": "http://10.0.0.1:22/: refused"])
        #expect(!ListenerWords.record(record).json.description.contains("10.0.0.1"))
    }

    @Test("is the same in the state, whatever source failed")
    func state() {
        var status = PlayerStatus(state: .playing, source: "http://radio.example/live")
        status.failedSource = PlayerStatus.FailedSource(
            source: "http://radio.example/other", reason: "http://10.0.0.1:22/: refused",
            outputTime: .seconds(3))
        let event = OutgoingEvent.event("state", status.json)
        #expect(event.text(for: .operator).contains("10.0.0.1"))
        for role in [RequestRole.listener, .stranger] {
            let text = event.text(for: role)
            #expect(!text.contains("10.0.0.1"))
            #expect(text.contains("other") && text.contains(ListenerWords.failed))
        }
    }

    @Test("is the same in the state for each loss of a stream, and none while that is not known")
    func loss() {
        var status = PlayerStatus(state: .reconnecting, source: "http://radio.example/live")
        for reason in [nil, "http://10.0.0.1:22/: refused"] {
            status.reconnection = .init(tryCount: 2, reason: reason)
            let event = OutgoingEvent.event("state", status.json)
            #expect(event.text(for: .operator).contains("10.0.0.1") == (reason != nil))
            let text = event.text(for: .listener)
            #expect(!text.contains("10.0.0.1"))
            #expect(text.contains(ListenerWords.brokenOff) == (reason != nil))
        }
    }

    @Test("of a source is the same in the state and in the event log")
    func source() {
        let record = EventRecord(
            "session.warning", at: .zero, ["reason": "http://10.0.0.1:22/: no", "source": "x"])
        #expect(
            ListenerWords.record(record).json["reason"]?.description
                == JSONValue.string(ListenerWords.failed).description)
    }

    @Test("of a spot whose file is cut off says so, and names no file")
    func cutSpot() {
        let record = EventRecord(
            "session.warning", at: .zero,
            ["reason": "/music/tea.wav: the file is cut off", "slot": 1, "declared": 10])
        #expect(ListenerWords.record(record)["reason"] == "the file of the spot is cut off")
    }

    @Test("reaches no listener who asks for the state")
    func stateRoute() async throws {
        try await Stage.with { stage in
            var status = PlayerStatus(state: .playing, source: "live")
            status.failedSource = PlayerStatus.FailedSource(
                source: "other", reason: "http://10.0.0.1:22/: refused", outputTime: .zero)
            stage.hub.onStatusUpdate(status)
            let text = try await stage.listen { $0.contains("failed") }
            #expect(!text.contains("10.0.0.1"))
        }
    }

    @Test(
        "names no address of a spot or an ad server",
        arguments: [
            "slot.started", "slot.failed", "slot.notUsed", "tracking.queued", "tracking.confirmed",
            "decision.hop",
        ])
    func urls(event: String) {
        let record = EventRecord(
            event, at: .zero, ["slot": 1, "title": "Tea", "url": "/music/tea.mp3"])
        let told = ListenerWords.record(record)
        #expect(told["url"] == nil)
        #expect(told["title"] == "Tea")
    }

    @Test("names no address that an ad server, a marker or the session has in another field")
    func otherFields() {
        let address = "http://ads.example/list?account=7"
        let records = [
            EventRecord(
                "break.dropped", at: .zero,
                ["reason": "noSpots", "code": 301, "cause": .string("\(address): refused")]),
            EventRecord(
                "cue.seen", at: .zero, ["id": "7", "fields": ["X-ASSET-LIST": .string(address)]]),
            EventRecord(
                "session.began", at: .zero,
                ["options": ["sink": "null", "nowPlaying": .string(address)]]),
        ]
        let told = records.map { ListenerWords.record($0).json.description }
        #expect(told.allSatisfy { !$0.contains("ads.example") }, "\(told)")
        #expect(told[0].contains("noSpots"))
        #expect(told[2].contains(#""sink":"null""#))
    }

    @Test(
        "leaves other messages as they are",
        arguments: ["slot.notUsed", "feed.started", "feed.stopped"])
    func rest(event: String) {
        let record = EventRecord(event, at: .zero, ["reason": "ignored"])
        #expect(ListenerWords.record(record) == record)
    }

    @Test("comes with the events, while the operator gets the reason")
    func events() async throws {
        let record = Self.failed("http://10.0.0.1:22/: the connection is refused", code: 400)
        try await Stage.with { stage in
            stage.hub.post(.record(record))
            let text = try await stage.listen { $0.contains("slot.failed") }
            #expect(!text.contains("10.0.0.1"))
        }
        let hub = OutgoingEvent.log(id: "1", record)
        #expect(hub.text(for: .operator).contains("10.0.0.1"))
        #expect(!hub.text(for: .listener).contains("10.0.0.1"))
        #expect(!hub.text(for: .stranger).contains("10.0.0.1"))
    }
}
