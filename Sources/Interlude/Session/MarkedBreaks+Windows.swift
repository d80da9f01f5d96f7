import AdCues
import AdPlayback
import MediaTime

/// Where the breaks take place, and when they are handed over.
extension MarkedBreaks {
    /// Where a break takes place, and how.
    func window(of one: StreamBreak) -> BreakWindow {
        window(of: one, with: one.interstitial)
    }

    func window(of one: StreamBreak, with interstitial: Interstitial?) -> BreakWindow {
        guard let interstitial else {
            var window = BreakWindow(
                number: one.number, begin: one.begin, end: one.end(by: book.rules))
            if one.isCutShort(by: book.rules) {
                window.earlyEnd = markers.earlyEnd
            } else if markers.overrun != .cut {
                window.earlyEnd = markers.overrun
            }
            window.hasSlate = fill.hasSlate
            // Nobody reads a file meanwhile, so that its end is not found.
            if fill.hasSlate { window.slateEnd = streamEnd.reached ?? streamEnd.declared }
            window.isOpenEnded = one.duration == nil && one.markedEnd == nil
            return window
        }
        let isLast = interstitial.triggers.contains(.post)
        let end = streamEnd.found ?? streamEnd.reached
        let begin = isLast ? end ?? one.begin : one.begin
        let joint: BreakWindow.Joint =
            isLast || interstitial.isInsertion ? .inserted : .replaced
        let longest = min(interstitial.duration ?? book.rules.longest, book.rules.longest)
        var window = BreakWindow(
            number: one.number, begin: begin,
            end: isSelfTimed(one) ? begin + longest.frameCount : one.end(by: book.rules), joint)
        if one.isCutShort(by: book.rules) || assets.isCutShort(one.number, by: interstitial) {
            window.earlyEnd = markers.earlyEnd
        }
        // The stream itself has put it together.
        window.hasBumpers = interstitial.isDecided
        if interstitial.restrictions.contains(.skip) { window.skipping = .forbidden }
        window.missedCount = assets.missedCount(of: one.number)
        return window
    }

    /// Whether the stream has nothing that the break could replace.
    func isAfterEnd(_ one: StreamBreak) -> Bool {
        guard let end = streamEnd.reached, one.begin >= end else { return false }
        return window(of: one).joint == .replaced
    }

    /// The frame up to which ads fill a break, without the time of its bumpers and of pushed spots.
    func fillEnd(of one: StreamBreak, in window: BreakWindow) -> FrameTime {
        let end = one.interstitial == nil ? one.fillEnd(by: book.rules) : window.end
        let filled = end - handed.pushedCounts[one.number, default: 0]
        return window.hasBumpers ? filled - fill.bumperFrameCount : filled
    }

    /// Whether a break was handed over, with spots or the slate.
    func isHandedOver(_ one: StreamBreak) -> Bool {
        handed.spotCounts[one.number, default: 0] > 0 || handed.slated.contains(one.number)
    }

    /// The last break before `one` that was handed over; `nil` if none is open or announced.
    func handedOver(before one: StreamBreak) -> StreamBreak? {
        known.last { $0.begin < one.begin && isHandedOver($0) }
    }

    /// Where a break is handed over: after the end of the one before it, if that leaves time to load
    /// spots. Handed over earlier, the two would be one break for the ad-play manager. It waits likewise
    /// for the ads that were requested for an earlier one.
    func handOverPlace(of one: StreamBreak, isInBreak: Bool) -> FrameTime {
        let waits =
            isInBreak
            || known.contains { $0.begin < one.begin && assets.isAsked(for: $0.number) }
        let place =
            fill.isMeasuring ? one.begin + Self.patience : one.begin - ListenerMoment.notice
        guard let end = handedOver(before: one)?.end(by: book.rules) else {
            return ListenerMoment.handOverPlace(of: one.begin, from: place, isInBreak: waits)
        }
        return one.begin - end < ListenerMoment.leastNotice ? place : max(place, end + 1)
    }

    /// Whether it is a preroll of the station that is not to be heard.
    func isMuted(_ one: StreamBreak) -> Bool {
        markers.preroll == .mute && one.insertion == .preroll
    }

    func isSelfTimed(_ one: StreamBreak) -> Bool {
        one.interstitial?.isSelfTimed ?? false
    }
}

extension Interstitial {
    /// Whether its length in the programme is not known, or it takes no part of the programme.
    var isSelfTimed: Bool {
        duration == nil || isInsertion || triggers.contains(.post)
    }
}

extension Cue {
    /// The cue as the programme has it. Of an interstitial whose length there is not known it has only
    /// the time in which that may still begin, so that it covers no other cue.
    var inProgramme: Cue {
        guard let interstitial, interstitial.isSelfTimed else { return self }
        var cue = self
        switch kind {
        case .out: cue.kind = .out(duration: .seconds(1))
        case .continue(let elapsed, _):
            cue.kind = .continue(elapsed: elapsed, duration: .seconds(1))
        case .in, .cancel: break
        }
        return cue
    }
}

extension BreakNews.Ending {
    var ofWindow: BreakWindow.Ending {
        switch self {
        case .whole, .unmarked: .whole
        case .early: .early
        case .cancelled: .cancelled
        }
    }
}
