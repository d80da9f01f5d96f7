import MediaTime

/// The programme standing still, and where it will go on.
struct Hold: Hashable, Sendable {
    /// The stream frame before which it stopped.
    let streamFrame: FrameTime

    /// The stream frame with which it goes on, as far as that can be told by now.
    var target: FrameTime?

    /// The oldest stream frame that is still kept when it goes on, if what was to come next is not
    /// kept any more.
    var oldest: FrameTime?

    var phase = Phase.standing

    enum Phase: Hashable, Sendable {
        case standing
        /// It goes on as soon as the target is decoded.
        case leaving
    }
}
