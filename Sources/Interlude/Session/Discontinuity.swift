import MediaTime

/// A place in a stream from which on the sound is not what follows on what was heard before.
package struct Discontinuity: Hashable, Sendable {
    /// The first stream frame after it.
    package var frame: FrameTime
    package var reason: Reason

    package enum Reason: String, Hashable, Sendable, Codable {
        /// Another connection did not go on where the last one ended.
        case reconnected
        /// The codec, rate or number of channels is another.
        case formatChanged
        /// One MP3 goes over into another, as where a server puts an advertisement in.
        case spliced
        /// Sound was damaged: there is silence, or what could be made of it.
        case damaged
    }
}
