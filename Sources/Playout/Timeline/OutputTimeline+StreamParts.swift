import MediaTime

extension OutputTimeline {
    /// A part of the output in which a stream plays.
    package struct StreamPart: Hashable, Sendable {
        /// The output frames.
        package let output: FrameRange

        /// The frame of the stream at the start of ``output``.
        package let start: FrameTime

        /// The frames of the stream.
        package var stream: FrameRange { FrameRange(start, count: output.count) }
    }

    /// The parts of `range` in which a stream plays and no spot silences it, in order.
    ///
    /// A stream that plays at volume 0 counts.
    package func streamParts(in range: FrameRange) -> [StreamPart] {
        let spots = clips.filter(\.isSpot).map { $0.output.intersection(range) }
            .filter { !$0.isEmpty }
        return clips.flatMap { clip -> [StreamPart] in
            guard clip.role == .playing, case .stream = clip.voice else { return [] }
            let isSilenced = clip.envelope.level.to == 0
            return clip.output.intersection(range).without(isSilenced ? spots : []).map {
                StreamPart(output: $0, start: clip.sourceFrame(at: $0.start))
            }
        }.sorted { $0.output.start < $1.output.start }
    }
}
