import CFFmpeg
import FFmpegCalls
import MediaTime

/// One open container and its audio stream.
struct AudioInput: ~Copyable {
    private let input: OpenInput
    private let streamIndex: Int32
    private var trim: PacketTrim
    /// How many packets were read or skipped, and the time of the last one read.
    private var passed = (count: 0, time: Int64(0))
    /// The time of the next packet: a seek leads to one before it.
    private var landing = Int64.min
    let stream: EncodedStream

    /// Opens the next bytes of `source` as `container`.
    init(_ container: Container, in source: ByteSource) throws(DecodingError) {
        guard let format = container.format else { throw .unsupportedContainer(container) }
        let input: OpenInput
        do throws(FFmpegError) {
            input = try OpenInput(reading: source, as: container, format)
        } catch {
            if let failure = source.failure { throw .reading(ReadFailure(failure)) }
            throw .damagedHeader(container, reason: error.description)
        }
        guard let audio = input.audioStream() else { throw .noAudioStream(container) }
        let stream = EncodedStream(copying: audio, in: container)
        guard stream.codec != AV_CODEC_ID_NONE else { throw .noAudioStream(container) }
        for index in 0..<Int(input.context.pointee.nb_streams) {
            let other = input.context.pointee.streams[index]!
            if other != audio { other.pointee.discard = AVDISCARD_ALL }
        }
        trim = PacketTrim(
            stream, duration: audio.pointee.duration, isFragmented: audio.pointee.nb_frames == 0)
        streamIndex = audio.pointee.index
        self.stream = stream
        self.input = input
    }

    /// Reads the next packet of the audio stream; throws FFmpeg's end-of-file error at the end.
    mutating func next() throws(FFmpegError) -> Packet {
        while true {
            var packet = Packet(of: stream)
            let result = input.read(packet.packet, comingAs: stream.container)
            if result == CFFmpeg_AVERROR_EAGAIN { continue }
            try check(result)
            guard packet.packet.pointee.stream_index == streamIndex,
                packet.packet.pointee.dts >= landing
            else { continue }
            landing = .min
            trim.measure(&packet)
            passed = (passed.count + 1, packet.packet.pointee.dts)
            return packet
        }
    }

    /// Skips packets of equal lengths without reading them: as many as decode to at most `count`
    /// samples, by the index of the container. Returns how many samples it skipped.
    ///
    /// Skips nothing unless the index agrees with all that is known of the packets.
    mutating func leap(over count: Int) -> Int {
        guard let usual = trim.constantLength, usual > 0, count >= Self.shortestLeap * usual,
            let audio = input.context.pointee.streams[Int(streamIndex)],
            trim.packetCount == Int(avformat_index_get_entries_count(audio)),
            let newest = Int32(exactly: passed.count - 1),
            let last = avformat_index_get_entry(audio, newest),
            last.pointee.timestamp == passed.time
        else { return 0 }
        let skipped = min(count / usual, trim.packetCountLeft)
        guard skipped >= Self.shortestLeap, let target = Int32(exactly: passed.count + skipped),
            let entry = avformat_index_get_entry(audio, target),
            let early = avformat_index_get_entry(audio, target - Self.margin)
        else { return 0 }
        let (time, aim) = (entry.pointee.timestamp, early.pointee.timestamp)
        guard av_index_search_timestamp(audio, time, AVSEEK_FLAG_BACKWARD) == target,
            av_seek_frame(input.context, streamIndex, aim, AVSEEK_FLAG_BACKWARD) >= 0
        else { return 0 }
        landing = time
        trim.skip(packets: skipped)
        passed.count += skipped
        return skipped * usual
    }

    /// How many packets before the right one a seek aims at. libavformat takes the time for one of
    /// presentation, and lands a few packets off.
    private static let margin: Int32 = 20

    /// Fewer packets are read faster than skipped.
    private static let shortestLeap = 200
}
