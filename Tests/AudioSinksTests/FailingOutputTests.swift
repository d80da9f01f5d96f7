import AudioMixing
import MediaTime
import PCMAudio
import Testing

@testable import AudioSinks

@Suite("An output that fails while it is written", .timeLimit(.minutes(1)))
struct FailingOutputTests {
    /// Accepts some blocks, and no more.
    private final class FullOutput: BlockOutput {
        private var roomLeft: Int

        init(blockCount: Int) { roomLeft = blockCount }

        func write(_ samples: Span<Float>) throws(SinkFailure) {
            guard roomLeft > 0 else { throw SinkFailure("the disk is full") }
            roomLeft -= 1
        }

        func close() throws(SinkFailure) {}
    }

    @Test(
        "is reported at once and thrown at the end, with either clock",
        arguments: [OutputClock.virtual, .real(speed: 10)])
    func midSession(clock: OutputClock) throws {
        let log = ReportLog()
        let mix = PublishedMix()
        mix.grantedEnd = FrameTime(480_000)
        let loop = RenderLoop(named: "full", clock: clock, output: FullOutput(blockCount: 3))
        loop.start(rendering: mix, report: log.receive)
        let failure = log.first { if case .failed = $0 { true } else { false } }
        #expect(failure == .failed(reason: "the disk is full"))
        #expect(throws: SinkFailure.self) { try loop.finish(within: .seconds(20)) }
    }
}
