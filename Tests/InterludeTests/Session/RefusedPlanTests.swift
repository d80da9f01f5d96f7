import AdPlayback
import Advertising
import MediaTime
import Playout
import Testing

@testable import Interlude

/// A session whose sink gives frames ahead of the heard one, and refuses plans.
private struct RefusingSink {
    private(set) var machine = SessionMachine(SessionConfiguration(source: "live"))
    private var records: [EventRecord] = []

    /// Plays a live stream from output frame 1000 on, after a spot of `frameCount` frames if that
    /// is given. `news` come before the first sound.
    init(_ news: SourceEvent? = nil, after frameCount: Int? = nil) {
        take(.began)
        let facts = SourceFacts(kind: .live, codec: "made", sampleRate: 48_000, channelCount: 2)
        take(.source(generation: 1, .opened(facts)))
        if let frameCount { push(frameCount) }
        if let news { take(.source(generation: 1, news)) }
        take(.source(generation: 1, .ready))
        take(.switchable(FrameTime(1000)))
    }

    mutating func take(_ event: SessionEvent) {
        for case .log(let record) in machine.receive(event) { records.append(record) }
    }

    mutating func push(_ frameCount: Int) {
        take(.command(.push([.spot(1, frames: frameCount)])))
        take(.advertisements(.spotLoaded(PlayToken(1), frameCount: frameCount)))
    }

    /// The audio changes, and the sink gives `frame` for that.
    mutating func change(from frame: Int64) {
        take(.command(.setVolume(.decibels(-6))))
        take(.switchable(FrameTime(frame)))
    }

    mutating func refuse(from frame: Int64) { take(.planRefused(FrameTime(frame))) }

    mutating func hear(_ frame: Int64) {
        take(.heard(FrameTime(frame), liveEdge: FrameTime(frame + 48_000)))
    }

    /// The marks that the machine sets before output frame `end`.
    mutating func marks(before end: FrameTime) -> [FrameTime] {
        var marks: [FrameTime] = []
        while case let mark = machine.nextMark, mark < end, marks.last != mark {
            marks.append(mark)
            take(.heard(mark, liveEdge: mark + 48_000))
        }
        return marks
    }

    func frames(of event: String) -> [Int64] {
        records.filter { $0.event == event }.map(\.frame)
    }
}

@Suite("A refused plan")
struct RefusedPlanTests {
    @Test(
        "is no work for each frame until another one begins, whatever its first frame has",
        arguments: [
            SourceEvent.discontinuity(.damaged, at: .zero), .title("A", at: .zero),
        ])
    func marksBeforeSound(news: SourceEvent) {
        var sink = RefusingSink(news)
        sink.refuse(from: 20_000)
        #expect(sink.marks(before: FrameTime(20_000)) == [])
        #expect(sink.marks(before: FrameTime(21_000)) == [FrameTime(20_001)])
    }

    @Test("does not restore audio cut off when a stream ran dry before it")
    func starved() {
        // The stream, muted by the spot, runs dry under it.
        var sink = RefusingSink(after: 1300)
        sink.change(from: 2000)
        sink.take(.starved(at: FrameTime(1500), sourceFrame: FrameTime(500)))
        sink.refuse(from: 2600)
        sink.hear(9000)
        #expect(sink.frames(of: "slot.completed") == [2300])
        #expect(sink.frames(of: "stream.underrun") == [1500])
        #expect(sink.frames(of: "session.playing") == [])
    }

    @Test("does not restore audio cut off by another source")
    func replaced() {
        var sink = RefusingSink(after: 1300)
        sink.change(from: 2000)
        sink.take(.command(.play(source: "other")))
        let facts = SourceFacts(kind: .live, codec: "made", sampleRate: 48_000, channelCount: 2)
        sink.take(.source(generation: 2, .opened(facts)))
        sink.take(.source(generation: 2, .ready))
        sink.refuse(from: 2600)
        sink.take(.switchable(FrameTime(2700)))
        sink.hear(9000)
        #expect(sink.frames(of: "session.playing") == [2600])
        #expect(sink.frames(of: "stream.resumed") == [])
    }

    @Test("that is refused again repeats no event")
    func refusedTwice() {
        var sink = RefusingSink()
        sink.push(4000)
        sink.take(.switchable(FrameTime(1500)))
        sink.hear(1600)
        sink.change(from: 5000)
        sink.refuse(from: 6000)
        sink.hear(5800)
        sink.refuse(from: 7000)
        sink.hear(9000)
        #expect(sink.frames(of: "slot.completed") == [5500])
        #expect(sink.frames(of: "stream.resumed") == [5500])
    }

    @Test("for a stop is made again with its fade")
    func stopped() {
        var sink = RefusingSink()
        sink.hear(2000)
        sink.take(.command(.stop))
        sink.take(.switchable(FrameTime(5000)))
        let fadeCount = sink.machine.outputEnd - FrameTime(5000)
        #expect(fadeCount > 0)
        sink.refuse(from: 6000)
        #expect(sink.machine.outputEnd == FrameTime(6000) + fadeCount)
        let clip = sink.machine.plan.timeline.clips.last
        #expect(clip?.output == FrameRange(FrameTime(6000), count: fadeCount))
        #expect(clip?.role == .fadingAway)
        sink.hear(7000)
        #expect(sink.frames(of: "session.stopped").count == 1)
    }

    @Test("that was heard all the same stays as it is")
    func adopted() {
        var sink = RefusingSink()
        sink.hear(2000)
        sink.push(4000)
        sink.take(.switchable(FrameTime(5000)))
        sink.hear(5100)
        sink.refuse(from: 7000)
        sink.hear(12_000)
        #expect(sink.frames(of: "slot.started") == [5000])
        #expect(sink.frames(of: "slot.completed") == [9000])
        #expect(sink.frames(of: "stream.resumed") == [9000])
    }
}
