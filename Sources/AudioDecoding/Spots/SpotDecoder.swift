import Dispatch
import MediaTime
import PCMAudio
import StreamFetching
import Synchronization

/// Decodes and measures a whole spot, so that nothing can hold it up once it plays.
///
/// ``decode()`` is called once, on a thread that may block; ``cancel()`` from any.
package final class SpotDecoder: Sendable {
    private let reader: any ByteReader
    private let hint: Container?
    private let limit: Duration
    private let budget: MemoryBudget
    private let isCancelled = Atomic<Bool>(false)

    /// Takes the spot's bytes from `reader`.
    ///
    /// A spot longer than `limit` is given up: it may be one that never ends. So is one whose
    /// samples do not fit into `budget`, which they are counted against until they are released.
    package init(
        reading reader: any ByteReader, hint: Container? = nil, limit: Duration,
        countedBy budget: MemoryBudget = MemoryBudget(byteCount: 256 << 20)
    ) {
        self.reader = reader
        self.hint = hint
        self.limit = limit
        self.budget = budget
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

    /// Containers are opened one at a time: what FFmpeg takes for that is not counted, and a bad
    /// one takes it only until it is refused.
    private static let opening = DispatchSemaphore(value: 1)

    private func open() throws(DecodingError) -> Demuxer {
        Self.opening.wait()
        defer { Self.opening.signal() }
        return try Demuxer(reading: reader, hint: hint)
    }

    private func decodeAll() throws(DecodingError) -> DecodedSpot {
        var demuxer = try open()
        var decoder = try AudioDecoder(demuxer.stream)
        var samples = GrowingSamples(
            atMost: limit.frameCount * AudioFormat.pipelineChannelCount,
            countedBy: MemoryClaim(on: budget))
        var loudness = LoudnessState(measuring: .whole)
        while let packet = try demuxer.next() {
            try decoder.decode(packet) { piece, _ in take(piece, &samples, &loudness) }
            try check(samples)
        }
        try decoder.finish { piece, _ in take(piece, &samples, &loudness) }
        // A cancelled read ends the bytes: what came so far is not the spot.
        try check(samples)
        guard samples.count > 0, let description = decoder.description else { throw .noSound }
        return DecodedSpot(
            store: samples.moveToStore(), description: description, figures: decoder.figures,
            loudness: MeasuredLoudness(loudness))
    }

    /// Takes in what one packet decodes to, unless nobody wants it any more.
    private func take(
        _ piece: Span<Float>, _ samples: inout GrowingSamples, _ loudness: inout LoudnessState
    ) {
        guard !isCancelled.load(ordering: .acquiring) else { return }
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
