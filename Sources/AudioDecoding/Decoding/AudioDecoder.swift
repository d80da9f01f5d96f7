import CFFmpeg
import FFmpegCalls
import MediaTime
import PCMAudio

/// Decodes packets to the pipeline's samples, whatever the packets are of.
///
/// Owned by one thread. Formats are taken from the decoded frames only, and
/// time is counted in samples only: containers lie about both. What a
/// packet decodes to may come out with a later packet.
package struct AudioDecoder: ~Copyable {
    /// Takes samples, interleaved, and the stream frame of the first. Called on the same thread.
    package typealias Delivery = (Span<Float>, FrameTime) -> Void

    private var stream: EncodedStream
    private var codec: CodecContext
    private let frame = DecodedFrame()
    private let edges = EdgeRamps()
    private var converter: PipelineConverter?
    /// The stream's time where the next converter begins.
    private var clock: StreamClock
    /// What was lost since the last good frame.
    private var gap = LostSound()
    private var consecutiveErrors = 0
    /// Looks at the frames of an MP3 that `codec` gets.
    private var watch: Layer3Watch
    /// Whether what `codec` makes of the present packet is no sound.
    private var isMuted = false
    /// Whether the next packet is the first for `codec` but not the first of its stream.
    private var entersMidway: Bool

    /// What the last decoded frame was; `nil` before the first.
    package private(set) var description: StreamDescription?
    package private(set) var figures = DecodingFigures()

    /// Errors in a row after which the decoder is opened anew.
    private static let patience = 20

    /// Opens the decoder for packets of `stream`, the first of which begins at `clock`'s time.
    ///
    /// Entered in the middle of a stream, the sound of the first packets is not yet what it would
    /// have been had all before them been decoded: see ``preroll``.
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

    /// The first stream frame after all that was decoded.
    package var now: FrameTime {
        switch converter {
        case .some(let converter): converter.clock.now
        case .none: clock.now
        }
    }

    /// Decodes `packet`, the next of its stream or the first of another.
    ///
    /// Throws only when another stream has no decoder. A damaged packet becomes silence of its
    /// length, once a good one has followed it.
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

    /// Brings out all that is still on its way. No packet may follow.
    package mutating func finish(deliver: Delivery) throws(DecodingError) {
        defer { figures.frames = edges.deliveredCount }
        try bringOut(deliver)
        edges.flush(to: deliver)
    }

    /// Goes on with packets of `stream`, the first of which begins at `clock`'s time and whose
    /// sound comes after what was decoded as `succession` says.
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
    /// Where in its stream the first packet stands that a decoder gets.
    package enum Entry: Hashable, Sendable {
        case beginning
        case middle
    }

    /// How the sound of a packet comes after that of the one before.
    package enum Succession: Hashable, Sendable {
        /// As the next moment of the same sound, or as the stream has it.
        case following
        /// With sound of another time.
        case broken
    }

    /// How many frames before the first that is wanted decoding has to begin.
    ///
    /// Covers MP3's bit reservoir, AAC's overlap, the 80 ms that Opus asks for (RFC 7845, 4.6),
    /// and the resampler's filter. From there on MP3, AAC-LC and lossless sound is the same to the
    /// last bit; Opus comes within -60 dBFS.
    package static let preroll = FrameTime.rate
}

// MARK: - Steps

extension AudioDecoder {
    /// Goes on with packets of another stream, from a whole frame on.
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

    /// Takes every frame that the codec has ready. Returns FFmpeg's result if that is an error.
    @discardableResult
    private mutating func receive(_ deliver: Delivery) throws(DecodingError) -> Int32 {
        while true {
            let result = avcodec_receive_frame(codec.context, frame.frame)
            if result == CFFmpeg_AVERROR_EAGAIN || result == CFFmpeg_AVERROR_EOF { return 0 }
            guard result >= 0 else { return result }
            if frame.isDamaged { figures.concealed += 1 }
            // Of a rate that is too low, a few megabytes would become hours.
            if frame.duration > LostSound.limit { return CFFmpeg_AVERROR_INVALIDDATA }
            try convert(deliver)
        }
    }

    /// Converts the frame that was received, and what was lost before it.
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

    /// Makes silence of what was lost.
    private mutating func fillGap(at rate: Int, _ deliver: Delivery) {
        edges.mark(now)
        for lost in gap.parts {
            let count = lost.samples * rate / lost.rate
            converter?.convertSilence(count: count, deliver: deliver)
        }
        gap.removeAll()
        edges.mark(now)
    }

    /// Makes a converter for `format`, after bringing out what the last one still held.
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
            length: stream.declaredLength)
        if let description, !description.isAlike(now) {
            figures.formatChanges += 1
            edges.mark(clock.now)
        }
        description = now
    }

    /// Ends a run of samples of one format: what follows begins at a whole frame.
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
        guard consecutiveErrors >= Self.patience else { return }
        consecutiveErrors = 0
        codec = try CodecContext(decoding: stream)
        entersMidway = true
        watch = Layer3Watch(announced: nil)
    }

    /// Lets `length` become silence as soon as a good frame has followed.
    private mutating func lose(_ length: SampleCount) {
        let limit = description == nil ? LostSound.limitAtBeginning : LostSound.limit
        gap.append(length, upTo: limit)
    }

    /// Has what an MP3's frame cannot be decoded from kept away from `codec`, and silences it if
    /// there is too little left.
    private mutating func noteSplice(at packet: borrowing Packet) {
        guard let frame = packet.layer3Frame else { return }
        let finding = watch.look(at: frame)
        if finding.beginsAnew {
            avcodec_flush_buffers(codec.context)
            if finding.changesFormat {
                // libavcodec gives out the first frame of another rate with that of the last one.
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

    /// Some decoders keep the first sound that they are given to themselves, also in mid-stream.
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
