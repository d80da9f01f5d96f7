import MediaTime

/// What a segment of HLS says about itself.
package struct SegmentMetadata: Hashable, Sendable {
    /// The length of the ID3 tags before packed audio, which are no media.
    package var tagByteCount = 0
    /// The markers, in their order.
    package var cues: [PositionedCue] = []
    /// The titles that are new, in their order.
    package var titles: [PositionedText] = []
    /// The ID3 tags that say something else than a title or a marker, in their order; at most
    /// ``tagLimit``.
    package var tags: [PositionedTag] = []

    /// The limit on ``tags``; further ones are left out.
    static let tagLimit = 256

    /// A marker, and the byte of the media that follows it. The position of the cue counts from the
    /// first frame of that byte's packet.
    package struct PositionedCue: Hashable, Sendable {
        package var cue: Cue
        package var byte: Int
    }

    /// A tag, and the byte of the media that follows it. It applies `offset` frames after the first
    /// frame of that byte's packet.
    package struct PositionedTag: Hashable, Sendable {
        package var frames: [TagFrame]
        package var offset: FrameTime
        package var byte: Int
    }

    /// A text, and the byte of the media that follows it.
    package struct PositionedText: Hashable, Sendable {
        package var text: String
        package var byte: Int
    }
}
