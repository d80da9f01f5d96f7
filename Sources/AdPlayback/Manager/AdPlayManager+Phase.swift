import MediaTime

extension AdPlayManager {
    /// Where a burst of advertisements stands.
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
        guard isOpen else { return .closed }
        guard let openBreak else { return .idle }
        if let first = activeSpots.first, first.hasBegun { return .playing(first.token) }
        return openBreak.stage == .started ? .betweenAds : .breakStarting
    }

    /// The next frame after `heard` that is worth a report of the sink as soon as everything before
    /// it was heard.
    package func nextMark(in layout: BreakLayout?, after heard: FrameTime) -> FrameTime? {
        activeSpots.lazy.compactMap { player in
            layout?.range(of: player.token).flatMap { untoldMarks(of: player, in: $0).first?.due }
        }.min().map { max($0, heard + 1) }
    }

    /// The marks of a spot at `range` that are not reported, as long as the volume does not change.
    func untoldMarks(of player: AdvertisementPlayer, in range: FrameRange) -> [SpotMark] {
        player.untoldMarks(in: range).filter { mutedSince == nil || $0.kind != .impression }
    }

    /// Whether spots are heard, or laid out to be, or are as soon as the sink allows it.
    package func hasSpotsLaidOut(in context: BreakContext) -> Bool {
        // Spots of a marked break are laid out long before they are heard.
        let soon = context.programme.map { $0.output + FrameTime.rate / 10 } ?? .distantFuture
        return wantsSwitch(in: context) && !waitsForProgramme
            || activeSpots.contains { player in
                guard let range = context.layout?.range(of: player.token) else { return false }
                return player.breakNumber == nil || range.start <= soon
            }
    }

    /// Whether advertisements have, or are about to get, the listener's ear.
    package func holdsFocus(in context: BreakContext) -> Bool {
        openBreak?.stage == .started || hasSpotsLaidOut(in: context)
    }
}
