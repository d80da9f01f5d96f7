import MediaTime

/// A programme that an interactive break holds, and where it will resume.
struct Hold: Hashable, Sendable {
    /// The first stream frame that was not heard.
    let streamFrame: FrameTime

    /// The stream frame at which it will resume, as far as that is known.
    var target: FrameTime?

    /// The stream frame from which audio will still be kept when the stream resumes; `nil` until
    /// the next frame of the stream is discarded.
    var oldest: FrameTime?

    var phase = Phase.standing

    enum Phase: Hashable, Sendable {
        case standing
        /// It resumes as soon as the target is decoded.
        case leaving
    }
}
