import AudioDecoding
import MediaTime
import PCMAudio
import Playout
import StreamFetching

/// A source that has an end, decoded as it is heard.
final class FileStream: OpenStream {
    private let reader: FileReader

    init(
        reading bytes: any ByteReader, named name: String, from frame: FrameTime,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) {
        let isFirst = FirstTime()
        reader = FileReader(reading: bytes, from: frame) { event in
            switch event {
            case .opened(let description):
                if isFirst.take() { report(.opened(SourceFacts(description, kind: .file))) }
            case .title(let text, let frame): report(.title(text, at: frame))
            case .ended(let frame, _): report(.ended(frame))
            case .failed(let error):
                // Damage after the beginning ends the file where it is; what was decoded is heard.
                if isFirst.take() { report(.failed(SessionFailure(error, of: name))) }
            case .formatChanged, .concealed, .connectionLost, .reconnected: break
            }
        }
    }

    var store: SampleStore { reader.store }
    var liveEdge: FrameTime? { nil }
    func title(at frame: FrameTime) -> String? { nil }

    /// A file is opened anew to go elsewhere; nobody jumps in it.
    func jump(to frame: FrameTime) -> any OpenStream { self }

    func close() { reader.stop() }
}

extension SourceFacts {
    init(_ description: StreamDescription, kind: Kind) {
        self.init(
            kind: kind, codec: description.codec, sampleRate: description.sampleRate,
            channelCount: description.channelCount)
    }
}
