import MediaTime

/// An endless encoded programme: one looped file.
package struct LiveProgramme: Sendable {
    package let codec: LiveCodec
    package let timeline: FrameTimeline

    /// Sent to every listener before the first frame: the header pages of Ogg.
    package let preamble: [UInt8]

    private let file: [UInt8]
    private let frames: [EncodedFrame]

    /// The number of header pages in Ogg, where the page numbers continue.
    private let headerPageCount: Int

    init(
        codec: LiveCodec, file: [UInt8], frames: [EncodedFrame], sampleRate: Int,
        headerPages: [OggPage] = []
    ) {
        self.codec = codec
        self.file = file
        self.frames = frames
        timeline = FrameTimeline(frames, sampleRate: sampleRate)
        preamble = headerPages.flatMap { file[$0.bytes] }
        headerPageCount = headerPages.count
    }

    /// The bytes of a frame, the same for every listener.
    package func bytes(of frame: Int) -> [UInt8] {
        let bytes = file[frames[frame % frames.count].bytes]
        return switch codec {
        case .mp3, .aac:
            Array(bytes)
        case .opus:
            OggPage.moved(
                bytes, granule: Int64(timeline.samples(before: frame + 1)),
                sequence: UInt32(truncatingIfNeeded: headerPageCount + frame))
        }
    }

    /// The position of the frame in its round.
    package func position(of frame: Int) -> Duration {
        timeline.start(of: frame % timeline.frameCount)
    }
}

extension LiveProgramme {
    /// Parses a file; errors name `path`.
    package init(_ codec: LiveCodec, file: [UInt8], path: String) throws(MediaError) {
        switch codec {
        case .mp3: try self.init(codec, file: file, path: path, walking: MP3FrameHeader.self)
        case .aac: try self.init(codec, file: file, path: path, walking: ADTSFrameHeader.self)
        case .opus: try self.init(opus: file, path: path)
        }
    }

    private init<Header: EncodedFrameHeader>(
        _ codec: LiveCodec, file: [UInt8], path: String, walking: Header.Type
    ) throws(MediaError) {
        let walked = Array(FrameWalker<Header>(file))
        guard let first = walked.first else {
            throw .notAProgramme(path: path, why: "it has no \(codec.rawValue) frame")
        }
        self.init(
            codec: codec, file: file, frames: walked.map(\.frame),
            sampleRate: first.header.sampleRate)
    }

    private init(opus file: [UInt8], path: String) throws(MediaError) {
        let pages = Array(OggPageWalker(file))
        guard let head = pages.first, let packet = head.packets.first,
            file[packet].starts(with: "OpusHead".utf8)
        else { throw .notAProgramme(path: path, why: "it is not Ogg Opus") }
        // Only the header pages are at granule 0 (RFC 7845, 4).
        let headerPages = pages.prefix { $0.granule == 0 }
        guard pages.allSatisfy({ $0.serial == head.serial }) else {
            throw .notAProgramme(path: path, why: "it has more than one logical stream")
        }
        var frames: [EncodedFrame] = []
        for page in pages.dropFirst(headerPages.count) {
            guard !page.continuesPacket, !page.isContinued else {
                throw .notAProgramme(
                    path: path, why: "a packet spans two pages; use shorter pages")
            }
            let samples = page.packets.compactMap { OpusPacket.sampleCount(file[$0]) }
            frames.append(EncodedFrame(bytes: page.bytes, sampleCount: samples.reduce(0, +)))
        }
        guard frames.contains(where: { $0.sampleCount > 0 }) else {
            throw .notAProgramme(path: path, why: "it has no audio after its headers")
        }
        self.init(
            codec: .opus, file: file, frames: frames, sampleRate: 48_000,
            headerPages: Array(headerPages))
    }
}

/// The encodings of the station's programme.
package enum LiveCodec: String, CaseIterable, Codable, Sendable {
    case mp3
    case aac
    case opus

    /// The path of the mount, such as `/live.mp3`.
    package var mountPoint: String { "/live.\(rawValue)" }

    var contentType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .aac: "audio/aac"
        case .opus: "audio/ogg"
        }
    }

    /// Whether titles are sent as ICY blocks. They would break Ogg pages.
    var carriesICY: Bool {
        switch self {
        case .mp3, .aac: true
        case .opus: false
        }
    }
}
