import CFFmpeg
import FFmpegCalls
import MediaTime

/// Tells what each packet of a stream decodes to once priming and padding are trimmed off,
/// and asks libavcodec to trim what libavformat does not ask it to.
struct PacketTrim {
    private let stream: EncodedStream
    /// Samples that the decoder will still drop before the first that it gives out.
    private var startLeft = 0
    /// For an MP4: samples in the stream, priming included, and how many of them have passed.
    private var total: Int?
    private var passed = 0
    /// Samples in a packet of a codec whose packets are all alike.
    private var usualSamples: Int?
    private var isFirst = true
    private let primingOfFirst: Int

    /// Seconds that a packet lasts at most, whatever its container says.
    private static let longest = 60

    init(_ stream: EncodedStream, duration: Int64, isFragmented: Bool) {
        self.stream = stream
        let parameters = stream.parameters.pointee
        if stream.codec == AV_CODEC_ID_OPUS { startLeft = Int(parameters.initial_padding) }
        let isAAC = stream.codec == AV_CODEC_ID_AAC && stream.container == .mov
        let isKnown = duration > 0 && duration != CFFmpeg_AV_NOPTS_VALUE
        total = isAAC && isKnown && !isFragmented ? Int(duration) : nil
        // A fragmented file written as it was encoded says nothing of the encoder's priming.
        primingOfFirst = isAAC && isFragmented ? 1024 : 0
        usualSamples = isAAC ? nil : 0
    }

    /// Sets the length of `packet`, the next of the stream.
    mutating func measure(_ packet: inout Packet) {
        let rate = packet.frameRate
        let decoded = samples(in: packet, rate: rate)
        if isFirst, primingOfFirst > 0, packet.skippedSamples.start == 0 {
            packet.skip(start: primingOfFirst, end: 0)
        }
        if let total {
            let surplus = min(passed + decoded - total, decoded)
            if surplus > 0 { packet.skip(start: packet.skippedSamples.start, end: surplus) }
        }
        passed += decoded
        let skipped = packet.skippedSamples
        if skipped.start > 0 { startLeft = skipped.start }
        let start = min(startLeft, decoded)
        startLeft -= start
        packet.trimmed = (start, skipped.end)
        // The durations of an Ogg stream's packets end where its sound does.
        let end = stream.container == .ogg ? 0 : skipped.end
        packet.length = SampleCount(max(0, decoded - start - end), rate: rate)
        isFirst = false
    }

    /// Samples that the decoder makes of `packet` before it trims them.
    private mutating func samples(in packet: borrowing Packet, rate: Int) -> Int {
        // Vorbis begins with a packet that only prepares the overlap with the second.
        if isFirst, stream.codec == AV_CODEC_ID_VORBIS { return 0 }
        let duration = packet.packet.pointee.duration
        var samples = 1024
        if duration > 0 {
            let base = stream.timeBase
            samples = Int(
                av_rescale_rnd(
                    duration, Int64(base.num) * Int64(rate), Int64(base.den), AV_ROUND_NEAR_INF))
            samples = min(max(samples, 0), Self.longest * rate)
        }
        // In an MP4 the last packet's duration is whatever is left of the track's.
        guard total != nil else { return samples }
        if usualSamples == nil { usualSamples = samples }
        return usualSamples!
    }
}

extension Packet {
    /// Samples in a second, as the packet itself says where it does, else as the container says.
    fileprivate var frameRate: Int {
        let said = stream.sampleRate
        switch stream.codec {
        case AV_CODEC_ID_OPUS:
            return 48_000
        case AV_CODEC_ID_MP3, AV_CODEC_ID_AAC:
            let bytes = UnsafeBufferPointer(
                start: packet.pointee.data, count: min(Int(packet.pointee.size), 7))
            return FrameHeader(Array(bytes)[...])?.sampleRate ?? said
        case _:
            return said
        }
    }

    /// What the decoder is asked to drop of the packet's sound, as its side data say.
    var skippedSamples: (start: Int, end: Int) {
        var size = 0
        let data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size)
        guard let data, size >= 8 else { return (0, 0) }
        let words = UnsafeRawPointer(data)
        return (
            Int(words.loadUnaligned(as: UInt32.self)),
            Int(words.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        )
    }

    /// Asks the decoder to drop samples of the packet's sound.
    func skip(start: Int, end: Int) {
        let size = 10
        let data = UnsafeMutableRawPointer(
            allocated(av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, size)))
        data.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        data.storeBytes(of: UInt32(start), as: UInt32.self)
        data.storeBytes(of: UInt32(end), toByteOffset: 4, as: UInt32.self)
    }
}
