import AdPlayback
import MediaTime
import Testing

@testable import Interlude

/// A session of a listener who is a second further behind live than at first. At the live edge the
/// streamer mutes the stream.
private struct LateListener {
    private(set) var machine = SessionMachine(SessionConfiguration(source: "live"))
    private var records: [EventRecord] = []

    /// The output frame at which the listener reaches that.
    static let due: Int64 = 2000 + 48_000

    init() {
        take(.began)
        let facts = SourceFacts(kind: .live, codec: "made", sampleRate: 48_000, channelCount: 2)
        take(.source(generation: 1, .opened(facts)))
        take(.source(generation: 1, .ready))
        take(.switchable(FrameTime(1000)))
        hear(1500, behind: 48_000)
        hear(2000, behind: 96_000)
        take(.command(.streamerMuted))
    }

    mutating func take(_ event: SessionEvent) {
        for case .log(let record) in machine.receive(event) { records.append(record) }
    }

    mutating func hear(_ frame: Int64, behind count: Int64) {
        take(.heard(FrameTime(frame), liveEdge: FrameTime(frame - 1000 + count)))
    }

    /// The listener pauses, and output frame `frame` is the first one of silence.
    mutating func pause(from frame: Int64) {
        take(.command(.pause))
        take(.switchable(FrameTime(frame)))
    }

    var mutes: [Int64] { records.filter { $0.event == "stream.muted" }.map(\.frame) }
}

@Suite("A live edge event that waits for its listener")
struct DelayedEventTests {
    @Test("is a mark where the listener reaches it, and delivered there")
    func reached() {
        var listener = LateListener()
        #expect(listener.machine.nextMark == FrameTime(LateListener.due))
        listener.hear(LateListener.due - 1, behind: 96_000)
        #expect(listener.mutes == [])
        listener.hear(LateListener.due + 500, behind: 96_000)
        #expect(listener.mutes == [LateListener.due])
    }

    @Test("causes no wake-up in a pause, however near it is", arguments: [1, 2, 480] as [Int64])
    func paused(distance: Int64) {
        var listener = LateListener()
        let pause = LateListener.due - distance
        listener.hear(pause - 1000, behind: 96_000)
        listener.pause(from: pause)
        for frame in [0, 1, 2, 48_000] {
            listener.hear(pause + 384 + Int64(frame), behind: 200_000)
            #expect(listener.machine.nextMark == .distantFuture)
        }
        #expect(listener.mutes == [])
    }
}
