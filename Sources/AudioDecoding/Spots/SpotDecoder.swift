import Dispatch
import MediaTime
import PCMAudio
import StreamFetching
import Synchronization

/// Decodes and measures a whole spot before it plays.
///
/// Call ``decode()`` once, on a thread that may block, and ``cancel()`` from any thread.
package final class SpotDecoder: Sendable {
    private let reader: any ByteReader
    private let hint: Container?
    private let offset: Duration
    private let limit: Duration
    private let budget: MemoryBudget
    private let isCancelled = Atomic<Bool>(false)

    /// Reads the spot's bytes from `reader`, and leaves out the first `offset` of its audio.
    ///
    /// Refuses a spot longer than `limit`, since it may never end, and one whose samples do not fit
    /// into `budget`. The samples count against the budget until they are released.
    package init(
        reading reader: any ByteReader, hint: Container? = nil, from offset: Duration = .zero,
        limit: Duration,
        countedBy budget: MemoryBudget = MemoryBudget(byteCount: 256 << 20)
    ) {
        self.reader = reader
        self.hint = hint
        self.offset = offset
        self.limit = limit
        self.budget = budget
    }

    /// Reads and decodes the whole spot. Blocks until its last byte has arrived.
    package func decode() throws(DecodingError) -> DecodedSpot {
        do throws(DecodingError) {
            return try decodeAll()
        } catch {
            // A cancelled read fails differently depending on where it was cancelled.
            throw isCancelled.load(ordering: .acquiring) ? .cancelled : error
        }
    }

    /// Makes ``decode()`` throw ``DecodingError/cancelled`` soon.
    package func cancel() {
        isCancelled.store(true, ordering: .releasing)
        reader.cancel()
    }

    /// Opens containers one at a time: the budget does not count FFmpeg's memory for that, and a
    /// bad container holds it only until it is refused.
    private static let opening = DispatchSemaphore(value: 1)

    private func open() throws(DecodingError) -> Demuxer {
        Self.opening.wait()
        defer { Self.opening.signal() }
        return try Demuxer(reading: reader, hint: hint)
    }

    private func decodeAll() throws(DecodingError) -> DecodedSpot {
        var demuxer = try open()
        let declared = demuxer.announcedLength
        var decoder = try AudioDecoder(demuxer.stream)
        var samples = GrowingSamples(
            atMost: limit.frameCount * AudioFormat.pipelineChannelCount,
            countedBy: MemoryClaim(on: budget))
        var loudness = LoudnessState(measuring: .whole)
        var leftOut = offset.frameCount * AudioFormat.pipelineChannelCount
        while let packet = try demuxer.next() {
            try decoder.decode(packet) { piece, _ in
                take(piece, without: &leftOut, &samples, &loudness)
            }
            try check(samples)
        }
        try decoder.finish { piece, _ in take(piece, without: &leftOut, &samples, &loudness) }
        // A cancelled read looks like the end of the bytes, but the spot is not complete.
        try check(samples)
        guard samples.count > 0, let description = decoder.description else { throw .noSound }
        return DecodedSpot(
            store: samples.moveToStore(), description: description, figures: decoder.figures,
            loudness: MeasuredLoudness(loudness),
            cut: SpotCut(decoder.figures.frames, of: declared, limit: limit))
    }

    /// Stores and measures the decoded samples of one packet, unless decoding was cancelled. Of the
    /// spot's first samples, `leftOut` are still to be left out.
    private func take(
        _ piece: Span<Float>, without leftOut: inout Int, _ samples: inout GrowingSamples,
        _ loudness: inout LoudnessState
    ) {
        guard !isCancelled.load(ordering: .acquiring) else { return }
        let dropped = min(leftOut, piece.count)
        leftOut -= dropped
        let piece = piece.extracting(dropped...)
        samples.append(piece)
        if samples.refusal == nil { loudness.add(piece) }
    }

    private func check(_ samples: borrowing GrowingSamples) throws(DecodingError) {
        if isCancelled.load(ordering: .acquiring) { throw .cancelled }
        switch samples.refusal {
        case .none: return
        case .tooMany: throw .tooLong(limit: limit)
        case .overBudget: throw .overBudget(byteCount: budget.byteCount)
        }
    }
}

/// A decoded spot, ready to play.
package struct DecodedSpot: Sendable {
    /// Contains exactly the spot's samples, from programme frame 0 on.
    package let store: SampleStore
    package let description: StreamDescription
    package let figures: DecodingFigures

    /// Its loudness; `nil` if it is silent or too short to be measured.
    package let loudness: MeasuredLoudness?

    /// What is missing of its file; `nil` if that is whole, or declares no length.
    package let cut: SpotCut?

    /// The spot's length in frames.
    package var frameCount: Int { store.end - store.start }
}
