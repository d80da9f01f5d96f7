import AudioDecoding
import MediaTime
import PCMAudio
import StreamFetching
import Synchronization

/// Decodes a source that has an end into a window of samples, on a thread of its own.
///
/// Runs until the end, a failure, or ``stop()``, which has to be called.
package final class FileReader: Sendable {
    /// The source's samples, addressed by stream frame, beginning with the one asked for.
    package let store: SampleStore

    /// How loud the samples are, from the store's first on; `nil` where that is not measured.
    package let loudness: LoudnessTrack?

    private let reader: any ByteReader
    private let isStopped = Atomic<Bool>(false)

    /// Begins to decode the bytes of `reader` from stream frame `frame` on. Returns at once.
    ///
    /// `report` is called on the reader's thread.
    package init(
        reading reader: any ByteReader, hint: Container? = nil, from frame: FrameTime = .zero,
        metering: LoudnessMetering = .blocks,
        report: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        store = SampleStore(capacity: ReaderWindow.frames, startingAt: frame)
        loudness = metering == .blocks ? LoudnessTrack(startingAt: frame) : nil
        self.reader = reader
        ReaderThread.start(named: "file reader") { self.run(hint, from: frame, report) }
    }

    /// Calls `body` once everything before `frame` is decoded, or as much of it as the store has room
    /// for, or the source's end is known. From any thread, and instead of what was asked before.
    package func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        store.notify(whenReady: min(frame, ReaderWindow.end(of: store)), body)
    }

    /// Lets go of the thread and of the bytes. The samples stay. Callable from any thread.
    package func stop() {
        isStopped.store(true, ordering: .releasing)
        reader.cancel()
        store.cancel()
    }
}

/// How much decoded sound a reader keeps ahead of what is heard, and after it.
enum ReaderWindow {
    /// As much ahead, and what was heard and may have to be rendered again.
    static let frames = 5 * FrameTime.rate

    /// The frame up to which samples fit into `store` while its reader stands still, who keeps less
    /// than half of it.
    static func end(of store: SampleStore) -> FrameTime { store.reached + frames / 2 }
}

extension FileReader {
    /// The thread's entry point.
    private func run(
        _ hint: Container?, from frame: FrameTime,
        _ report: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        do throws(DecodingError) {
            let (figures, end) = try decode(hint, from: frame, report)
            guard !isStopped.load(ordering: .acquiring) else { return }
            // First, so that it is known where the source ends when the store is ready with nothing.
            report(.ended(end ?? store.readyEnd, figures))
            store.finish()
        } catch {
            // What a stopped reader runs into is nobody's failure.
            guard !isStopped.load(ordering: .acquiring) else { return }
            report(.failed(error))
            store.finish()
        }
    }

    /// Returns where the source ends if that is before `frame`.
    private func decode(
        _ hint: Container?, from frame: FrameTime,
        _ report: @escaping @Sendable (ReaderEvent) -> Void
    ) throws(DecodingError) -> (DecodingFigures, end: FrameTime?) {
        var demuxer = try Demuxer(reading: reader, hint: hint)
        var end = FrameTime.zero
        guard let entry = try EntryPoint(before: frame, in: &demuxer, end: &end) else {
            guard frame > .zero else { throw .noSound }
            // It ends before: there is nothing to decode, and only its own word for what it is.
            report(.opened(StreamDescription(declaredOf: demuxer.stream)))
            return (DecodingFigures(), end)
        }
        var decoder = try AudioDecoder(
            entry.packet.stream, at: entry.clock, entry: entry.kind)
        var writer = StoreWriter(store, measuringInto: loudness)
        var news = DecoderNews(report: report)
        let clock = ContinuousClock()
        let start = clock.now
        var soundless = SoundlessRun()
        try decoder.decode(entry.packet) { writer.write($0, at: $1) }
        news.tell(of: decoder)
        while !writer.isCancelled, let packet = try demuxer.next() {
            try decoder.decode(packet) { writer.write($0, at: $1) }
            // A file whose sound has begun is played to its end.
            if decoder.figures.frames == 0 {
                try soundless.take(packet.byteCount, frameCount: 0, at: clock.now - start)
            }
            news.tell(of: decoder)
        }
        try decoder.finish { writer.write($0, at: $1) }
        news.tell(of: decoder)
        guard decoder.description != nil else { throw .noSound }
        return (decoder.figures, nil)
    }
}
