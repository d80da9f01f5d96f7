import MediaTime

/// A place in a stream where the audio does not continue the audio before it.
package struct Discontinuity: Hashable, Sendable {
    /// The first stream frame after it.
    package var frame: FrameTime
    package var reason: Reason

    package enum Reason: String, Hashable, Sendable, Codable {
        /// A new connection did not continue where the last one ended.
        case reconnected
        /// The codec, the sample rate or the number of channels changed.
        case formatChanged
        /// One MP3 stream is spliced to another, as when a server inserts an advertisement.
        case spliced
        /// Audio was damaged: silence or concealed audio replaces it.
        case damaged
    }
}
