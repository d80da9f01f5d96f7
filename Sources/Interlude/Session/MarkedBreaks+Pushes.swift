import AdCues
import AdPlayback
import MediaTime

/// The pushes at the places of breaks that the stream marks. Such a push is a part of the break.
extension MarkedBreaks {
    /// Finds the breaks at the places of the pushes. One that was handed over without a push gives way to
    /// it, and is handed over again for what is left.
    mutating func joinPushes(at moment: ListenerMoment, _ outbox: inout SessionOutbox) {
        guard !placed.pushes.isEmpty else { return }
        var windows: [Int: BreakWindow] = [:]
        for push in placed.pushes {
            windows[push.number] = markedBreak(of: push).map { window(of: $0) }
        }
        for number in placed.join(windows, end: placed.streamEnd, &outbox)
        where handed.spotCounts[number, default: 0] > 0 || assets.isUnfilled(number) {
            placed.advance(to: moment, end: placed.streamEnd, partOf: number, &outbox)
            withdraw(number, &outbox)
            handed.spotCounts[number] = nil
        }
    }

    /// Hands over the pushes of `one`, or with `nil` all others, that begin soon.
    mutating func handOverPushes(
        for one: StreamBreak?, at moment: ListenerMoment, _ outbox: inout SessionOutbox
    ) {
        if let one {
            placed.advance(
                to: moment, end: placed.streamEnd, partOf: one.number, &outbox)
            return
        }
        // Those of breaks that are not handed over themselves.
        for one in known where placed.isPart(of: one.number) {
            placed.advance(to: moment, end: placed.streamEnd, partOf: one.number, &outbox)
        }
        placed.advance(to: moment, end: placed.streamEnd, &outbox)
    }

    /// The break of which a push is a part; `nil` if the stream marks none at its place. One that is
    /// heard has the pushes that it began with: any other follows it.
    private func markedBreak(of push: PlacedPushes.Push) -> StreamBreak? {
        if let open = book.open, open.number == push.partOf,
            !handed.leftOut.contains(open.number)
        {
            return open
        }
        guard case .time(let time) = push.place else { return nil }
        let frame = FrameTime(time)
        let breaks = known.filter { one in
            takesPushes(one) && (one.number == push.partOf || !assets.hasBegun(one.number))
        }
        return breaks.first { one in
            abs(frame - one.markedBegin) <= book.rules.tolerance.frameCount
        }
            ?? breaks.first { one in
                one.number != book.open?.number && one.hasKnownEnd && frame > one.markedBegin
                    && frame < one.fillEnd(by: book.rules)
            }
    }

    /// Whether a push may be a part of a break: not of one for which the stream names media or a list
    /// the ads, not of what the station plays itself, and not of one that is left out.
    private func takesPushes(_ one: StreamBreak) -> Bool {
        one.interstitial == nil && !isAfterEnd(one) && !handed.leftOut.contains(one.number)
            && (one.insertion != .preroll || markers.preroll == .fill)
    }

    /// How many frames of a break pushed spots take; `nil` while that is not known.
    func pushedCount(in one: StreamBreak, at moment: ListenerMoment? = nil) -> Int? {
        guard placed.isPart(of: one.number) else { return 0 }
        let place = moment?.place ?? one.begin
        return placed.frameCount(in: one.number, from: max(window(of: one).begin, place))
    }

    /// Whether all spots of a break have ended, so that the programme is heard again.
    func isHeardOut(_ number: Int) -> Bool {
        assets.isOver(number) || handed.spotCounts[number] == 0 && !placed.isPart(of: number)
    }

    /// Follows the spots of pushes. The programme is at `place`, and the listener at `moment`.
    mutating func notePush(
        _ event: AdEvent, at place: FrameTime?, _ moment: ListenerMoment?,
        _ outbox: inout SessionOutbox
    ) {
        guard let taken = placed.note(event, at: place, &outbox) else { return }
        let number = taken.breakNumber
        if let before = handed.pushedCounts[number] {
            handed.pushedCounts[number] = max(0, before + taken.change)
            if taken.change < 0 { topUp(number, at: event.frame, &outbox) }
        }
        if let moment { advance(to: moment, &outbox) }
    }
}

extension StreamBreak {
    /// Whether a marker says where it ends.
    fileprivate var hasKnownEnd: Bool { duration != nil || markedEnd != nil }
}
