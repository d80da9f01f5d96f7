import CFFmpeg
import FFmpegCalls
import MediaTime
import StreamFetching
import Testing

@testable import AudioDecoding

@Suite("An encoded stream")
struct EncodedStreamTests {
    /// What a container declares.
    struct Declared: Sendable {
        var container = Container.wav
        var codec = AV_CODEC_ID_PCM_S16LE
        var rate: Int32 = 44_100
        var base = AVRational(num: 1, den: 44_100)
        var duration: Int64 = 0
        var packetCount: Int64 = 0

        /// Calls `body` with libavformat's description of it.
        func withStream<Result>(
            _ body: (UnsafePointer<AVStream>) throws -> Result
        ) throws -> Result {
            try FFmpegLibraries.load()
            var stream = AVStream()
            stream.codecpar = avcodec_parameters_alloc()
            defer { avcodec_parameters_free(&stream.codecpar) }
            stream.codecpar.pointee.codec_type = AVMEDIA_TYPE_AUDIO
            stream.codecpar.pointee.codec_id = codec
            stream.codecpar.pointee.sample_rate = rate
            stream.time_base = base
            stream.duration = duration
            stream.nb_frames = packetCount
            return try body(&stream)
        }

        func encoded() throws -> EncodedStream {
            try withStream { EncodedStream(copying: $0, in: container) }
        }
    }

    @Test(
        "has the declared rate, or one that its time base suggests",
        arguments: [
            (44_100, 1, 90_000, 44_100), (0, 1, 32_000, 32_000), (-5, 1, 1000, 1000),
            (999, 1, 768_000, 768_000), (768_001, 1, 768_001, 48_000), (0, 2, 44_100, 48_000),
            (0, 1, 999, 48_000), (1000, 1, 44_100, 1000), (768_000, 1, 44_100, 768_000),
        ] as [(Int32, Int32, Int32, Int)])
    func rate(declared: Int32, numerator: Int32, denominator: Int32, rate: Int) throws {
        let stream = try Declared(
            rate: declared, base: AVRational(num: numerator, den: denominator)
        ).encoded()
        #expect(stream.sampleRate == rate)
    }

    @Test("is like another one of the same codec, container and rate")
    func alike() throws {
        let stream = try Declared().encoded()
        #expect(stream.isAlike(try Declared(base: AVRational(num: 1, den: 1000)).encoded()))
        #expect(!stream.isAlike(try Declared(container: .w64).encoded()))
        #expect(!stream.isAlike(try Declared(codec: AV_CODEC_ID_PCM_S24LE).encoded()))
        #expect(!stream.isAlike(try Declared(rate: 48_000).encoded()))
        #expect(!stream.isAlike(nil))
    }

    @Test(
        "has packets of exactly known lengths in some codecs",
        arguments: [
            (AV_CODEC_ID_MP3, true), (AV_CODEC_ID_AAC, true), (AV_CODEC_ID_FLAC, true),
            (AV_CODEC_ID_OPUS, true), (AV_CODEC_ID_PCM_S16LE, true), (AV_CODEC_ID_PCM_U8, true),
            (AV_CODEC_ID_VORBIS, false), (AV_CODEC_ID_AC3, false), (AV_CODEC_ID_WMAV2, false),
        ])
    func lengths(codec: AVCodecID, isExact: Bool) throws {
        #expect(try Declared(codec: codec).encoded().hasExactLengths == isExact)
    }

    @Test("of MP3 keeps the duration that its tag announces, in ticks that fit every rate")
    func announced() throws {
        let base = AVRational(num: 1, den: 14_112_000)
        var declared = Declared(
            container: .mp3, codec: AV_CODEC_ID_MP3, base: base, duration: 1_000_000)
        #expect(try declared.encoded().announcedTicks == 1_000_000)
        declared.base = AVRational(num: 1, den: 7_056_000)
        #expect(try declared.encoded().announcedTicks == 2_000_000)
        declared.duration = 0
        #expect(try declared.encoded().announcedTicks == nil)
        declared.duration = -1
        #expect(try declared.encoded().announcedTicks == nil)
        declared.duration = 1
        declared.container = .aac
        #expect(try declared.encoded().announcedTicks == nil)
    }

    @Test(
        "ends where the header says, rounded up to a frame",
        arguments: [
            (Declared(duration: 44_100), 48_000), (Declared(duration: 1), 2),
            (Declared(duration: 147), 160), (Declared(container: .flac, duration: 44_100), 48_000),
            (Declared(container: .mov, duration: 44_100, packetCount: 1), 48_000),
            // A fragmented file; codecs and containers that do not count; nothing or nonsense.
            (Declared(container: .mov, duration: 44_100), nil),
            (Declared(codec: AV_CODEC_ID_MP3, duration: 44_100), nil),
            (Declared(container: .mp3, duration: 44_100), nil),
            (Declared(container: .ogg, duration: 44_100), nil),
            (Declared(duration: 0), nil), (Declared(duration: -5), nil),
            (Declared(base: AVRational(num: 0, den: 1), duration: 5), nil),
            (Declared(base: AVRational(num: 1, den: 0), duration: 5), nil),
            (Declared(base: AVRational(num: 1000, den: 1), duration: .max / 2), nil),
        ] as [(Declared, Int64?)])
    func length(declared: Declared, frames: Int64?) throws {
        #expect(try declared.encoded().declaredLength?.frames == frames)
    }

    @Test("has an estimate of its end only if the header declares none")
    func estimate() throws {
        #expect(try Declared(duration: 44_100).encoded().estimatedLength == nil)
        let mp3 = try Declared(container: .mp3, duration: 44_100).encoded()
        #expect(mp3.estimatedLength == FrameTime(48_000))
        #expect(StreamDescription(declaredOf: mp3).estimatedLength == FrameTime(48_000))
        #expect(try Declared(container: .aac, duration: 0).encoded().estimatedLength == nil)
    }

    @Test("is described before anything is decoded")
    func described() throws {
        let bytes = try Samples.encoded(["-c:a", "pcm_s16le"], to: "a.wav")
        let stream = try Demuxer(reading: MemoryByteReader(bytes)).stream
        let description = StreamDescription(declaredOf: stream)
        #expect(
            description
                == StreamDescription(
                    codec: "pcm_s16le", container: .wav, sampleRate: 44_100, channelCount: 2,
                    bitRate: 1_411_200, length: FrameTime(108_844)))
        let unknown = StreamDescription(declaredOf: try Declared().encoded())
        #expect(unknown.bitRate == nil)
        #expect(unknown.length == nil)
        #expect(unknown.channelCount == 0)
    }

    @Test("has another format in another codec, rate or number of channels")
    func format() {
        let one = StreamDescription(
            codec: "mp3", container: .mp3, sampleRate: 44_100, channelCount: 2, bitRate: 128_000)
        var other = one
        other.bitRate = nil
        other.container = .matroska
        #expect(one.isAlike(other))
        other.codec = "aac"
        #expect(!one.isAlike(other))
        other = one
        other.sampleRate = 48_000
        #expect(!one.isAlike(other))
        other = one
        other.channelCount = 1
        #expect(!one.isAlike(other))
    }
}

@Suite("The format of samples")
struct SampleFormatTests {
    private static func format(
        _ format: AVSampleFormat, rate: Int32 = 48_000, channels: Int32 = 2, mask: UInt64 = 0
    ) throws -> SampleFormat {
        try FFmpegLibraries.load()
        var frame = AVFrame()
        frame.format = format.rawValue
        frame.sample_rate = rate
        frame.ch_layout.nb_channels = channels
        frame.ch_layout.order = mask == 0 ? AV_CHANNEL_ORDER_UNSPEC : AV_CHANNEL_ORDER_NATIVE
        frame.ch_layout.u.mask = mask
        return SampleFormat(&frame)
    }

    @Test("is the pipeline's for interleaved stereo floats at 48 kHz")
    func pipeline() throws {
        #expect(try Self.format(AV_SAMPLE_FMT_FLT).isPipeline)
        #expect(try Self.format(AV_SAMPLE_FMT_FLT, mask: 3).isPipeline)
        #expect(try !Self.format(AV_SAMPLE_FMT_FLT, mask: 0x600).isPipeline)
        #expect(try !Self.format(AV_SAMPLE_FMT_FLTP).isPipeline)
        #expect(try !Self.format(AV_SAMPLE_FMT_FLT, rate: 44_100).isPipeline)
        #expect(try !Self.format(AV_SAMPLE_FMT_FLT, channels: 1).isPipeline)
    }

    @Test(
        "says how the samples lie in memory",
        arguments: [
            (AV_SAMPLE_FMT_U8, 1, 3), (AV_SAMPLE_FMT_U8P, 3, 1), (AV_SAMPLE_FMT_S16, 1, 6),
            (AV_SAMPLE_FMT_S16P, 3, 2), (AV_SAMPLE_FMT_FLT, 1, 12), (AV_SAMPLE_FMT_DBLP, 3, 8),
        ])
    func layout(sampleFormat: AVSampleFormat, planeCount: Int, size: Int) throws {
        let format = try Self.format(sampleFormat, channels: 3)
        #expect(format.planeCount == planeCount)
        #expect(format.bytesPerSample == size)
        let isUnsigned = sampleFormat == AV_SAMPLE_FMT_U8 || sampleFormat == AV_SAMPLE_FMT_U8P
        format.withSilence(count: 5) { planes in
            for plane in 0..<planeCount {
                let bytes = UnsafeBufferPointer(start: planes[plane], count: 5 * size)
                #expect(bytes.allSatisfy { $0 == (isUnsigned ? 128 : 0) })
            }
        }
    }

    @Test("is heard as silence where a packet is lost", arguments: ["u8", "s16", "fltp"])
    func silence(name: String) throws {
        let kinds = ["u8": AV_SAMPLE_FMT_U8, "s16": AV_SAMPLE_FMT_S16, "fltp": AV_SAMPLE_FMT_FLTP]
        let format = try Self.format(try #require(kinds[name]), rate: 44_100)
        var converter = try PipelineConverter(from: format, at: StreamClock())
        var count = 0
        let take: (Span<Float>, FrameTime) -> Void = { piece, time in
            #expect(time.frames == count)
            count += piece.count / 2
            piece.withUnsafeBufferPointer { #expect($0.allSatisfy { $0 == 0 }) }
        }
        converter.convertSilence(count: 100_000, deliver: take)
        converter.finish(deliver: take)
        #expect(count == 108_844)
    }
}
