import MediaTime

extension AdPlayManager {
    /// Where a burst of advertisements stands (contracts 1.4).
    ///
    /// A break that ends is no phase of its own: the stream's return is part of the layout, so
    /// there is nothing to wait for.
    package enum Phase: Hashable, Sendable {
        case closed
        case idle
        /// Spots are loading or laid out, and none was heard yet.
        case breakStarting
        case playing(PlayToken)
        /// A spot has been heard, and the next one has not begun.
        case betweenAds
    }

    package var phase: Phase {
        guard stream != .closed else { return .closed }
        guard let openBreak else { return .idle }
        if let first = line.first, first.isPlaying { return .playing(first.token) }
        return openBreak.stage == .started ? .betweenAds : .breakStarting
    }

    /// The next frame that is worth a report of the sink as soon as everything before it was heard.
    package var nextMark: FrameTime? {
        line.lazy.flatMap(\.untoldMarks).first.map { max($0.due, heardEnd + 1) }
    }

    /// Whether spots are heard, or laid out to be.
    package var hasSpotsLaidOut: Bool {
        switching == .requested || line.contains { $0.range != nil }
    }

    /// Whether advertisements have, or are about to get, the listener's ear.
    package var holdsFocus: Bool {
        switching == .requested || openBreak?.stage == .started
            || line.contains { $0.range != nil }
    }
}
