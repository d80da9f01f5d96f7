import AdPlayback
import MediaTime

/// Measures each break in frames of output time, and writes one `latency` record for it.
///
/// The record is complete when the break is over and the stream has returned, or when the next
/// break starts without a return.
struct LatencyLog: Hashable, Sendable {
    private var running: Break?

    /// A break that is over, without a return of the stream before the next break was announced.
    private var unreturned: Break?

    fileprivate struct Break: Hashable, Sendable {
        var id: BreakID
        var cue: FrameTime
        var lagBefore: Int?
        var firstSpot: FrameTime?
        /// The spots that play now: two in a crossfade.
        var sounding: Set<PlayToken> = []
        var lastEnd: FrameTime?
        /// The gaps between the end of a spot and the start of the next one, in frames, without
        /// programme that the stream wants heard between two breaks; a crossfade has none.
        var gaps: [Int] = []
        /// The stream's return after the last spot so far.
        var back: Return?
        var isOver = false
    }

    fileprivate struct Return: Hashable, Sendable {
        var frame: FrameTime
        var lag: Int?
    }

    /// Records an event of a break. `lag` is how many frames the listener is behind live; `nil` for
    /// a file.
    ///
    /// `begin` is the output frame at which a marked break was to begin, which then counts as its
    /// cue, and for an event of a slot the break that the stream marks for that; `nil` for the break
    /// of a push. Returns the records of breaks that are completely measured.
    mutating func note(_ event: AdEvent, lag: Int?, begin: FrameTime? = nil) -> [EventRecord] {
        switch event.kind {
        case .breakAnnounced:
            guard let id = event.breakID else { return [] }
            if running?.lastEnd != nil { unreturned = running }
            running = Break(id: id, cue: event.frame, lagBefore: lag)
        case .slotStarted:
            running?.start(event.slot, at: event.frame, due: begin)
            return unreturned.take()?.records(at: event.frame, lag: lag) ?? []
        case .slotCompleted, .slotSkipped, .slotFailed:
            running?.end(event.slot, at: event.frame)
        case .breakEnded, .breakCancelled:
            running?.isOver = true
            return measured(at: event.frame)
        case .breakStarted:
            if let begin { running?.cue = begin }
        case .breakResolving, .breakReady, .breakExtended, .breakChanged, .breakEndedEarly,
            .breakDropped, .slotLoading, .slotLoaded, .slotFirstAudible, .slotImpression,
            .slotFirstQuartile,
            .slotMidpoint, .slotProgress,
            .slotThirdQuartile, .slotSkippable, .slotPaused, .slotResumed, .slotNotUsed:
            break
        }
        return []
    }

    /// Records that the stream is heard again at output frame `frame`.
    ///
    /// Returns the record of the break that precedes; none while more of that break may follow.
    mutating func streamReturned(at frame: FrameTime, lag: Int?) -> [EventRecord] {
        let back = Return(frame: frame, lag: lag)
        if var over = unreturned.take() {
            over.back = back
            return over.records(at: frame, lag: lag)
        }
        if running?.sounding.isEmpty == true, running?.lastEnd != nil { running?.back = back }
        return measured(at: frame)
    }

    /// Returns the records of all open breaks: the session ends at output frame `frame`, and the
    /// stream does not return.
    mutating func finish(at frame: FrameTime, lag: Int?) -> [EventRecord] {
        [unreturned.take(), running.take()].compactMap { $0 }
            .flatMap { $0.records(at: frame, lag: lag) }
    }

    private mutating func measured(at frame: FrameTime) -> [EventRecord] {
        guard let over = running, over.isOver, let back = over.back else { return [] }
        running = nil
        return over.records(at: frame, lag: back.lag)
    }
}

extension LatencyLog.Break {
    /// Records the start of a spot. `due` is the output frame at which its marked break was to begin.
    fileprivate mutating func start(_ slot: PlayToken?, at frame: FrameTime, due: FrameTime?) {
        if sounding.isEmpty, let lastEnd {
            gaps.append(frame - min(max(lastEnd, due ?? .zero), frame))
        }
        if firstSpot == nil { firstSpot = frame }
        if let slot { sounding.insert(slot) }
        back = nil
    }

    fileprivate mutating func end(_ slot: PlayToken?, at frame: FrameTime) {
        // A spot that fails before it is heard changes nothing.
        guard let slot, sounding.remove(slot) != nil else { return }
        lastEnd = frame
    }

    /// The record, for output frame `frame`; none if no spot of the break was heard.
    fileprivate func records(at frame: FrameTime, lag: Int?) -> [EventRecord] {
        guard let firstSpot, let lastEnd else { return [] }
        return [
            EventRecord(
                "latency", at: frame,
                [
                    "break": .integer(Int64(id.rawValue)),
                    "cueToMute": .milliseconds(firstSpot - cue),
                    "cueToAd": .milliseconds(firstSpot - cue),
                    "gaps": .array(gaps.map { .milliseconds($0) }),
                    "adToStream": back.map { .milliseconds($0.frame - lastEnd) } ?? .null,
                    "lagBefore": .milliseconds(lagBefore ?? 0),
                    "lagAfter": .milliseconds(lag ?? 0),
                ])
        ]
    }
}

extension JSONValue {
    /// The duration of `frameCount` frames, in milliseconds.
    fileprivate static func milliseconds(_ frameCount: Int) -> JSONValue {
        .decimal(Duration.frames(frameCount).inSeconds * 1000)
    }
}
