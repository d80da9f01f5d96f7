import CFFmpeg
import FFmpegCalls
import MediaTime

/// Computes the length of each packet of a stream after priming and padding are trimmed. Where
/// libavformat does not tell libavcodec to trim them, it does.
struct PacketTrim {
    private let stream: EncodedStream
    /// How many more samples the decoder will drop before the first that it outputs.
    private var startLeft = 0
    /// For an MP4: the samples in the stream, including priming, and how many have passed.
    private var total: Int?
    private var passed = 0
    /// The samples per packet of a codec with packets of constant length.
    private var usualSamples: Int?
    private var isFirst = true
    private let primingOfFirst: Int

    /// The limit in seconds on a packet's length, whatever its container declares.
    private static let longest = 60

    init(_ stream: EncodedStream, duration: Int64, isFragmented: Bool) {
        self.stream = stream
        let parameters = stream.parameters.pointee
        if stream.codec == AV_CODEC_ID_OPUS { startLeft = Int(parameters.initial_padding) }
        let isAAC = stream.codec == AV_CODEC_ID_AAC && stream.container == .mov
        let isKnown = duration > 0 && duration != CFFmpeg_AV_NOPTS_VALUE
        total = isAAC && isKnown && !isFragmented ? Int(duration) : nil
        // A fragmented file that was written while encoding does not declare the encoder's priming.
        primingOfFirst = isAAC && isFragmented ? 1024 : 0
        usualSamples = isAAC ? nil : 0
    }

    /// The samples of every packet up to the padding; `nil` if that is not known, and while the
    /// priming is trimmed.
    var constantLength: Int? { total != nil && startLeft == 0 && !isFirst ? usualSamples : nil }

    /// How many packets the stream has; `nil` if that is not known.
    var packetCount: Int? {
        guard let total, let usualSamples, usualSamples > 0 else { return nil }
        return (total + usualSamples - 1) / usualSamples
    }

    /// How many of the next packets have no padding.
    var packetCountLeft: Int {
        guard let total, let usualSamples, usualSamples > 0 else { return 0 }
        return max(0, total - passed) / usualSamples
    }

    /// Notes that `count` packets of ``constantLength`` were not read.
    mutating func skip(packets count: Int) { passed += count * (usualSamples ?? 0) }

    /// Sets the length of `packet`, the next one of the stream.
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
        // In an Ogg stream the packets' durations already exclude the padding.
        let end = stream.container == .ogg ? 0 : skipped.end
        packet.length = SampleCount(max(0, decoded - start - end), rate: rate)
        isFirst = false
    }

    /// The number of samples that `packet` decodes to before trimming.
    private mutating func samples(in packet: borrowing Packet, rate: Int) -> Int {
        // Vorbis's first packet only prepares the overlap with the second.
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
        // In an MP4 the last packet's duration is the remainder of the track's.
        guard total != nil else { return samples }
        if usualSamples == nil { usualSamples = samples }
        return usualSamples!
    }
}

extension Packet {
    /// Samples per second, as the packet itself declares, otherwise as the container does.
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

    /// How many samples the packet's side data tells the decoder to drop.
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

    /// Tells the decoder to drop samples of the packet's audio.
    func skip(start: Int, end: Int) {
        let size = 10
        let data = UnsafeMutableRawPointer(
            allocated(av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, size)))
        data.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        data.storeBytes(of: UInt32(start), as: UInt32.self)
        data.storeBytes(of: UInt32(end), toByteOffset: 4, as: UInt32.self)
    }
}
