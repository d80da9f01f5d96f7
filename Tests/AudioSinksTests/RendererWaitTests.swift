import AudioMixing
import MediaTime
import PCMAudio
import Testing

@testable import AudioSinks

@Suite("A renderer in virtual time")
struct RendererWaitTests {
    /// A renderer of a clip of `store` without an end.
    private static func renderer(of store: SampleStore) -> SinkRenderer {
        let mix = PublishedMix()
        let clip = Clip(
            source: store.handle, output: FrameRange(.zero, .distantFuture), sourceStart: .zero)
        mix.publish(MixPlan(clips: [clip]), keeping: [store])
        let renderer = SinkRenderer(mix: mix, report: { _ in })
        #expect(renderer.adoptNewest(replacingFrom: .zero) == .adopted)
        return renderer
    }

    @Test(
        "takes a frame at a time from a store that is too small for more",
        arguments: [(4, 1), (96_000, 1_000)])
    func blockLength(capacity: Int, length: Int) {
        let renderer = Self.renderer(of: SampleStore(capacity: capacity))
        #expect(renderer.blockLength(upTo: 1_000) == length)
    }

    @Test(
        "waits for the last sample of a block, and for none after it",
        arguments: [(99, false), (100, true)])
    func lastSample(storedCount: Int, isEnough: Bool) {
        let store = SampleStore(capacity: 96_000)
        _ = store.append([Float](repeating: 0, count: 2 * storedCount).span)
        let renderer = Self.renderer(of: store)
        // Asked before and after a wait, and only after none.
        var questionCount = 0
        let hasSamples = renderer.waitForSamples(
            before: FrameTime(100), thenUntil: FrameTime(200), in: SampleWait()
        ) {
            questionCount += 1
            return questionCount > 1
        }
        #expect(hasSamples == isEnough)
    }
}
