import AudioDecoding
import MediaTime
import StreamFetching

/// What the beginning of a stream turns out to be when it is decoded.
struct ProbedAudio {
    let description: StreamDescription

    /// How much was decoded.
    let length: FrameTime

    /// In LUFS, of all that was decoded; `nil` for silence.
    let loudness: Double?

    /// In bit/s: of the packets that were decoded, or as the stream states it if that agrees.
    let bitRate: Int

    /// The first byte of each packet, and when it is heard.
    private let places: [(byte: Int, time: FrameTime)]

    /// Decodes at most `limit` of `reader`. Blocks.
    init(
        _ reader: any ByteReader, hint: Container?, atMost limit: Duration
    ) throws(DecodingError) {
        var demuxer = try Demuxer(reading: reader, hint: hint)
        var decoder = try AudioDecoder(demuxer.stream)
        let track = LoudnessTrack(startingAt: .zero)
        var meter = BlockMeter(into: track)
        var places: [(byte: Int, time: FrameTime)] = []
        var byteCount = 0
        while decoder.now.duration < limit, let packet = try demuxer.next() {
            places.append((packet.bytePosition, decoder.now))
            byteCount += packet.byteCount
            try decoder.decode(packet) { samples, _ in meter.measure(samples) }
        }
        try decoder.finish { samples, _ in meter.measure(samples) }
        guard let description = decoder.description, decoder.now > .zero else { throw .noSound }
        self.description = description
        length = decoder.now
        let heard = FrameRange(.zero, decoder.now)
        loudness = LoudnessGate.loudness(of: track.blocks(in: heard), fewest: 1)
        let measured = Double(byteCount) * 8 / decoder.now.seconds
        // Fragments of MP4 have no rate, and libavformat states one nevertheless.
        let stated = description.bitRate.flatMap { rate in
            abs(Double(rate) - measured) < measured / 10 ? rate : nil
        }
        bitRate = stated ?? Int(saturating: measured.rounded())
        self.places = places
    }

    /// When the first packet from this byte on is heard; `nil` if that was not decoded.
    func time(ofByte byte: Int) -> FrameTime? {
        places.first { $0.byte >= byte }?.time
    }
}
