import AdPlayback
import MediaTime
import Playout
import Testing

@testable import Interlude

@Suite("A stream whose place is to be taken")
struct ChangeTests {
    /// A session of which half a second was heard.
    private static func playing() -> SessionHarness {
        var sitting = SessionHarness()
        sitting.hear(24_000)
        return sitting
    }

    /// Whether the first stream is planned to be heard at output frame `frame`.
    private static func isHeard(at frame: Int, _ sitting: SessionHarness) -> Bool {
        sitting.machine.plan.timeline.gain(
            of: .stream(generation: 1), at: FrameTime(Int64(frame))) > 0
    }

    @Test("by another one is heard until that has sound, and fades out then")
    func another() {
        var sitting = Self.playing()
        sitting.command(.play(source: "other"))
        sitting.open(2)
        #expect(Self.isHeard(at: 48_000, sitting))
        sitting.hear(36_000)
        #expect(sitting.machine.state == .playing)
        sitting.take(.source(generation: 2, .ready))
        #expect(!Self.isHeard(at: 36_000, sitting))
        let first = sitting.machine.plan.timeline.clips.filter {
            $0.voice == .stream(generation: 1)
        }
        #expect(first.map(\.role) == [.playing, .fadingAway])
        sitting.hear(72_000)
        #expect(sitting.frames(of: "session.playing") == [0, 36_000])
        #expect(sitting.effects.contains(.sourceTaken(generation: 2)))
        #expect(sitting.effects.contains(.closeStream(generation: 1)))
    }

    @Test("by one that cannot be played is heard on, and that is told and answered")
    func unplayable() {
        var sitting = Self.playing()
        let before = sitting.effects.count
        sitting.command(.play(source: "page"))
        let failure = SessionFailure(.unreadable, "page: a page, not a stream; try another")
        sitting.take(.source(generation: 2, .failed(failure)))
        #expect(
            sitting.effects[before...] == [
                .openStream(generation: 2, source: "page", namedBy: .operator, from: .zero),
                .awaitReady(generation: 2, from: .zero, .milliseconds(120)),
                .closeStream(generation: 2),
                .sourceRefused(generation: 2, failure.description),
                .log(
                    EventRecord(
                        "session.warning", at: FrameTime(24_000),
                        [
                            "reason": .string(
                                "still playing the source before: \(failure.description)"),
                            "source": "page",
                        ])),
            ])
        // What still comes of it is nobody's.
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(72_000)
        #expect(sitting.machine.state == .playing)
        #expect(Self.isHeard(at: 96_000, sitting))
    }

    @Test("by another one is left also if that has sound before it is known what it is")
    func readyFirst() {
        var sitting = Self.playing()
        sitting.command(.play(source: "other"))
        sitting.take(.source(generation: 2, .ready))
        #expect(!sitting.effects.contains(.sourceTaken(generation: 2)))
        sitting.open(2)
        #expect(sitting.effects.contains(.sourceTaken(generation: 2)))
    }

    @Test("by one of which the end comes before any sound is heard on")
    func empty() {
        var sitting = Self.playing()
        sitting.command(.play(source: "empty"))
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(48_000)
        #expect(Self.isHeard(at: 72_000, sitting))
        sitting.take(.source(generation: 2, .failed(SessionFailure(.unreadable, "empty"))))
        sitting.hear(72_000)
        #expect(sitting.machine.state == .playing)
    }

    @Test("by another one pauses, seeks and goes on as long as it is heard")
    func controls() {
        var sitting = Self.playing()
        sitting.command(.play(source: "other"))
        sitting.command(.seek(.milliseconds(500)))
        #expect(sitting.refusals == [])
        let jump = sitting.effects.contains {
            if case .jump(_, generation: 3, _) = $0 { true } else { false }
        }
        #expect(jump)
        sitting.take(.source(generation: 3, .ready))
        sitting.hear(48_000)
        sitting.begin(2)
        sitting.hear(72_000)
        #expect(sitting.effects.contains(.closeStream(generation: 3)))
        #expect(sitting.machine.transport.current?.generation == 2)
    }

    @Test("by a second one lets go of the first, whose asker is told")
    func second() {
        var sitting = Self.playing()
        sitting.command(.play(source: "slow"))
        sitting.command(.play(source: "slow"))
        #expect(sitting.refusals == ["slow is being played already"])
        sitting.command(.play(source: "other"))
        #expect(sitting.effects.contains(.closeStream(generation: 2)))
        #expect(
            sitting.effects.contains(
                .sourceRefused(generation: 2, "another source was asked for")))
        sitting.begin(2)
        #expect(sitting.machine.transport.current?.generation == 1)
        sitting.begin(3)
        #expect(sitting.machine.transport.current?.generation == 3)
    }

    @Test("by one that is still being opened when the session stops is not waited for")
    func stopped() {
        var sitting = Self.playing()
        sitting.command(.play(source: "slow"))
        sitting.command(.stop)
        #expect(
            sitting.effects.contains(.sourceRefused(generation: 2, "the session is over")))
        sitting.hear(48_000)
        #expect(sitting.machine.state == .stopped)
    }

    @Test("and that fails meanwhile, ends the session only if the other one cannot be played")
    func bothFail() {
        var sitting = SessionHarness(opening: "gone")
        sitting.command(.play(source: "other"))
        let failure = SessionFailure(.missing, "gone: there is no such file")
        sitting.take(.source(generation: 1, .failed(failure)))
        #expect(sitting.machine.state == .connecting)
        var other = sitting
        other.open(2)
        other.take(.source(generation: 2, .ready))
        other.hear(24_000)
        #expect(other.machine.state == .playing)
        sitting.take(.source(generation: 2, .failed(SessionFailure(.missing, "other"))))
        #expect(sitting.effects.contains(.end(.failed(failure), at: .zero)))
    }

    @Test("by one that is taken back ends the session if the stream has failed meanwhile")
    func takenBack() {
        var sitting = SessionHarness(opening: "gone")
        sitting.command(.play(source: "other"))
        let failure = SessionFailure(.missing, "gone: there is no such file")
        sitting.take(.source(generation: 1, .failed(failure)))
        #expect(sitting.machine.state == .connecting)
        sitting.command(.play(source: "gone"))
        #expect(sitting.effects.contains(.closeStream(generation: 2)))
        #expect(sitting.effects.contains(.end(.failed(failure), at: .zero)))
    }

    @Test("by itself is left alone, also on the way to another frame")
    func itself() {
        var sitting = Self.playing()
        sitting.command(.push([.spot(1, frames: 4800)]))
        sitting.command(.seek(.zero))
        let before = sitting.effects.count
        sitting.command(.play(source: "live"))
        #expect(sitting.effects[before...] == [.refuse("live is being played already")])
        #expect(sitting.machine.adsAreBusy)
    }

    @Test("that has ended, and was not heard to the end, does not end the session")
    func exhausted() {
        var sitting = Self.playing()
        sitting.take(.exhausted(at: FrameTime(30_000)))
        sitting.command(.play(source: "other"))
        sitting.hear(48_000)
        #expect(sitting.machine.state != .stopped)
        sitting.begin(2)
        sitting.hear(72_000)
        #expect(sitting.machine.state == .playing)
    }

    @Test("by its live edge is not heard again between its pause and that")
    func pausedToLive() {
        var sitting = Self.playing()
        sitting.command(.pause)
        sitting.hear(36_000)
        sitting.command(.goLive)
        #expect(!Self.isHeard(at: 36_100, sitting))
        sitting.hear(48_000)
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(60_000)
        #expect(sitting.frames(of: "session.playing") == [0, 48_000])
    }

    @Test("leaves nothing of how loud it was for the one that takes it")
    func loudness() {
        var sitting = Self.playing()
        sitting.hear(480_000)
        sitting.command(.play(source: "other"))
        sitting.begin(2)
        sitting.hear(960_000)
        let programme = sitting.machine.programmeHeard(before: FrameTime(960_000))
        #expect(programme.stretches.map(\.generation) == [2])
    }

    @Test("and that was rendered to its end, not heard to it, does not end the one that takes it")
    func renderedToItsEnd() {
        var sitting = SessionHarness(opening: "file")
        sitting.begin(1, as: .file)
        sitting.hear(24_000)
        sitting.answersRequests = false
        sitting.take(.exhausted(at: FrameTime(30_000)))
        sitting.take(.sinkLost(reason: "gone"))
        sitting.command(.play(source: "other"))
        sitting.begin(2)
        sitting.answersRequests = true
        sitting.take(.sinkRestored)
        sitting.take(.switchable(FrameTime(24_000)))
        sitting.hear(96_000)
        #expect(sitting.machine.state == .playing)
        #expect(sitting.machine.outputEnd == .distantFuture)
    }

    @Test("by one that the listener paused meanwhile, and resumed by going live, plays at once")
    func resumedByGoingLive() {
        var sitting = Self.playing()
        sitting.command(.play(source: "slow"))
        sitting.command(.pause)
        sitting.hear(36_000)
        sitting.command(.goLive)
        sitting.begin(2)
        sitting.hear(72_000)
        #expect(sitting.machine.state == .playing)
    }

    @Test("by a file has no past that could be gone to, and that is told")
    func availableDelay() {
        var sitting = Self.playing()
        sitting.hear(480_000)
        sitting.command(.play(source: "file"))
        sitting.begin(2, as: .file)
        #expect(sitting.effects.contains(.availableDelayChanged(.zero)))
    }

    @Test("is moved in on its own connection, also while another one is opened beside it")
    func ownConnection() {
        var sitting = Self.playing()
        sitting.command(.play(source: "other"))
        sitting.command(.seek(.milliseconds(500)))
        sitting.command(.seek(.milliseconds(100)))
        let jumps = sitting.effects.compactMap { effect in
            if case .jump(let from, let generation, _) = effect { [from, generation] } else { nil }
        }
        #expect(jumps == [[1, 3], [3, 4]])
    }
}
