import Interlude
import MediaTime
import TestServers
import Testing

@Suite("A seek past the end of a file", .timeLimit(.minutes(1)))
struct SeekPastEndTests {
    private static let frameCount = 4 * FrameTime.rate
    private static let samples = Array(MadeStreams.index[..<(2 * frameCount)])

    /// Whether the header of a file states its length.
    enum Header: CaseIterable {
        case exact
        /// It states more than there is.
        case tooLong

        var file: [UInt8] {
            switch self {
            case .exact: WAVBytes.file(samples)
            case .tooLong: WAVBytes.header() + WAVBytes.body(samples)
            }
        }
    }

    @Test(
        "leaves the stream where it is, and reports where the file ends",
        arguments: Header.allCases,
        [Duration.seconds(4), .seconds(5), .seconds(36_000_000), .seconds(900_000_000)])
    func stays(header: Header, time: Duration) async throws {
        let server = FaultServer { _, _ in .answer(header.file, type: "audio/wav") }
        defer { server.stop() }
        let outcome = try await PlayedSource(server.address("/a.wav"))
            .at(24_000, .seek(time)).run()
        #expect(outcome.frames(of: "stream.shifted").isEmpty)
        #expect(outcome.sound == Sound.stream(0, count: Self.frameCount))
        let warnings = outcome.values("reason", of: "session.warning")
        #expect(warnings.contains { $0.contains(Self.words) }, "\(warnings)")
        #expect(outcome.end == .asked)
        #expect(try outcome.replayed() == outcome.log)
    }

    /// A session that plays a file, which states `length` if that is not `nil`.
    private static func playing(_ length: FrameTime?) -> SessionHarness {
        var stage = SessionHarness(opening: "file")
        let facts = SourceFacts(
            kind: .file, codec: "made", sampleRate: 48_000, channelCount: 2, length: length)
        stage.take(.source(generation: 1, .opened(facts)))
        stage.take(.source(generation: 1, .ready))
        return stage
    }

    /// The frames at which the file was opened again.
    private static func places(in stage: SessionHarness) -> [FrameTime] {
        stage.effects.compactMap {
            if case .openStream(_, _, _, let frame) = $0, frame > .zero { frame } else { nil }
        }
    }

    private static let words = "the file ends at 4 s; seek to an earlier time"

    @Test("is refused at once even in a file that has replaced another source")
    func taken() {
        var stage = SessionHarness()
        stage.command(.play(source: "file"))
        let facts = SourceFacts(
            kind: .file, codec: "made", sampleRate: 48_000, channelCount: 2,
            length: FrameTime(192_000))
        stage.take(.source(generation: 2, .opened(facts)))
        stage.take(.source(generation: 2, .ready))
        stage.command(.seek(.seconds(4)))
        #expect(stage.refusals == [Self.words])
    }

    @Test("lets a file continue in place if the listener paused and resumed it meanwhile")
    func resumed() {
        var stage = Self.playing(nil)
        stage.take(.heard(FrameTime(4800), liveEdge: nil))
        stage.command(.pause)
        stage.take(.heard(FrameTime(9600), liveEdge: nil))
        stage.command(.seek(.seconds(9)))
        stage.command(.unpause)
        stage.take(.source(generation: 2, .ended(FrameTime(192_000))))
        stage.take(.heard(FrameTime(14_400), liveEdge: nil))
        #expect(stage.frames(of: "session.playing") == [0, 9600])
    }

    @Test("is refused at once if the file states its length, and nothing is opened for it")
    func refused() {
        var stage = Self.playing(FrameTime(192_000))
        stage.command(.seek(.seconds(4)))
        #expect(stage.refusals == [Self.words])
        #expect(Self.places(in: stage).isEmpty)
        stage.command(.seek(.milliseconds(3999)))
        #expect(stage.refusals == [Self.words])
        #expect(Self.places(in: stage) == [FrameTime(191_952)])
        stage.take(.source(generation: 2, .ready))
        stage.command(.seek(.seconds(5)))
        #expect(stage.refusals == [Self.words, Self.words])
    }

    @Test(
        "is refused at once if the end was found before, even by such a seek",
        arguments: [nil, FrameTime(9_600_000)])
    func known(declared: FrameTime?) {
        var stage = Self.playing(declared)
        stage.command(.seek(.seconds(9)))
        #expect(stage.refusals.isEmpty)
        stage.take(.source(generation: 2, .ended(FrameTime(192_000))))
        stage.command(.seek(.seconds(9)))
        #expect(stage.refusals == [Self.words])
        var decoded = Self.playing(declared)
        decoded.take(.source(generation: 1, .ended(FrameTime(192_000))))
        decoded.command(.seek(.seconds(4)))
        #expect(decoded.refusals == [Self.words])
        decoded.command(.seek(.seconds(1)))
        let facts = SourceFacts(
            kind: .file, codec: "made", sampleRate: 48_000, channelCount: 2, length: declared)
        decoded.take(.source(generation: 2, .opened(facts)))
        decoded.take(.source(generation: 2, .ready))
        decoded.command(.seek(.seconds(4)))
        #expect(decoded.refusals == [Self.words, Self.words])
    }
}
