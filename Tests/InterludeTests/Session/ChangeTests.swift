import AdPlayback
import MediaTime
import Playout
import Testing

@testable import Interlude

@Suite("A stream that is being replaced")
struct ChangeTests {
    /// A session that has played for half a second.
    private static func playing() -> SessionHarness {
        var session = SessionHarness()
        session.hear(24_000)
        return session
    }

    /// Whether the first stream is planned to play at output frame `frame`.
    private static func isHeard(at frame: Int, _ session: SessionHarness) -> Bool {
        session.machine.plan.timeline.gain(
            of: .stream(generation: 1), at: FrameTime(Int64(frame))) > 0
    }

    @Test("by another one plays until that has audio, and then fades out")
    func another() {
        var session = Self.playing()
        session.command(.play(source: "other"))
        session.open(2)
        #expect(Self.isHeard(at: 48_000, session))
        session.hear(36_000)
        #expect(session.machine.state == .playing)
        session.take(.source(generation: 2, .ready))
        let connecting = session.records.last { $0.event == "session.connecting" }
        #expect(connecting?.json["source"]?.description == "\"other\"")
        #expect(!Self.isHeard(at: 36_000, session))
        let first = session.machine.plan.timeline.clips.filter {
            $0.voice == .stream(generation: 1)
        }
        #expect(first.map(\.role) == [.playing, .fadingAway])
        session.hear(72_000)
        #expect(session.frames(of: "session.playing") == [0, 36_000])
        #expect(session.effects.contains(.sourceTaken(generation: 2)))
        #expect(session.effects.contains(.closeStream(generation: 1)))
    }

    @Test("by one that cannot be played continues, and that is logged and answered")
    func unplayable() {
        var session = Self.playing()
        let before = session.effects.count
        session.command(.play(source: "page"))
        let failure = SessionFailure(.unreadable, "page: a page, not a stream; try another")
        session.take(.source(generation: 2, .failed(failure)))
        #expect(
            session.effects[before...] == [
                .openStream(generation: 2, source: "page", namedBy: .operator, from: .zero),
                .awaitReady(generation: 2, from: .zero, .milliseconds(120)),
                .closeStream(generation: 2),
                .sourceRefused(generation: 2, failure.description),
                .log(
                    EventRecord(
                        "session.warning", at: FrameTime(24_000),
                        [
                            "reason": .string(
                                "\(failure.description); the previous source plays on"),
                            "source": "page",
                        ])),
            ])
        // Its late events are ignored.
        session.take(.source(generation: 2, .ready))
        session.hear(72_000)
        #expect(session.machine.state == .playing)
        #expect(Self.isHeard(at: 96_000, session))
    }

    @Test("by another one is left even if that has audio before its type is known")
    func readyFirst() {
        var session = Self.playing()
        session.command(.play(source: "other"))
        session.take(.source(generation: 2, .ready))
        #expect(!session.effects.contains(.sourceTaken(generation: 2)))
        session.open(2)
        #expect(session.effects.contains(.sourceTaken(generation: 2)))
    }

    @Test("by one that ends before any audio continues")
    func empty() {
        var session = Self.playing()
        session.command(.play(source: "empty"))
        session.take(.source(generation: 2, .ready))
        session.hear(48_000)
        #expect(Self.isHeard(at: 72_000, session))
        session.take(.source(generation: 2, .failed(SessionFailure(.unreadable, "empty"))))
        session.hear(72_000)
        #expect(session.machine.state == .playing)
    }

    @Test("by another one pauses, seeks and resumes as long as it plays")
    func controls() {
        var session = Self.playing()
        session.command(.play(source: "other"))
        session.command(.seek(.milliseconds(500)))
        #expect(session.refusals == [])
        let jump = session.effects.contains {
            if case .jump(_, generation: 3, _) = $0 { true } else { false }
        }
        #expect(jump)
        session.take(.source(generation: 3, .ready))
        session.hear(48_000)
        session.begin(2)
        session.hear(72_000)
        #expect(session.effects.contains(.closeStream(generation: 3)))
        #expect(session.machine.transport.current?.generation == 2)
    }

    @Test("by a second one drops the first, whose requester is told")
    func second() {
        var session = Self.playing()
        session.command(.play(source: "slow"))
        session.command(.play(source: "slow"))
        #expect(session.refusals == ["slow is being played already"])
        session.command(.play(source: "other"))
        #expect(session.effects.contains(.closeStream(generation: 2)))
        #expect(
            session.effects.contains(
                .sourceRefused(generation: 2, "another source was asked for")))
        session.begin(2)
        #expect(session.machine.transport.current?.generation == 1)
        session.begin(3)
        #expect(session.machine.transport.current?.generation == 3)
    }

    @Test("by one that is still being opened when the session stops is not waited for")
    func stopped() {
        var session = Self.playing()
        session.command(.play(source: "slow"))
        session.command(.stop)
        #expect(
            session.effects.contains(.sourceRefused(generation: 2, "the session is over")))
        session.hear(48_000)
        #expect(session.machine.state == .stopped)
    }

    @Test("and that fails meanwhile ends the session only if the other one cannot be played")
    func bothFail() {
        var session = SessionHarness(opening: "gone")
        session.command(.play(source: "other"))
        let failure = SessionFailure(.missing, "gone: there is no such file")
        session.take(.source(generation: 1, .failed(failure)))
        #expect(session.machine.state == .connecting)
        var other = session
        other.open(2)
        other.take(.source(generation: 2, .ready))
        other.hear(24_000)
        #expect(other.machine.state == .playing)
        session.take(.source(generation: 2, .failed(SessionFailure(.missing, "other"))))
        #expect(session.effects.contains(.end(.failed(failure), at: .zero)))
    }

    @Test("by one that is cancelled ends the session if the stream has failed meanwhile")
    func takenBack() {
        var session = SessionHarness(opening: "gone")
        session.command(.play(source: "other"))
        let failure = SessionFailure(.missing, "gone: there is no such file")
        session.take(.source(generation: 1, .failed(failure)))
        #expect(session.machine.state == .connecting)
        session.command(.play(source: "gone"))
        #expect(session.effects.contains(.closeStream(generation: 2)))
        #expect(session.effects.contains(.end(.failed(failure), at: .zero)))
    }

    @Test("by itself is left alone, even during a seek")
    func itself() {
        var session = Self.playing()
        session.command(.push([.spot(1, frames: 4800)]))
        session.command(.seek(.zero))
        let before = session.effects.count
        session.command(.play(source: "live"))
        #expect(session.effects[before...] == [.refuse("live is being played already")])
        #expect(session.machine.adsAreBusy)
    }

    @Test("and that has ended but was not heard to its end does not end the session")
    func exhausted() {
        var session = Self.playing()
        session.take(.exhausted(at: FrameTime(30_000)))
        session.command(.play(source: "other"))
        session.hear(48_000)
        #expect(session.machine.state != .stopped)
        session.begin(2)
        session.hear(72_000)
        #expect(session.machine.state == .playing)
    }

    @Test("by its live edge does not play between its pause and the jump")
    func pausedToLive() {
        var session = Self.playing()
        session.command(.pause)
        session.hear(36_000)
        session.command(.goLive)
        #expect(!Self.isHeard(at: 36_100, session))
        session.hear(48_000)
        session.take(.source(generation: 2, .ready))
        session.hear(60_000)
        #expect(session.frames(of: "session.playing") == [0, 48_000])
    }

    @Test("passes none of its loudness to the next one")
    func loudness() {
        var session = Self.playing()
        session.hear(480_000)
        session.command(.play(source: "other"))
        session.begin(2)
        session.hear(960_000)
        let programme = session.machine.programmeHeard(before: FrameTime(960_000))
        #expect(programme.stretches.map(\.generation) == [2])
    }

    @Test("and that was rendered but not heard to its end does not end the next one")
    func renderedToItsEnd() {
        var session = SessionHarness(opening: "file")
        session.begin(1, as: .file)
        session.hear(24_000)
        session.answersRequests = false
        session.take(.exhausted(at: FrameTime(30_000)))
        session.take(.sinkLost(reason: "gone"))
        session.command(.play(source: "other"))
        session.begin(2)
        session.answersRequests = true
        session.take(.sinkRestored)
        session.take(.switchable(FrameTime(24_000)))
        session.hear(96_000)
        #expect(session.machine.state == .playing)
        #expect(session.machine.outputEnd == .distantFuture)
    }

    @Test(
        "by one that was paused meanwhile begins paused, unless it was resumed again",
        arguments: [true, false])
    func pausedMeanwhile(isResumed: Bool) {
        var session = SessionHarness()
        session.hear(24_000)
        session.command(.play(source: "other"))
        session.command(.pause)
        if isResumed { session.command(.unpause) }
        session.begin(2)
        session.hear(48_000)
        #expect(session.refusals == [])
        #expect(session.machine.state == (isResumed ? .playing : .paused))
    }

    @Test("by one that was paused meanwhile, and resumed by going live, plays at once")
    func resumedByGoingLive() {
        var session = Self.playing()
        session.command(.play(source: "slow"))
        session.command(.pause)
        session.hear(36_000)
        session.command(.goLive)
        session.begin(2)
        session.hear(72_000)
        #expect(session.machine.state == .playing)
    }

    @Test("by a file has no past to go back to, and that is reported")
    func availableDelay() {
        var session = Self.playing()
        session.hear(480_000)
        session.command(.play(source: "file"))
        session.begin(2, as: .file)
        #expect(session.effects.contains(.availableDelayChanged(.zero)))
    }

    @Test("seeks on its own connection, even while another one is opened beside it")
    func ownConnection() {
        var session = Self.playing()
        session.command(.play(source: "other"))
        session.command(.seek(.milliseconds(500)))
        session.command(.seek(.milliseconds(100)))
        let jumps = session.effects.compactMap { effect in
            if case .jump(let from, let generation, _) = effect { [from, generation] } else { nil }
        }
        #expect(jumps == [[1, 3], [3, 4]])
    }
}
