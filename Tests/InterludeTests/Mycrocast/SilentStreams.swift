import Foundation
import Interlude
import MediaTime
import PCMAudio

/// Endless streams of silence, for any address.
final class SilentStreams: StreamSupply {
    func open(
        _ source: String, from frame: FrameTime,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream {
        let stream = SilentStream(from: frame)
        report(
            .opened(SourceFacts(kind: .file, codec: "silence", sampleRate: 48_000, channelCount: 2))
        )
        return stream
    }
}

private final class SilentStream: OpenStream {
    private let samples: SampleStore
    var store: SampleStore? { samples }

    init(from frame: FrameTime) {
        let store = SampleStore(capacity: 4 * 48_000, startingAt: frame)
        samples = store
        Thread.detachNewThread {
            let silence = [Float](repeating: 0, count: 9600)
            while store.appendAll(silence.span) {}
        }
    }

    var liveEdge: FrameTime? { nil }
    func title(at frame: FrameTime) -> String? { nil }
    func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        samples.notify(whenReady: frame, body)
    }

    func jump(
        to frame: FrameTime, report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream { self }

    func catchUp(by frameCount: Int) {}
    func close() { samples.cancel() }
}
