import MediaTime

/// Where the listener is, as far as breaks at places in the programme depend on it.
struct ListenerMoment {
    /// The programme frame that the listener hears.
    let place: FrameTime

    /// The output frame before which everything was heard.
    let heard: FrameTime

    /// Whether a break is open that does not wait for a frame of the programme. The ad-play manager
    /// adds to it the spots that it gets meanwhile.
    let isInBreak: Bool

    /// The output frame up to which a credit has paid for the breaks that begin; `nil` without one.
    var paidUntil: FrameTime?

    /// How long before its start a break is handed to the ad-play manager, so that its spots can be
    /// loaded.
    static let notice = 10 * FrameTime.rate

    /// How long before its start a break is handed over at the latest, also while another is open. If
    /// that is still open then, the two become one.
    static let leastNotice = 2 * FrameTime.rate

    /// Where a break that begins at `begin`, and could be handed over from `place` on, is handed over.
    /// One that comes `isInBreak` waits for the end of the open break while it can, to be a break of
    /// its own.
    static func handOverPlace(
        of begin: FrameTime, from place: FrameTime, isInBreak: Bool
    ) -> FrameTime {
        isInBreak ? max(place, begin - leastNotice + 1) : place
    }
}
