import AudioDecoding
import MediaTime

/// Decodes the packets of a live stream, one after the other, and writes their samples to a store.
///
/// For one thread at a time.
struct LiveDecoding: ~Copyable {
    private let source: LiveSource
    private var stream: EncodedStream
    private var decoder: AudioDecoder
    private var writer: ProgrammeWriter
    private var events: DecoderEvents
    private var soundless = SoundlessRun()
    private let start = ContinuousClock.now

    /// How far a decoder may be off stream time before it is corrected: damage that does not show
    /// in any packet adds up.
    private static let tolerance = FrameTime.rate / 10

    /// Decodes the first packet.
    init(
        beginningWith first: borrowing TimedPacket, of source: LiveSource,
        _ writer: consuming ProgrammeWriter, _ events: DecoderEvents
    ) throws(DecodingError) {
        var writer = writer
        var decoder = try AudioDecoder(
            first.packet.stream, at: first.clock, entry: first.entry)
        try Self.decode(first, by: &decoder, into: &writer)
        self.source = source
        stream = first.packet.stream
        self.events = events
        self.writer = writer
        self.decoder = decoder
    }

    /// Whether the store takes no more samples.
    var isCancelled: Bool { writer.isCancelled }

    /// Decodes the next packet. Returns `false` if it is not the next one: the cursor has fallen
    /// behind the time-shift window.
    mutating func take(_ next: borrowing TimedPacket) throws(DecodingError) -> Bool {
        source.noteDecoded(next.clock.now)
        // Before the first audio, missed packets do not count as falling behind.
        let isUnheard = writer.startsWithStream && decoder.figures.frames == 0
        guard next.missedCount == 0 || isUnheard else { return false }
        let isOff = abs(decoder.now - next.clock.now) > Self.tolerance
        if next.packet.stream !== stream || isOff {
            stream = next.packet.stream
            try Self.goOn(
                with: next, isOff ? .broken : next.succession, by: &decoder, into: &writer)
        }
        try Self.decode(next, by: &decoder, into: &writer)
        try soundless.take(
            next.packet.byteCount, frameCount: decoder.figures.frames,
            at: ContinuousClock.now - start)
        events.reportChanges(of: decoder)
        return true
    }

    /// Writes what is still buffered. Nothing may follow.
    mutating func finish() throws(DecodingError) -> DecodingFigures {
        try Self.finish(&decoder, into: &writer)
        events.reportChanges(of: decoder)
        return decoder.figures
    }
}

// MARK: - From the decoder to the writer

extension LiveDecoding {
    // A closure that writes may not capture `self` while its decoder is in use.

    private static func decode(
        _ next: borrowing TimedPacket, by decoder: inout AudioDecoder,
        into writer: inout ProgrammeWriter
    ) throws(DecodingError) {
        try decoder.decode(next.packet) { writer.write($0, at: $1) }
    }

    private static func goOn(
        with next: borrowing TimedPacket, _ succession: AudioDecoder.Succession,
        by decoder: inout AudioDecoder, into writer: inout ProgrammeWriter
    ) throws(DecodingError) {
        try decoder.goOn(
            with: next.packet.stream, at: next.clock, entry: next.entry, succession
        ) { writer.write($0, at: $1) }
    }

    private static func finish(
        _ decoder: inout AudioDecoder, into writer: inout ProgrammeWriter
    ) throws(DecodingError) {
        try decoder.finish { writer.write($0, at: $1) }
        writer.finish()
    }
}
