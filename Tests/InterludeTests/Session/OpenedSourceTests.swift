import MediaTime
import Testing

@testable import Interlude

@Suite("What is known of a source")
struct OpenedSourceTests {
    private static func facts(_ length: Int?) -> SourceFacts {
        SourceFacts(
            kind: .file, codec: "made", sampleRate: 48_000, channelCount: 2,
            length: length.map { FrameTime(Int64($0)) })
    }

    private static func source(_ events: SourceEvent...) -> OpenedSource {
        var source = OpenedSource("show.mp3", namedBy: .operator)
        for event in events { source.take(event) }
        return source
    }

    @Test("is the length that it declares, until its end is found")
    func length() {
        #expect(Self.source().length == nil)
        let opened = Self.source(.opened(Self.facts(9600)))
        #expect(opened.facts == Self.facts(9600))
        #expect(opened.length == FrameTime(9600) && opened.end == nil)
        let ended = Self.source(.opened(Self.facts(9600)), .ended(FrameTime(4800)))
        #expect(ended.length == FrameTime(4800) && ended.end == FrameTime(4800))
    }

    @Test("is why its connection was lost, until it is back")
    func loss() {
        let lost = [SourceEvent.reconnecting(reason: "gone"), .reconnecting(reason: "refused")]
        #expect(Self.source().lossReason == nil)
        #expect(Self.source(lost[0]).lossReason == "gone")
        #expect(Self.source(lost[0], lost[1]).lossReason == "refused")
        #expect(Self.source(lost[0], .reconnected).lossReason == nil)
    }

    @Test(
        "is the smaller length before and after a jump",
        arguments: [(9600, 4800, 4800), (4800, 9600, 4800), (nil, 4800, 4800), (4800, nil, 4800)]
            as [(Int?, Int?, Int)])
    func lengths(earlier: Int?, later: Int?, length: Int) {
        var source = Self.source(.opened(Self.facts(later)))
        source.goOn(from: Self.source(.opened(Self.facts(earlier))), at: .zero)
        #expect(source.length == FrameTime(Int64(length)))
        #expect(source.facts == Self.facts(later))
        var unopened = Self.source()
        unopened.goOn(from: Self.source(.opened(Self.facts(9600))), at: .zero)
        #expect(unopened.facts == Self.facts(9600))
    }

    @Test("are the latest titles once, in the order of their frames")
    func titles() {
        var source = Self.source(
            .title("b", at: FrameTime(2)), .title("a", at: FrameTime(1)),
            .title("b", at: FrameTime(2)), .title("b", at: FrameTime(3)))
        #expect(source.titles.map(\.text) == ["a", "b", "b"])
        #expect(source.titles.map(\.frame.frames) == [1, 2, 3])
        for frame in 4...300 { source.take(.title("t", at: FrameTime(Int64(frame)))) }
        #expect(source.titles.map(\.frame.frames) == Array(45...300))
        var next = Self.source(.title("new", at: FrameTime(100)))
        next.goOn(from: Self.source(.title("old", at: FrameTime(1))), at: FrameTime(50))
        #expect(next.titles.map(\.text) == ["old", "new"])
    }

    @Test("are the discontinuities from the place of a jump on, in order, and each once")
    func discontinuities() {
        func cut(_ frame: Int) -> SourceEvent {
            .discontinuity(.reconnected, at: FrameTime(Int64(frame)))
        }
        let earlier = Self.source(cut(30), cut(10), cut(20))
        #expect(earlier.discontinuities.map(\.frame.frames) == [10, 20, 30])
        var next = Self.source(cut(25), cut(30))
        next.goOn(from: earlier, at: FrameTime(20))
        #expect(next.discontinuities.map(\.frame.frames) == [20, 25, 30])
    }

    @Test("is why it failed, and nothing else changes it")
    func failure() {
        let failure = SessionFailure(.unreachable, "it is gone")
        #expect(Self.source(.failed(failure)).failure == failure)
        #expect(
            Self.source(.ready, .reconnecting(reason: "a"), .reconnected, .kept(nil))
                == Self.source())
    }
}

@Suite("The controls of a listener")
struct MachineControlsTests {
    @Test("of a live stream move it only once its live edge is known")
    func edge() {
        var session = SessionHarness()
        #expect(session.machine.controls.seek && session.machine.controls.pause)
        #expect(!session.machine.controls.delay && !session.machine.controls.live)
        session.hear(24_000)
        #expect(session.machine.controls.delay && !session.machine.controls.live)
        session.command(.pause)
        session.hear(24_001)
        let paused = session.machine.controls
        #expect(paused.live && paused.resume && !paused.pause)
    }

    @Test("of a file and of a pipe have no delay", arguments: [SourceFacts.Kind.file, .pipe])
    func files(kind: SourceFacts.Kind) {
        var session = SessionHarness(opening: "show.mp3")
        #expect(!session.machine.controls.seek)
        session.begin(1, as: kind)
        session.take(.heard(FrameTime(24_000), liveEdge: nil))
        let controls = session.machine.controls
        #expect(controls.seek == (kind == .file))
        #expect(controls.pause && !controls.delay && !controls.live && !controls.skip)
    }

    @Test("are none once the session is over")
    func over() {
        var session = SessionHarness()
        session.hear(24_000)
        session.command(.stop)
        session.hear(96_000)
        #expect(session.machine.controls == ListenerControls())
    }
}
