import MediaTime
import PCMAudio
import StreamFetching
import Synchronization

/// Decodes and measures a whole spot, so that nothing can hold it up once it plays (A40).
///
/// ``decode()`` is called once, on a thread that may block; ``cancel()`` from any.
package final class SpotDecoder: Sendable {
    private let reader: any ByteReader
    private let hint: Container?
    private let limit: Duration
    private let isCancelled = Atomic<Bool>(false)

    /// Takes the spot's bytes from `reader`.
    ///
    /// A spot longer than `limit` is given up: it may be one that never ends.
    package init(reading reader: any ByteReader, hint: Container? = nil, limit: Duration) {
        self.reader = reader
        self.hint = hint
        self.limit = limit
    }

    /// Waits for the spot's bytes and decodes them.
    package func decode() throws(DecodingError) -> DecodedSpot {
        do throws(DecodingError) {
            return try decodeAll()
        } catch {
            // What a cancelled read looks like from within depends on where it was cancelled.
            throw isCancelled.load(ordering: .acquiring) ? .cancelled : error
        }
    }

    /// Makes ``decode()`` throw ``DecodingError/cancelled`` soon.
    package func cancel() {
        isCancelled.store(true, ordering: .releasing)
        reader.cancel()
    }

    private func decodeAll() throws(DecodingError) -> DecodedSpot {
        var demuxer = try Demuxer(reading: reader, hint: hint)
        var decoder = try AudioDecoder(demuxer.stream)
        var samples = GrowingSamples()
        var loudness = LoudnessState(measuring: .whole)
        let most = limit.frameCount * AudioFormat.pipelineChannelCount
        while let packet = try demuxer.next() {
            try decoder.decode(packet) { piece, _ in
                samples.append(piece)
                loudness.add(piece)
            }
            guard samples.count <= most else { throw .tooLong(limit: limit) }
            if isCancelled.load(ordering: .acquiring) { throw .cancelled }
        }
        try decoder.finish { piece, _ in
            samples.append(piece)
            loudness.add(piece)
        }
        // A cancelled read ends the bytes: what came so far is not the spot.
        if isCancelled.load(ordering: .acquiring) { throw .cancelled }
        guard samples.count > 0, let description = decoder.description else { throw .noSound }
        guard samples.count <= most else { throw .tooLong(limit: limit) }
        let store = SampleStore(capacity: samples.count / AudioFormat.pipelineChannelCount)
        samples.withSamples { _ = store.append($0) }
        store.finish()
        return DecodedSpot(
            store: store, description: description, figures: decoder.figures,
            loudness: MeasuredLoudness(loudness))
    }
}

/// A spot that can be heard at any moment.
package struct DecodedSpot: Sendable {
    /// Holds exactly the spot's samples, from programme frame 0 on.
    package let store: SampleStore
    package let description: StreamDescription
    package let figures: DecodingFigures

    /// How loud it is; `nil` of silence and of what is too short to be measured.
    package let loudness: MeasuredLoudness?

    /// How many frames the spot lasts.
    package var frameCount: Int { store.end - store.start }
}
