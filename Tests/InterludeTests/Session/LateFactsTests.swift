import AdPlayback
import Interlude
import MediaTime
import Playout
import Testing

@Suite("A live stream that is heard before it is known to be live")
struct LateFactsTests {
    /// A session that holds the stream of a kind that is not known in breaks, once 1000 frames of it
    /// were heard.
    private static func playing() -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.breakPolicy = .hold
        var stage = SessionHarness(configuration)
        stage.take(.source(generation: 1, .ready))
        stage.hear(1000)
        return stage
    }

    private static func push(_ number: Int, _ frameCount: Int, to stage: inout SessionHarness) {
        stage.command(.push([.spot(number, frames: frameCount)]))
        stage.take(.advertisements(.spotLoaded(PlayToken(UInt64(number)), frameCount: frameCount)))
    }

    /// The last frame of the log's events of that name, and the stream's frame in it.
    private static func last(_ event: String, in stage: SessionHarness) -> [Int64] {
        guard let record = stage.records.last(where: { $0.event == event }),
            case .integer(let position)? = record["streamFrame"]
        else { return [] }
        return [record.frame, position]
    }

    @Test("is held to the end of a break that begins before, and muted in the next one")
    func held() {
        var stage = Self.playing()
        Self.push(1, 20_000, to: &stage)
        stage.hear(5000)
        stage.open(1)
        stage.command(.setVolume(.decibels(-6)))
        stage.hear(30_000)
        #expect(Self.last("stream.held", in: stage) == [1000, 1000])
        #expect(Self.last("stream.resumed", in: stage) == [21_000, 1000])

        Self.push(2, 20_000, to: &stage)
        stage.hear(60_000)
        #expect(Self.last("stream.muted", in: stage) == [30_000, 10_000])
        #expect(Self.last("stream.resumed", in: stage) == [50_000, 30_000])
    }

    @Test("plays on under spots that precede it")
    func spotsFirst() {
        var configuration = SessionConfiguration(source: "live")
        configuration.breakPolicy = .hold
        var stage = SessionHarness(configuration)
        Self.push(1, 20_000, to: &stage)
        stage.take(.source(generation: 1, .ready))
        stage.open(1)
        stage.command(.setVolume(.decibels(-6)))
        stage.hear(30_000)
        #expect(Self.last("session.playing", in: stage) == [20_000, 20_000])
    }
}
