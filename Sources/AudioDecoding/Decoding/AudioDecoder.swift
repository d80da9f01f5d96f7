import CFFmpeg
import FFmpegCalls
import MediaTime
import PCMAudio

/// Decodes packets of any codec to the pipeline's samples.
///
/// Owned by one thread. It takes formats from the decoded frames only and counts time in samples
/// only, because containers are wrong about both. The samples of a packet may be delivered with a
/// later packet.
package struct AudioDecoder: ~Copyable {
    /// Receives interleaved samples and the stream frame of the first. Called on the same thread.
    package typealias Delivery = (Span<Float>, FrameTime) -> Void

    private var stream: EncodedStream
    private var codec: CodecContext
    private let frame = DecodedFrame()
    private let edges = EdgeRamps()
    private var converter: PipelineConverter?
    /// The stream time at which the next converter begins.
    private var clock: StreamClock
    /// The audio lost since the last good frame.
    private var gap = LostSound()
    private var consecutiveErrors = 0
    /// Inspects the MP3 frames that `codec` decodes.
    private var watch: Layer3Watch
    /// Whether to replace the audio of the present packet by silence.
    private var isMuted = false
    /// Whether the next packet is the first for `codec` but not the first of its stream.
    private var entersMidway: Bool

    /// Describes the last decoded frame; `nil` before the first.
    package private(set) var description: StreamDescription?
    package private(set) var figures = DecodingFigures()

    /// The number of consecutive errors after which the decoder is reopened.
    private static let errorLimit = 20

    /// Opens the decoder for packets of `stream`. The first packet begins at `clock`'s time.
    ///
    /// If it starts in the middle of a stream, the audio of the first packets is not exact: see
    /// ``preroll``.
    package init(
        _ stream: EncodedStream, at clock: StreamClock = StreamClock(), entry: Entry = .beginning
    ) throws(DecodingError) {
        let codec = try CodecContext(decoding: stream)
        self.codec = codec
        self.stream = stream
        self.clock = clock
        entersMidway = entry == .middle
        watch = Layer3Watch(announced: entry == .beginning ? stream.announcedTicks : nil)
    }

    /// The first stream frame after everything decoded so far.
    package var now: FrameTime {
        switch converter {
        case .some(let converter): converter.clock.now
        case .none: clock.now
        }
    }

    /// Decodes `packet`, the next one of its stream or the first one of another.
    ///
    /// Throws only if a decoder cannot be opened or the decoded format is unusable. A damaged
    /// packet becomes silence of its length once a good one follows it.
    package mutating func decode(
        _ packet: borrowing Packet, deliver: Delivery
    ) throws(DecodingError) {
        defer { figures.frames = edges.deliveredCount }
        let deliver: Delivery = { [edges] in edges.pass($0, at: $1, to: deliver) }
        if packet.stream !== stream { try change(to: packet.stream, deliver) }
        if entersMidway { noteLostStart(of: packet) }
        noteSplice(at: packet)
        figures.trimmedStart += packet.trimmed.start
        figures.trimmedEnd += packet.trimmed.end
        var sent = avcodec_send_packet(codec.context, packet.packet)
        if sent == CFFmpeg_AVERROR_EAGAIN {
            try receive(deliver)
            sent = avcodec_send_packet(codec.context, packet.packet)
        }
        let received = try receive(deliver)
        if sent < 0 || received < 0 {
            try conceal(packet.length)
        } else {
            consecutiveErrors = 0
        }
    }

    /// Delivers everything that is still buffered. No packet may follow.
    package mutating func finish(deliver: Delivery) throws(DecodingError) {
        defer { figures.frames = edges.deliveredCount }
        try bringOut(deliver)
        edges.flush(to: deliver)
    }

    /// Continues with packets of `stream`. The first packet begins at `clock`'s time; `succession`
    /// says how its audio relates to the audio before it.
    package mutating func goOn(
        with stream: EncodedStream, at clock: StreamClock, entry: Entry, _ succession: Succession,
        deliver: Delivery
    ) throws(DecodingError) {
        try bringOut(deliver)
        if succession == .broken {
            edges.mark(now)
            edges.flush(to: deliver)
            edges.mark(max(now, clock.now))
        }
        codec = try CodecContext(decoding: stream)
        self.stream = stream
        self.clock = clock
        entersMidway = entry == .middle
        watch = Layer3Watch(announced: entry == .beginning ? stream.announcedTicks : nil)
        consecutiveErrors = 0
    }
}

extension AudioDecoder {
    /// Where in its stream a decoder's first packet is.
    package enum Entry: Hashable, Sendable {
        case beginning
        case middle
    }

    /// How the audio of a packet relates to the audio of the one before.
    package enum Succession: Hashable, Sendable {
        /// It continues that audio, or follows it in the stream itself.
        case following
        /// It is from another time of the stream.
        case broken
    }

    /// How many frames before the first wanted one decoding must begin.
    ///
    /// Covers MP3's bit reservoir, AAC's overlap, the 80 ms that Opus requires (RFC 7845, 4.6) and
    /// the resampler's filter. After it MP3, AAC-LC and lossless audio is bit-exact; Opus differs
    /// by less than -60 dBFS.
    package static let preroll = FrameTime.rate
}

// MARK: - Steps

extension AudioDecoder {
    /// Continues with packets of another stream, from a whole frame on.
    private mutating func change(
        to next: EncodedStream, _ deliver: Delivery
    ) throws(DecodingError) {
        try drainCodec(deliver)
        finishConverter(deliver)
        codec = try CodecContext(decoding: next)
        stream = next
        entersMidway = false
        watch = Layer3Watch(announced: next.announcedTicks)
    }

    private mutating func bringOut(_ deliver: Delivery) throws(DecodingError) {
        let deliver: Delivery = { [edges] in edges.pass($0, at: $1, to: deliver) }
        try drainCodec(deliver)
        finishConverter(deliver)
        gap.removeAll()
    }

    private mutating func drainCodec(_ deliver: Delivery) throws(DecodingError) {
        avcodec_send_packet(codec.context, nil)
        try receive(deliver)
    }

    /// Converts every frame that the codec has ready. Returns FFmpeg's result if that is an error.
    @discardableResult
    private mutating func receive(_ deliver: Delivery) throws(DecodingError) -> Int32 {
        while true {
            let result = avcodec_receive_frame(codec.context, frame.frame)
            if result == CFFmpeg_AVERROR_EAGAIN || result == CFFmpeg_AVERROR_EOF { return 0 }
            guard result >= 0 else { return result }
            if frame.isDamaged { figures.concealed += 1 }
            // At a rate that is too low, a few megabytes would become hours.
            if frame.duration > LostSound.limit { return CFFmpeg_AVERROR_INVALIDDATA }
            try convert(deliver)
        }
    }

    /// Converts the received frame, after silence for the audio lost before it.
    private mutating func convert(_ deliver: Delivery) throws(DecodingError) {
        let format = frame.format
        if converter?.format != format { try adapt(to: format, deliver) }
        if !gap.isEmpty { fillGap(at: format.sampleRate, deliver) }
        if isMuted {
            converter?.convertSilence(count: frame.sampleCount, deliver: deliver)
        } else {
            converter?.convert(frame, deliver: deliver)
        }
    }

    /// Delivers silence in place of the lost audio.
    private mutating func fillGap(at rate: Int, _ deliver: Delivery) {
        edges.mark(now)
        for lost in gap.parts {
            let count = lost.samples * rate / lost.rate
            converter?.convertSilence(count: count, deliver: deliver)
        }
        gap.removeAll()
        edges.mark(now)
    }

    /// Makes a converter for `format`, after delivering what the last one still buffers.
    private mutating func adapt(
        to format: SampleFormat, _ deliver: Delivery
    ) throws(DecodingError) {
        finishConverter(deliver)
        guard SampleFormat.rates.contains(format.sampleRate) else {
            throw .unreadableCodec(stream.codecName, reason: "\(format.sampleRate) Hz is no rate")
        }
        do throws(FFmpegError) {
            converter = try PipelineConverter(from: format, at: clock)
        } catch {
            throw .unreadableCodec(stream.codecName, reason: error.description)
        }
        let bitRate = max(stream.parameters.pointee.bit_rate, codec.context.pointee.bit_rate)
        let now = StreamDescription(
            codec: stream.codecName, container: stream.container, sampleRate: format.sampleRate,
            channelCount: format.channelCount, bitRate: bitRate > 0 ? Int(bitRate) : nil,
            length: stream.declaredLength, estimatedLength: stream.estimatedLength)
        if let description, !description.isAlike(now) {
            figures.formatChanges += 1
            edges.mark(clock.now)
        }
        description = now
    }

    /// Ends a run of samples of one format. The next run begins at a whole frame.
    private mutating func finishConverter(_ deliver: Delivery) {
        guard converter != nil else { return }
        converter?.finish(deliver: deliver)
        clock = StreamClock(at: now)
        converter = nil
    }

    private mutating func conceal(_ length: SampleCount) throws(DecodingError) {
        figures.concealed += 1
        lose(length)
        consecutiveErrors += 1
        guard consecutiveErrors >= Self.errorLimit else { return }
        consecutiveErrors = 0
        codec = try CodecContext(decoding: stream)
        entersMidway = true
        watch = Layer3Watch(announced: nil)
    }

    /// Records `length` as lost; it becomes silence once a good frame follows.
    private mutating func lose(_ length: SampleCount) {
        let limit = description == nil ? LostSound.limitAtBeginning : LostSound.limit
        gap.append(length, upTo: limit)
    }

    /// Flushes `codec` if an MP3 frame begins another stream, and mutes the frame if it cannot be
    /// decoded.
    private mutating func noteSplice(at packet: borrowing Packet) {
        guard let frame = packet.layer3Frame else { return }
        let finding = watch.look(at: frame)
        if finding.beginsAnew {
            avcodec_flush_buffers(codec.context)
            if finding.changesFormat {
                // libavcodec would label the first frame of a new rate with the previous rate.
                codec.context.pointee.sample_rate = Int32(frame.format.sampleRate)
            } else {
                figures.splices += 1
                edges.mark(now)
            }
        }
        guard finding.lacksSound != isMuted else { return }
        isMuted = finding.lacksSound
        edges.mark(now)
    }

    /// Some decoders output nothing for their first packet or samples, even in mid-stream.
    private mutating func noteLostStart(of packet: borrowing Packet) {
        entersMidway = false
        switch stream.codec {
        case AV_CODEC_ID_VORBIS:
            lose(packet.length)
        case AV_CODEC_ID_OPUS:
            lose(SampleCount(Int(codec.context.pointee.delay), rate: 48_000))
        case _:
            break
        }
    }
}
