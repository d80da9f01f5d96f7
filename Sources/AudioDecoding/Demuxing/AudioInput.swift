import CFFmpeg
import FFmpegCalls
import MediaTime

/// One open container and its audio stream.
struct AudioInput: ~Copyable {
    private let input: OpenInput
    private let streamIndex: Int32
    private var trim: PacketTrim
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
            guard packet.packet.pointee.stream_index == streamIndex else { continue }
            trim.measure(&packet)
            return packet
        }
    }
}
