import Interlude
import MediaTime
import Testing

@testable import InterludeWeb

@Suite("Page updates")
struct PageUpdatesTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

    private var feed: PageUpdates {
        PageUpdates(
            PageState(.playing, at: Self.start), run: "run", at: Self.start)
    }

    private func after(_ seconds: Double) -> MonotonicTime { Self.start.advanced(by: seconds) }

    private func names(_ texts: [OutgoingEvent]) -> [String] {
        texts.map {
            switch $0 {
            case .event(let name, _, _): name
            case .log: "log"
            case .comment: "comment"
            case .retry: "retry"
            }
        }
    }

    @Test("sends no state while pages predict it correctly")
    func steady() {
        var feed = feed
        for tenth in 1...100 {
            let now = after(Double(tenth) / 10)
            let status = PlayerStatus.playing.projected(after: .milliseconds(100 * tenth))
            #expect(names(feed.take(.status(status), at: now)) == [])
        }
    }

    @Test(
        "sends the state when a page would be wrong",
        arguments: [
            { $0.title = "Other" }, { $0.isPaused = true }, { $0.position += .milliseconds(200) },
            { $0.underruns += 1 }, { $0.adBreak = PlayerStatus.inBreak.adBreak },
            { $0.behindLive = .seconds(14) }, { $0.controls.live = false },
            { $0.isOutputRunning = false }, { $0.loudness = -18 },
        ] as [@Sendable (inout PlayerStatus) -> Void])
    func changed(change: @Sendable (inout PlayerStatus) -> Void) {
        var feed = feed
        var status = PlayerStatus.playing.projected(after: .seconds(1))
        change(&status)
        #expect(names(feed.take(.status(status), at: after(1))) == ["state"])
        #expect(names(feed.tick(at: after(2))) == [])
    }

    @Test("sends the state at most four times a second, and the last one always")
    func pace() {
        var feed = feed
        var count = 0
        for hundredth in 1...200 {
            let now = after(Double(hundredth) / 100)
            var status = PlayerStatus.playing.projected(after: .milliseconds(10 * hundredth))
            status.title = "title \(hundredth)"
            count += feed.take(.status(status), at: now).count
        }
        #expect((7...8).contains(count))
        #expect(names(feed.tick(at: after(2.3))) == (count == 8 ? [] : ["state"]))
    }

    @Test("sends levels at most about ten times a second, and loses no peak")
    func levels() {
        var feed = feed
        let range = FrameRange(.zero, FrameTime(4_800))
        let loud = HeardLevel(range: range, loudness: -9, truePeak: -1)
        let soft = HeardLevel(range: range, loudness: -40, truePeak: -30)
        #expect(names(feed.take(.level(soft), at: after(0.1))) == ["level"])
        #expect(names(feed.take(.level(loud), at: after(0.12))) == [])
        let joined = feed.take(.level(soft), at: after(0.2))
        #expect(
            joined.map { $0.text(for: .operator) } == [
                "event: level\ndata: {\"peak\":-1,\"loudness\":-40}\n\n"
            ])
    }

    @Test("sends a comment after 15 s without an event")
    func heartbeat() {
        var feed = feed
        #expect(names(feed.tick(at: after(14.9))) == [])
        #expect(names(feed.tick(at: after(15))) == ["comment"])
        #expect(names(feed.tick(at: after(29.9))) == [])
        #expect(names(feed.tick(at: after(30))) == ["comment"])
    }

    @Test("sends no comment within 15 s of anything else that it sent")
    func heartbeatAfterEvents() {
        let level = HeardLevel(
            range: FrameRange(.zero, FrameTime(4_800)), loudness: -9, truePeak: -1)
        var other = PlayerStatus.playing.projected(after: .seconds(10))
        other.title = "Other"
        let events: [PageEvent] = [
            .feed([]), .record(EventRecord("cue.seen", at: .zero)), .level(level), .status(other),
        ]
        for event in events {
            var feed = feed
            #expect(!feed.take(event, at: after(10)).isEmpty)
            #expect(names(feed.tick(at: after(24.9))) == [])
            #expect(names(feed.tick(at: after(25))) == ["comment"])
        }
    }

    @Test("sends what waited, once it may be sent")
    func late() {
        var feed = feed
        let level = HeardLevel(
            range: FrameRange(.zero, FrameTime(4_800)), loudness: -9, truePeak: -1)
        #expect(names(feed.take(.level(level), at: after(0.05))) == [])
        #expect(names(feed.tick(at: after(0.08))) == [])
        #expect(names(feed.tick(at: after(0.1))) == ["level"])
        #expect(names(feed.tick(at: after(0.3))) == [])
    }

    @Test("sends each line of the event log at once, with an id")
    func log() {
        var feed = feed
        let texts = feed.take(
            .record(EventRecord("cue.seen", at: FrameTime(480))), at: after(0.01))
        #expect(
            texts.map { $0.text(for: .operator) } == [
                """
                id: run-1
                event: log
                data: {"event":"cue.seen","t":0.01,"frame":480}


                """
            ])
    }

    @Test(
        "gives a new page the state and the missed part of the log, as far as it is kept",
        arguments: [
            (nil, 500), ("run-600", 0), ("run-599", 1), ("run-1", 500), ("run-700", 0),
            ("other-599", 500), ("nonsense", 500), ("run-", 500),
        ] as [(String?, Int)])
    func welcome(lastID: String?, count: Int) {
        var feed = feed
        for number in 1...600 {
            _ = feed.take(
                .record(EventRecord("cue.seen", at: FrameTime(Int64(number)))), at: after(1))
        }
        let texts = feed.welcome(after: lastID, at: after(2))
        #expect(names(Array(texts.prefix(3))) == ["retry", "state", "feed"])
        #expect(texts.count == 3 + count)
    }
}
