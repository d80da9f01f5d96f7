import AdPlayback
import MediaTime
import Testing

@testable import Interlude

@Suite("A session that returns to its home")
struct ReturnTests {
    private static let failure = SessionFailure(.unreachable, "it is gone")

    static func configuration(
        _ source: String = "live", home: String? = "live", giveUp: Duration? = .seconds(60)
    ) -> SessionConfiguration {
        var configuration = SessionConfiguration(source: source)
        configuration.home = home
        configuration.giveUp = giveUp
        return configuration
    }

    /// A session that has played its source, and now plays another of that kind as generation 2.
    private static func playingOther(
        _ configuration: SessionConfiguration = configuration(), as kind: SourceFacts.Kind = .file
    ) -> SessionHarness {
        var session = SessionHarness(configuration)
        session.begin(1, as: configuration.source == "file" ? .file : .live)
        session.hear(24_000)
        session.command(.play(source: "other"))
        session.begin(2, as: kind)
        session.hear(48_000)
        return session
    }

    private static func waits(of session: SessionHarness) -> [Int] {
        session.effects.compactMap {
            if case .wait(_, let delay) = $0 { Int(saturating: delay / .seconds(1)) } else { nil }
        }
    }

    private static func openings(of session: SessionHarness) -> [String] {
        session.effects.compactMap {
            if case .openStream(_, let source, _, let frame) = $0 {
                "\(source) \(frame.frames)"
            } else {
                nil
            }
        }
    }

    private static func end(of session: SessionHarness) -> SessionEnd? {
        session.effects.lazy.compactMap { if case .end(let end, _) = $0 { end } else { nil } }
            .first
    }

    /// Has the sink render the last frame of the stream before output frame `frame`.
    private static func exhaust(_ session: inout SessionHarness, at frame: Int) {
        let frame = FrameTime(Int64(frame))
        session.answersRequests = false
        session.take(.exhausted(at: frame))
        session.take(.switchable(frame))
        session.answersRequests = true
    }

    @Test("does so at the last frame of a file, and says so")
    func fileInBetween() {
        var session = Self.playingOther()
        Self.exhaust(&session, at: 60_000)
        #expect(session.machine.nextMark == FrameTime(60_000))
        session.hear(59_999)
        #expect(session.machine.state == .playing)
        session.hear(60_000)
        #expect(session.machine.state == .connecting)
        let connecting = session.records.last { $0.event == "session.connecting" }
        #expect(connecting?.json["source"]?.description == "\"live\"")
        #expect(connecting?.frame == 60_000)
        session.begin(3)
        session.hear(72_000)
        #expect(session.machine.state == .playing)
        #expect(session.frames(of: "session.playing") == [0, 24_000, 60_000])
        #expect(session.machine.transport.home.failure.source == nil)
    }

    @Test("does so at the same frame, however late it is told what was heard")
    func lateReport() {
        var session = Self.playingOther()
        Self.exhaust(&session, at: 60_000)
        session.hear(96_000)
        #expect(session.frames(of: "session.connecting").last == 60_000)
    }

    @Test("plays to the end what arrived of a stream that is lost for good")
    func lostOther() {
        var session = Self.playingOther(as: .live)
        session.take(.source(generation: 2, .failed(Self.failure)))
        session.hear(52_000)
        #expect(session.machine.transport.current?.generation == 2)
        Self.exhaust(&session, at: 60_000)
        session.hear(60_000)
        let warning = session.records.last { $0.event == "session.warning" }
        #expect(
            warning?.json["reason"]?.description == "\"returning to live: it is gone\"")
        #expect(session.machine.transport.home.failure.source?.source == "other")
        session.begin(3)
        session.hear(96_000)
        #expect(session.machine.state == .playing)
        #expect(session.machine.transport.lifecycle.stream == "live")
    }

    @Test("shows what failed until its home was heard for a minute")
    func shownFailure() {
        var session = Self.playingOther(as: .live)
        session.take(.source(generation: 2, .failed(Self.failure)))
        Self.exhaust(&session, at: 60_000)
        session.hear(60_000)
        let minute = 60 * FrameTime.rate
        // Nothing was heard meanwhile.
        session.hear(60_000 + 2 * minute)
        #expect(Self.shownFailure(of: session) == "other")
        session.begin(3)
        session.hear(60_000 + 3 * minute - 1)
        #expect(Self.shownFailure(of: session) == "other")
        session.command(.pause)
        session.hear(60_000 + 3 * minute)
        #expect(Self.shownFailure(of: session) == nil)
        session.command(.unpause)
        session.hear(60_000 + 4 * minute)
        #expect(Self.shownFailure(of: session) == nil)
    }

    @Test("shows a source that could not replace what plays for a minute")
    func shownRefusal() {
        var session = SessionHarness(Self.configuration())
        session.begin(1)
        session.hear(24_000)
        for start in [24_000, 24_000 + 100 * FrameTime.rate] {
            session.hear(start)
            session.command(.play(source: "nowhere"))
            let generation = session.machine.transport.candidate?.generation ?? 0
            session.take(.source(generation: generation, .failed(Self.failure)))
            session.hear(start + 60 * FrameTime.rate - 1)
            #expect(Self.shownFailure(of: session) == "nowhere")
            session.hear(start + 60 * FrameTime.rate)
            #expect(Self.shownFailure(of: session) == nil)
        }
    }

    private static func shownFailure(of session: SessionHarness) -> String? {
        session.machine.transport.shownFailure(at: session.machine.heard)?.source
    }

    @Test("lets a break play out first")
    func endInBreak() {
        var session = Self.playingOther()
        session.command(.push([.spot(1, frames: 48_000)]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 48_000)))
        Self.exhaust(&session, at: 60_000)
        session.hear(95_999)
        #expect(session.machine.transport.lifecycle.stream == "other")
        session.hear(120_000)
        #expect(session.frames(of: "slot.completed") == [96_000])
        #expect(session.frames(of: "session.connecting").last == 96_000)
    }

    @Test("drops the spots that wait for a place of the source that has failed")
    func failureInBreak() {
        var session = Self.playingOther()
        session.command(.push([.spot(1, frames: 9_600)]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 9_600)))
        session.hear(48_001)
        session.command(.pushInStream([.spot(2, frames: 9_600)], at: .time(.seconds(1))))
        session.command(.seek(.milliseconds(100)))
        session.take(.source(generation: 3, .failed(Self.failure)))
        #expect(session.frames(of: "slot.notUsed") == [48_001])
        session.hear(57_600)
        #expect(session.frames(of: "break.ended") == [57_600])
    }

    @Test("does so although a spot waits for a place that the lost source has not reached")
    func lostInBreak() {
        var session = Self.playingOther(as: .live)
        session.command(.push([.spot(1, frames: 9_600)]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 9_600)))
        session.hear(48_001)
        session.command(.pushInStream([.spot(2, frames: 9_600)], at: .time(.seconds(1))))
        session.take(.source(generation: 2, .failed(Self.failure)))
        Self.exhaust(&session, at: 60_000)
        session.hear(60_000)
        #expect(session.machine.transport.lifecycle.stream == "live")
    }

    @Test(
        "ends where its home ends",
        arguments: ["file", "elsewhere"])
    func homeEnds(home: String) {
        var session = Self.playingOther(Self.configuration("file", home: home))
        Self.exhaust(&session, at: 60_000)
        session.hear(60_000)
        session.begin(3, as: .file)
        session.hear(72_000)
        Self.exhaust(&session, at: 80_000)
        session.hear(80_000)
        #expect(Self.end(of: session) == .asked)
        #expect(session.machine.state == .stopped)
    }

    @Test("ends with its source if that is the home, or there is none", arguments: [nil, "file"])
    func sourceEnds(home: String?) {
        var session = SessionHarness(Self.configuration("file", home: home, giveUp: nil))
        session.begin(1, as: .file)
        Self.exhaust(&session, at: 60_000)
        session.hear(60_000)
        #expect(Self.end(of: session) == .asked)
    }

    @Test("plays its home after its source")
    func namedHome() {
        var session = SessionHarness(Self.configuration("file", home: "live"))
        session.begin(1, as: .file)
        Self.exhaust(&session, at: 60_000)
        session.hear(60_000)
        #expect(Self.openings(of: session) == ["file 0", "live 0"])
    }

    @Test("plays its home if its source cannot be played")
    func unplayableSource() {
        var session = SessionHarness(Self.configuration("nowhere", home: "live"))
        session.take(.source(generation: 1, .failed(Self.failure)))
        #expect(Self.openings(of: session) == ["nowhere 0", "live 0"])
        session.begin(2)
        session.hear(24_000)
        #expect(session.machine.state == .playing)
    }

    @Test("tries a home that it returns to for as long as a lost stream, and then ends")
    func homeFails() {
        var session = Self.playingOther()
        Self.exhaust(&session, at: 60_000)
        session.hear(60_000)
        session.take(.source(generation: 3, .failed(Self.failure)))
        #expect(Self.waits(of: session) == [1])
        session.hear(60_000 + 59 * FrameTime.rate)
        session.take(.waitOver(generation: 4))
        session.take(.source(generation: 5, .failed(Self.failure)))
        #expect(Self.end(of: session) == nil)
        session.hear(60_000 + 60 * FrameTime.rate)
        session.take(.waitOver(generation: 6))
        session.take(.source(generation: 7, .failed(Self.failure)))
        #expect(Self.end(of: session) == .failed(Self.failure))
    }

    @Test("ends with the failure of a home that was never heard, if retries have a limit")
    func newHomeFails() {
        var session = SessionHarness(Self.configuration("nowhere", home: "live"))
        session.take(.source(generation: 1, .failed(Self.failure)))
        session.take(.source(generation: 2, .failed(Self.failure)))
        #expect(Self.end(of: session) == .failed(Self.failure))
    }

    @Test("tries its home without end, and logs the same failure once")
    func endless() {
        var session = SessionHarness(Self.configuration(giveUp: nil))
        for generation in 0..<6 {
            session.take(.source(generation: 2 * generation + 1, .failed(Self.failure)))
            #expect(session.machine.state == .connecting)
            session.take(.waitOver(generation: 2 * generation + 2))
        }
        #expect(Self.waits(of: session) == [1, 2, 4, 8, 15, 15])
        #expect(session.frames(of: "session.warning") == [0])
        session.begin(13)
        session.hear(24_000)
        #expect(session.machine.state == .playing)
        #expect(session.machine.transport.home.failure.source == nil)
        #expect(session.story == ["connecting", "warning", "buffering", "playing"])
    }

    @Test("tries a home again that was lost for good after it had played")
    func lostHome() {
        var session = SessionHarness(Self.configuration(giveUp: nil))
        session.begin(1)
        session.hear(24_000)
        session.take(.source(generation: 1, .failed(Self.failure)))
        Self.exhaust(&session, at: 48_000)
        session.hear(48_000)
        #expect(Self.waits(of: session) == [1])
        session.take(.waitOver(generation: 2))
        session.begin(3)
        session.hear(96_000)
        #expect(session.story.suffix(2) == ["buffering", "playing"])
    }

    @Test("plays a requested source although its home is away, and a late wait changes nothing")
    func otherMeanwhile() {
        var session = SessionHarness(Self.configuration(giveUp: nil))
        session.take(.source(generation: 1, .failed(Self.failure)))
        session.command(.play(source: "other"))
        session.begin(3)
        session.hear(24_000)
        session.take(.waitOver(generation: 2))
        session.hear(48_000)
        #expect(session.machine.transport.lifecycle.stream == "other")
        #expect(session.machine.state == .playing)
        #expect(Self.openings(of: session) == ["live 0", "other 0"])
    }

    @Test("plays pushed spots while its home is away")
    func push() {
        var session = SessionHarness(Self.configuration(giveUp: nil))
        session.take(.source(generation: 1, .failed(Self.failure)))
        session.command(.push([.spot(1, frames: 9_600)]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 9_600)))
        session.hear(12_000)
        session.take(.waitOver(generation: 2))
        session.take(.source(generation: 3, .failed(Self.failure)))
        session.hear(24_000)
        #expect(session.frames(of: "slot.completed") == [9_600])
    }

    @Test("continues a file where it was left")
    func place() {
        var session = Self.playingOther(Self.configuration("file", home: "file"))
        Self.exhaust(&session, at: 60_000)
        session.hear(60_000)
        #expect(Self.openings(of: session) == ["file 0", "other 0", "file 24000"])
    }

    @Test("stays paused if it was paused while the other source was lost", arguments: [0, 1])
    func paused(waits: Int) {
        var session = Self.playingOther(
            Self.configuration(giveUp: waits == 0 ? .seconds(60) : nil), as: .live)
        session.take(.source(generation: 2, .reconnecting(reason: "lost")))
        session.command(.pause)
        session.hear(50_000)
        session.take(.source(generation: 2, .failed(Self.failure)))
        if waits == 1 {
            session.take(.source(generation: 3, .failed(Self.failure)))
            session.take(.waitOver(generation: 4))
        }
        session.begin(waits == 0 ? 3 : 5)
        session.hear(72_000)
        #expect(session.machine.state == .paused)
        session.command(.unpause)
        session.hear(96_000)
        #expect(session.machine.state == .playing)
    }

    @Test("plays a home that was to be paused, if the listener resumes before it has audio")
    func resumed() {
        var session = Self.playingOther(as: .live)
        session.take(.source(generation: 2, .reconnecting(reason: "lost")))
        session.command(.pause)
        session.hear(50_000)
        session.take(.source(generation: 2, .failed(Self.failure)))
        session.command(.unpause)
        #expect(session.refusals == [])
        session.begin(3)
        session.hear(72_000)
        #expect(session.machine.state == .playing)
    }

    @Test("plays a home that was to be paused, if the listener resumes while it waits for it")
    func resumedInWait() {
        var session = Self.playingOther(Self.configuration(giveUp: nil), as: .live)
        session.take(.source(generation: 2, .reconnecting(reason: "lost")))
        session.command(.pause)
        session.hear(50_000)
        session.take(.source(generation: 2, .failed(Self.failure)))
        session.take(.source(generation: 3, .failed(Self.failure)))
        session.command(.unpause)
        #expect(session.refusals == [])
        session.take(.waitOver(generation: 4))
        session.begin(5)
        session.hear(72_000)
        #expect(session.machine.state == .playing)
    }

    @Test("stops while it waits for its home")
    func stop() {
        var session = SessionHarness(Self.configuration(giveUp: nil))
        session.hear(24_000)
        session.take(.source(generation: 1, .failed(Self.failure)))
        session.command(.stop)
        session.hear(48_000)
        #expect(Self.end(of: session) == .asked)
    }

    @Test("leaves the schedule of its source, which describes the first connection only")
    func schedule() {
        var session = SessionHarness(Self.configuration(giveUp: nil))
        session.take(.source(generation: 1, .failed(Self.failure)))
        #expect(session.machine.followsSchedule)
        session.take(.waitOver(generation: 2))
        session.begin(3)
        session.hear(24_000)
        session.take(.source(generation: 3, .failed(Self.failure)))
        Self.exhaust(&session, at: 48_000)
        session.hear(48_000)
        #expect(!session.machine.followsSchedule)
    }
}
