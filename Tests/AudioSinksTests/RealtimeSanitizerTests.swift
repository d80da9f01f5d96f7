import AudioMixing
import CRealtimeSanitizer
import Glibc
import MediaTime
import PCMAudio
import TestSignals
import Testing

@testable import AudioSinks

/// Run by `tools/rtsan`, which runs the other tests under the sanitizer too.
@Suite("RealtimeSanitizer", .enabled(if: CRealtimeSanitizer_is_linked() != 0))
struct RealtimeSanitizerTests {
    @Test("ends a process that allocates on the render path")
    func catchesAllocation() async {
        await #expect(processExitsWith: .failure) {
            CRealtimeSanitizer_realtime_enter()
            free(malloc(64))
            CRealtimeSanitizer_realtime_exit()
        }
    }

    @Test("accepts rendering many clips with the limiter active")
    func letsRender() {
        let store = Signal.tone(frequency: 440, level: .decibels(3), frameCount: 9600).stored()
        let clips = (0..<20).map { number in
            let start = FrameTime(Int64(number * 100))
            return Clip(
                source: store.handle, output: FrameRange(start, count: 4800), sourceStart: .zero,
                envelope: Envelope(
                    entry: Ramp(start: start, frameCount: 480, from: 0, to: 1)))
        }
        let mix = PublishedMix()
        let limited = FrameRange(FrameTime(50), FrameTime(5000))
        mix.publish(MixPlan(clips: clips, limited: [limited]), keeping: [store])
        let renderer = SinkRenderer(mix: mix, report: { _ in })
        #expect(renderer.adoptNewest(replacingFrom: .zero) == .adopted)
        var block = [Float](repeating: 0, count: 2 * 441)
        while renderer.rendered < FrameTime(9600) {
            block.withUnsafeMutableBufferPointer { renderer.render(into: $0) }
        }
    }
}
