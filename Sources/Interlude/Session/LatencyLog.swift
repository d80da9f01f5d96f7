import AdPlayback
import MediaTime

/// Measures each break in frames of output time, and writes one `latency` record for it.
struct LatencyLog: Hashable, Sendable {
    private var running: Break?

    private struct Break: Hashable, Sendable {
        var id: BreakID
        var cue: FrameTime
        var lagBefore: Int?
        var firstSpot: FrameTime?
        /// The spot that is being heard.
        var sounding: PlayToken?
        var lastEnd: FrameTime?
        /// Frames between a spot's end and the next one's start.
        var gaps: [Int] = []
        var lagAfter: Int?
    }

    /// Takes note of what happened in a break; `lag` is how many frames the listener is behind.
    mutating func note(_ event: AdEvent, lag: Int?) {
        switch event.kind {
        case .breakAnnounced:
            guard let id = event.breakID else { return }
            running = Break(id: id, cue: event.frame, lagBefore: lag)
        case .slotStarted:
            if let end = running?.lastEnd { running?.gaps.append(event.frame - end) }
            if running?.firstSpot == nil { running?.firstSpot = event.frame }
            running?.sounding = event.slot
        case .slotCompleted, .slotSkipped, .slotFailed:
            // One that fails before it is heard leaves the others as they are.
            if event.slot == running?.sounding { running?.lastEnd = event.frame }
        case .breakResolving, .breakReady, .breakStarted, .breakExtended, .breakEnded,
            .breakCancelled, .breakDropped, .slotLoading, .slotLoaded, .slotFirstAudible,
            .slotFirstQuartile, .slotMidpoint, .slotThirdQuartile, .slotNotUsed:
            break
        }
    }

    /// The stream is back at output frame `frame`.
    ///
    /// Returns the record of the break that it is back from; none if nothing of it was heard.
    mutating func streamReturned(at frame: FrameTime, lag: Int?) -> [EventRecord] {
        guard let done = running, let first = done.firstSpot, let end = done.lastEnd else {
            return []
        }
        running = nil
        return [
            EventRecord(
                "latency", at: frame,
                [
                    "break": .integer(Int64(done.id.rawValue)),
                    "cueToMute": .milliseconds(first - done.cue),
                    "cueToAd": .milliseconds(first - done.cue),
                    "gaps": .array(done.gaps.map { .milliseconds($0) }),
                    "adToStream": .milliseconds(frame - end),
                    "lagBefore": .milliseconds(done.lagBefore ?? 0),
                    "lagAfter": .milliseconds(lag ?? 0),
                ])
        ]
    }
}

extension JSONValue {
    /// What `frameCount` frames last, in milliseconds.
    fileprivate static func milliseconds(_ frameCount: Int) -> JSONValue {
        .decimal(Duration.frames(frameCount).inSeconds * 1000)
    }
}
