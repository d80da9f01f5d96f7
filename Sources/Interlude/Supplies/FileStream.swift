import AudioDecoding
import MediaTime
import PCMAudio
import Playout
import StreamFetching

/// A source with an end, decoded while it plays.
final class FileStream: OpenStream {
    private let reader: FileReader

    init(
        reading bytes: any ByteReader, named name: String, from frame: FrameTime,
        metering: LoudnessMetering,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) {
        let outlet = Outlet(report)
        let kind = bytes.size == nil ? SourceFacts.Kind.pipe : .file
        reader = FileReader(reading: bytes, from: frame, metering: metering) {
            outlet.send($0, as: kind, of: name, station: nil)
        }
    }

    var store: SampleStore? { reader.store }
    var loudness: LoudnessTrack? { reader.loudness }

    func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        reader.notify(whenReady: frame, body)
    }

    var liveEdge: FrameTime? { nil }
    func title(at frame: FrameTime) -> String? { nil }

    /// A seek opens the file again; there are no jumps.
    func jump(
        to frame: FrameTime, report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream { self }

    /// A file has no lag.
    func catchUp(by frameCount: Int) {}

    func close() { reader.stop() }
}

extension SourceFacts {
    init(_ description: StreamDescription, kind: Kind) {
        self.init(
            kind: kind, codec: description.codec, sampleRate: description.sampleRate,
            channelCount: description.channelCount,
            length: kind == .file ? description.length : nil,
            estimatedLength: kind == .file ? description.estimatedLength : nil)
    }
}
