import AdCues
import MediaTime

/// A timed tag that a stream carries beside its audio, and that is neither a title nor a marker of a
/// break.
public struct StreamMetadata: Hashable, Sendable {
    /// The form of the tag.
    public enum Source: String, Hashable, Sendable {
        /// An ID3 tag of a segment of HLS.
        case id3
    }

    /// The output frame at which it is heard.
    public var outputTime: FrameTime

    /// The stream frame to which it applies.
    public var streamTime: FrameTime

    public var source: Source

    /// The frames of the tag in their order, without those of a title.
    public var frames: [TagFrame]

    package init(
        outputTime: FrameTime, streamTime: FrameTime, source: Source, frames: [TagFrame]
    ) {
        self.outputTime = outputTime
        self.streamTime = streamTime
        self.source = source
        self.frames = frames
    }
}

extension TagFrame {
    /// The frame as the event log has it.
    package var json: JSONValue {
        .present([
            "id": .string(id),
            "owner": JSONValue(owner),
            "mimeType": JSONValue(mimeType),
            "fileName": JSONValue(fileName),
            "description": JSONValue(description),
            "value": JSONValue(value),
            "bytes": JSONValue(byteCount),
        ])
    }
}
