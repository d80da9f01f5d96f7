import CFFmpeg
import FFmpegCalls
import PCMAudio

/// Encodes the pipeline's audio incrementally, once for all listeners.
///
/// For one thread.
package struct SoundEncoder: ~Copyable {
    package let codec: SoundCodec

    private let context: EncoderContext
    private let packet = OwnedPacket()
    private var input: InputFrame
    /// The number of frames passed to the encoder so far.
    private var frameCount = 0
    private var packetCount = 0

    /// RFC 7845, section 4.2: a decoder that starts inside an Opus stream converges after 80 ms.
    private static let opusConvergence = 3840

    package init(_ format: ListenFormat) throws(EncodingError) {
        try self.init(format.codec, bitRate: format.codec.usualBitRate)
    }

    /// `bitRate` is in bits per second; a lossless encoder ignores it.
    package init(_ codec: SoundCodec, bitRate: Int) throws(EncodingError) {
        let context = try EncoderContext(codec, bitRate: bitRate)
        let input: InputFrame
        do throws(FFmpegError) {
            input = try InputFrame(capacity: context.packetLength, as: codec.sampleFormat)
        } catch {
            throw .unusableEncoder(codec.encoderName, reason: error.description)
        }
        self.codec = codec
        self.context = context
        self.input = input
    }

    /// Throws if this machine has no encoder for `format`. Does not open one.
    package static func look(for format: ListenFormat) throws(EncodingError) {
        _ = try format.codec.encoder()
    }

    /// What a decoder needs before the first packet; empty for most codecs.
    package var header: [UInt8] { context.header }

    /// The delay of the decoded audio behind the input, in frames.
    package var delay: Int { context.delay }

    /// Encodes any number of interleaved `samples`, and returns the packets that they complete,
    /// perhaps none.
    package mutating func encode(_ samples: Span<Float>) throws(EncodingError) -> EncodedChunk {
        let count = samples.count / AudioFormat.pipelineChannelCount
        var packets: [[UInt8]] = []
        var done = 0
        while done < count {
            let step = min(count - done, input.room)
            input.append(samples, from: done, count: step)
            done += step
            if input.room == 0 { packets += try takeIn() }
        }
        return chunk(of: packets, .inTheMiddle)
    }

    /// Encodes the remaining frames. Nothing can be encoded afterwards.
    package mutating func finish() throws(EncodingError) -> EncodedChunk {
        var packets = input.frameCount > 0 ? try takeIn() : []
        packets += try encode(nil)
        let decoded = (packetCount + packets.count) * context.packetLength
        return chunk(of: packets, .last(padding: max(0, decoded - frameCount - context.delay)))
    }

    private mutating func takeIn() throws(EncodingError) -> [[UInt8]] {
        let packets = try encode(input.collected(startingAt: frameCount))
        frameCount += input.frameCount
        do throws(FFmpegError) {
            try input.empty()
        } catch {
            throw .unusableEncoder(codec.encoderName, reason: error.description)
        }
        return packets
    }

    private func encode(
        _ frame: UnsafeMutablePointer<AVFrame>?
    ) throws(EncodingError) -> [[UInt8]] {
        do throws(FFmpegError) {
            return try context.encode(frame, through: packet)
        } catch {
            throw .unusableEncoder(codec.encoderName, reason: error.description)
        }
    }

    private mutating func chunk(
        of packets: [[UInt8]], _ place: EncodedChunk.Place
    ) -> EncodedChunk {
        defer { packetCount += packets.count }
        let leadIn =
            switch codec {
            case .opus: packetCount == 0 ? context.delay : Self.opusConvergence
            case .mp3, .aac, .flac: context.delay
            }
        return EncodedChunk(
            packets: packets, firstPacket: packetCount, packetLength: context.packetLength,
            leadIn: leadIn, place: place)
    }
}
