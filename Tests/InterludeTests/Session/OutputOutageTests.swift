import AdPlayback
import MediaTime
import Testing

@testable import Interlude

@Suite("A session without an output")
struct OutputOutageTests {
    private static let lost = SessionEvent.sinkLost(reason: "no server")

    /// A session that opens a stream, without an output, up to this session time.
    private static func waiting(
        _ change: (inout SessionConfiguration) -> Void = { _ in }, until seconds: Int = 0
    ) -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        change(&configuration)
        var session = SessionHarness(configuration)
        session.take(lost)
        session.pass(seconds)
        return session
    }

    @Test("does not stop output time if only listeners elsewhere are lost")
    func listeners() {
        var session = SessionHarness()
        session.hear(24_000)
        session.take(.listenersLost(reason: "gone"))
        #expect(session.machine.state == .playing)
        #expect(session.records.last?.event == "sink.lost")
        #expect(session.records.last?.text("reason") == "gone")
        #expect(session.records.count { $0.event == "sink.lost" } == 1)
        session.hear(48_000)
        session.take(.listenersBack)
        #expect(session.records.last?.event == "sink.restored")
        #expect(session.records.last?.frame == 48_000)
        #expect(session.machine.state == .playing)
    }

    @Test("fails if the output is not there within the limit")
    func never() throws {
        var session = Self.waiting(until: 9)
        #expect(session.end == nil)
        let words = "no server; trying for 10 s"
        #expect(session.records.last { $0.event == "sink.lost" }?.text("reason") == words)
        session.pass(10)
        let failure = SessionFailure(.noOutput, "no sound device within 10 s: no server")
        #expect(session.end == .failed(failure))
        #expect(session.records.last?.event == "session.failed")
        #expect(session.records.last?.text("reason") == failure.description)
        #expect(session.states.last == .failed)
    }

    @Test("whose output fails has failed in log, state and status, and says why")
    func failed() {
        var session = SessionHarness()
        session.hear(24_000)
        session.command(.push([.spot(1, frames: 48_000)]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 48_000)))
        session.hear(30_000)
        session.take(.sinkFailed(reason: "the disk is full"))
        #expect(session.end == .failed(SessionFailure(.output, "the disk is full")))
        #expect(session.frames(of: "break.ended").count == 1)
        #expect(session.records.last?.event == "session.failed")
        #expect(session.records.last?.text("reason") == "the disk is full")
        #expect(session.frames(of: "session.stopped") == [])
        #expect(session.states.last == .failed)
        #expect(session.effects.contains(.closeStream(generation: 1)))
        let shown = session.machine.transport.shownFailure(at: FrameTime(30_000))
        #expect(shown?.source == "live" && shown?.reason == "the disk is full")
    }

    @Test("shows why its source failed, if nothing else plays")
    func failedSource() {
        var session = SessionHarness(opening: "live")
        let failure = SessionFailure(.missing, "live: there is no such stream")
        session.take(.source(generation: 1, .failed(failure)))
        #expect(session.end == .failed(failure))
        let shown = session.machine.transport.shownFailure(at: .zero)
        #expect(shown?.source == "live" && shown?.reason == failure.description)
    }

    @Test("counts the limit from its own start, because the loss may be noticed late")
    func late() {
        var session = Self.waiting()
        session.take(.time(FrameTime(11 * 48_000), liveEdge: nil))
        #expect(session.end != nil)
    }

    @Test("waits for as long as it takes without a limit")
    func noLimit() {
        let session = Self.waiting({ $0.outage?.startLimit = nil }, until: 3600)
        #expect(session.end == nil)
    }

    @Test("whose output came and went waits for as long as it takes", arguments: [0, 48_000])
    func cameAndWent(heard: Int) {
        var session = Self.waiting(until: 3)
        session.take(.sinkRestored)
        session.begin(1)
        session.hear(heard)
        session.take(Self.lost)
        session.pass(4)
        session.pass(3600)
        #expect(session.end == nil)
        #expect(session.records.last { $0.event == "sink.lost" }?.text("reason") == "no server")
    }

    @Test("ends after its duration all the same", arguments: [true, false])
    func duration(hadOutput: Bool) {
        var session = Self.waiting({ $0.duration = .seconds(5) }, until: 1)
        if hadOutput {
            session.take(.sinkRestored)
            session.begin(1)
            session.hear(48_000)
            session.take(Self.lost)
        }
        // Without an output since 0 s, or for 1 s, and again after 1 s of output from 2 s on.
        session.pass(2)
        session.pass(4)
        #expect(session.end == nil)
        session.pass(5)
        let failure = SessionFailure(.noOutput, "no sound device within 5 s: no server")
        #expect(session.end == (hadOutput ? .asked : .failed(failure)))
    }

    @Test("ends its duration earlier by the time that was lost, once the output is back")
    func restored() {
        var session = SessionHarness(Self.limited(to: 5))
        session.begin(1)
        session.hear(48_000)
        session.take(Self.lost)
        session.pass(10)
        session.pass(12)
        session.take(.sinkRestored)
        #expect(session.machine.outputEnd == FrameTime(3 * 48_000))
        session.take(Self.lost)
        session.pass(20)
        session.pass(21)
        session.take(.sinkRestored)
        #expect(session.machine.outputEnd == FrameTime(2 * 48_000))
        session.hear(96_000)
        #expect(session.end == .asked)
    }

    @Test("ends after its duration while the sound server has requested silence")
    func held() {
        var session = SessionHarness(Self.limited(to: 5))
        session.take(.sinkHeld(reason: "a call"))
        session.pass(0)
        session.pass(4)
        #expect(session.end == nil)
        session.pass(5)
        #expect(session.end == .asked)
    }

    @Test("asks for the time at once, then every second, and when it is over")
    func alarm() {
        var session = SessionHarness(Self.limited(to: 5))
        #expect(!session.machine.keepsTime && session.machine.nextWake == .distantFuture)
        session.take(Self.lost)
        #expect(session.machine.keepsTime && session.machine.nextWake == .zero)
        session.take(.time(FrameTime(24_000), liveEdge: nil))
        #expect(session.machine.nextWake == FrameTime(72_000))
        session.take(.time(FrameTime(228_000), liveEdge: nil))
        #expect(session.machine.nextWake == FrameTime(240_000))
        session.take(.sinkRestored)
        #expect(!session.machine.keepsTime && session.machine.nextWake == .distantFuture)
    }

    @Test("of an earlier version waits without end, and counts output time only")
    func earlierVersion() {
        var configuration = Self.limited(to: 5)
        configuration.outage = nil
        var session = SessionHarness(configuration)
        session.take(Self.lost)
        #expect(session.records.last?.text("reason") == "no server")
        #expect(!session.machine.keepsTime)
        session.pass(60)
        #expect(session.end == nil)
        session.take(.sinkRestored)
        #expect(session.machine.outputEnd == FrameTime(5 * 48_000))
    }

    @Test("shows that there is no sound device", .timeLimit(.minutes(1)))
    func status() async throws {
        let stage = try HandSession()
        await stage.settle()
        await stage.report(.lost(reason: "gone"))
        #expect(stage.session.status.state == .sinkLost)
        #expect(try #require(stage.session.status.sinkWait) <= .seconds(10))
        #expect(stage.session.status.json["state"] == "sinkLost")
        #expect(stage.session.status.device.reason == "gone")
        await stage.report(.restored)
        #expect(stage.session.status.device.reason == nil)
        #expect(stage.session.status.state == .buffering)
        await stage.report(.heard(FrameTime(24_000)), .lost(reason: "gone"))
        #expect(stage.session.status.state == .sinkLost)
        #expect(stage.session.status.sinkWait == nil)
        await stage.report(.restored)
        #expect(stage.session.status.state == .playing)
        // The fade of a stop would have to be heard.
        await stage.report(.lost(reason: "gone"))
        _ = await stage.session.send(.stop)
        _ = await stage.session.ended()
        #expect(stage.session.status.state == .stopped)
    }

    private static func limited(to seconds: Int) -> SessionConfiguration {
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .seconds(seconds)
        return configuration
    }
}

extension SessionHarness {
    /// The session's time is `seconds`.
    fileprivate mutating func pass(_ seconds: Int) {
        take(.time(FrameTime(Int64(seconds * 48_000)), liveEdge: nil))
    }

    /// How the session ended; `nil` while it has not.
    fileprivate var end: SessionEnd? {
        for case .end(let end, _) in effects { return end }
        return nil
    }
}

extension EventRecord {
    /// The field `name`; `nil` if it is no text.
    fileprivate func text(_ name: String) -> String? {
        guard case .string(let text)? = fields.first(where: { $0.key == name })?.value else {
            return nil
        }
        return text
    }
}
