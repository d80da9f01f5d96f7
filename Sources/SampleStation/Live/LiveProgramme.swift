import MediaTime

/// An encoded programme without end: one file, played round and round.
package struct LiveProgramme: Sendable {
    package let codec: LiveCodec
    package let timeline: FrameTimeline

    /// What every listener gets before the first frame: the header pages of Ogg.
    package let preamble: [UInt8]

    private let file: [UInt8]
    private let frames: [EncodedFrame]

    /// For Ogg, the pages before the first frame: page numbers go on from there.
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

    /// The bytes of a frame, which are the same for every listener.
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

    /// Where in its round the frame begins.
    package func position(of frame: Int) -> Duration {
        timeline.start(of: frame % timeline.frameCount)
    }
}
