import AudioDecoding
import MediaTime
import PCMAudio
import Platform
import StreamFetching
import Synchronization

/// Decodes a source of finite length into a window of samples, on a thread of its own.
///
/// Runs until the end, a failure, or ``stop()``, which must be called.
package final class FileReader: Sendable {
    /// The source's samples, addressed by stream frame, from the requested frame on.
    package let store: SampleStore

    /// The loudness of the samples from the store's first frame on; `nil` if it is not measured.
    package let loudness: LoudnessTrack?

    private let reader: any ByteReader
    private let isStopped = Atomic<Bool>(false)

    /// Starts decoding the bytes of `reader` from stream frame `frame` on. Returns at once.
    ///
    /// `report` is called on the reader's thread.
    package init(
        reading reader: any ByteReader, hint: Container? = nil, from frame: FrameTime = .zero,
        metering: LoudnessMetering = .blocks,
        report: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        store = SampleStore(capacity: ReaderWindow.own.frameCount, startingAt: frame)
        loudness = metering == .blocks ? LoudnessTrack(startingAt: frame) : nil
        self.reader = reader
        do throws(ThreadFailure) {
            try PlatformThread.start(named: "file reader") { self.run(hint, from: frame, report) }
        } catch {
            report(.failed(error))
            store.finish()
        }
    }

    /// Calls `body` once everything before `frame` is decoded, or as much of it as fits the store,
    /// or the source's end is known. Replaces an earlier request. Callable from any thread; calls
    /// `body` on any thread.
    package func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        store.notify(whenReady: min(frame, ReaderWindow.own.end(of: store)), body)
    }

    /// Ends the thread and releases the bytes. The samples stay. Callable from any thread.
    package func stop() {
        isStopped.store(true, ordering: .releasing)
        reader.cancel()
        store.cancel()
    }
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
            // Report first: the source's end is then known when an empty store becomes ready.
            report(.ended(end ?? store.readyEnd, figures))
            store.finish()
        } catch {
            // Ignore errors that stopping causes.
            guard !isStopped.load(ordering: .acquiring) else { return }
            report(.failed(error))
            store.finish()
        }
    }

    /// Returns the source's end if that is before `frame`.
    private func decode(
        _ hint: Container?, from frame: FrameTime,
        _ report: @escaping @Sendable (ReaderEvent) -> Void
    ) throws(DecodingError) -> (DecodingFigures, end: FrameTime?) {
        var demuxer = try Demuxer(reading: reader, hint: hint)
        var end = FrameTime.zero
        guard let entry = try EntryPoint(before: frame, in: &demuxer, end: &end) else {
            guard frame > .zero else { throw .noSound }
            // It ends before `frame`: nothing is decoded, so report the format that it declares.
            report(.opened(StreamDescription(declaredOf: demuxer.stream)))
            return (DecodingFigures(), end)
        }
        var decoder = try AudioDecoder(
            entry.packet.stream, at: entry.clock, entry: entry.kind)
        var writer = StoreWriter(store, measuringInto: loudness)
        var events = DecoderEvents(report: report)
        let clock = ContinuousClock()
        let start = clock.now
        var soundless = SoundlessRun()
        try decoder.decode(entry.packet) { writer.write($0, at: $1) }
        events.reportChanges(of: decoder)
        while !writer.isCancelled, let packet = try demuxer.next() {
            try decoder.decode(packet) { writer.write($0, at: $1) }
            // Once a file has produced audio, play it to its end.
            if decoder.figures.frames == 0 {
                try soundless.take(packet.byteCount, frameCount: 0, at: clock.now - start)
            }
            events.reportChanges(of: decoder)
        }
        try decoder.finish { writer.write($0, at: $1) }
        events.reportChanges(of: decoder)
        guard decoder.description != nil else { throw .noSound }
        return (decoder.figures, nil)
    }
}
