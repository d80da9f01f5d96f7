import AdPlayback
import MediaTime
import Playout

/// The listener's place in the stream.
extension Transport {
    /// The stream frame heard at output frame `time`, or the one at which the stream will resume.
    func streamFrame(at time: FrameTime, in view: PlanView) -> FrameTime? {
        if let hold { return hold.streamFrame }
        guard let current else { return nil }
        if let position = view.timeline.position(of: current.voice, at: time) { return position }
        if let rest = view.plan.rest, rest.voice == current.voice, rest.start <= time {
            return rest.streamFrame
        }
        return current.position
    }

    /// The same, or the one at which the first stream will begin.
    func listenerPlace(at time: FrameTime, in view: PlanView) -> FrameTime? {
        streamFrame(at: time, in: view) ?? incoming?.position
    }

    /// The stream frame up to which everything was heard; `nil` while no part of the stream is
    /// heard, or while it moves elsewhere.
    func place(in view: PlanView) -> FrameTime? {
        guard hold == nil, incoming == nil, let voice = current?.voice else { return nil }
        if let rest = view.plan.rest, rest.voice == voice, rest.start <= view.heard {
            return rest.streamFrame
        }
        let clip = view.timeline.clip(of: voice, at: view.heard - 1)
        return clip?.sourceFrame(at: view.heard)
    }

    /// The place of the programme at output frame `frame`, once the present requests are carried
    /// out there; `nil` if no stream is open.
    func programmePlace(at frame: FrameTime, in view: PlanView) -> ProgrammePlace? {
        if let incoming, incoming.readiness == .ready, hold == nil {
            return ProgrammePlace(output: frame, frame: incoming.position, isRunning: !isPaused)
        }
        guard let current, let place = streamFrame(at: frame, in: view) else { return nil }
        let isRunning = current.exhaustedAt == nil && standingReasons.isSubset(of: [.device])
        return ProgrammePlace(output: frame, frame: place, isRunning: isRunning)
    }

    /// The output frame at which stream frame `place` was reached if the stream has played on from
    /// there up to output frame `frame`.
    func outputFrame(of place: FrameTime, before frame: FrameTime, in view: PlanView) -> FrameTime?
    {
        streamFrame(at: frame, in: view).map { frame - max(0, $0 - place) }
    }

    /// The output frame at which the listener reaches stream frame `place`, and not before the next
    /// one; `nil` if the timeline does not lead there, as in a pause.
    func outputFrame(reaching place: FrameTime, in view: PlanView) -> FrameTime? {
        guard hold == nil, let voice = current?.voice else { return nil }
        return view.timeline.time(of: voice, reaching: place, from: view.heard)
            .map { max($0, view.heard + 1) }
    }

    /// Whether the stream advances at output frame `time`, audible or not.
    func isRunning(at time: FrameTime, in view: PlanView) -> Bool {
        guard let voice = current?.voice else { return false }
        return view.timeline.clip(of: voice, at: time) != nil
    }

    /// Whether a live stream stands still at output frame `time`, so that nothing consumes its
    /// samples.
    func isLiveAtRest(at time: FrameTime, in view: PlanView) -> Bool {
        guard let current, current.isLive, current.hasBegun || hold != nil else { return false }
        return !isRunning(at: time, in: view)
    }

    /// How many frames the listener is behind the live edge; `nil` for a file.
    func lag(at time: FrameTime, in view: PlanView) -> Int? {
        guard current?.isLive == true, let edge = live.frame,
            let frame = streamFrame(at: time, in: view)
        else { return nil }
        // Between reports, the live edge advances with output time.
        return max(0, edge - frame + (time - live.time))
    }

    /// How many frames further behind live the listener is than when the stream started.
    ///
    /// Less than half a second is jitter of the network, and counts as zero.
    func shiftFrameCount(in view: PlanView) -> Int {
        guard let lag = lag(at: view.heard, in: view), let initial = live.initialLag else {
            return 0
        }
        let shift = lag - initial
        return shift < FrameTime.rate / 2 ? 0 : shift
    }

    /// The duration of a live stream that is kept behind its live edge.
    func availableDelay(in view: PlanView) -> Duration {
        guard let edge = live.frame else { return .zero }
        return min(keptWindow(in: view), edge.duration)
    }

    /// The duration of a live stream that is kept once that much was received.
    func keptWindow(in view: PlanView) -> Duration {
        let most = view.configuration.maxDelay
        return min(most, live.kept ?? most)
    }

    /// The stream frames that a seek can reach: those kept of a live stream, or all of a file.
    /// `nil` while they are unknown.
    func reach(in view: PlanView) -> FrameRange? {
        guard let current, let facts = current.source.facts else { return nil }
        switch facts.kind {
        case .live:
            guard let edge = live.frame else { return nil }
            let oldest = max(.zero, edge - keptWindow(in: view).frameCount)
            return FrameRange(max(oldest, min(hold?.oldest ?? oldest, edge)), edge)
        case .file: return FrameRange(.zero, .distantFuture)
        // A pipe can only be played in order.
        case .pipe: return FrameRange(current.position, .distantFuture)
        }
    }

    mutating func noteLiveEdge(
        _ edge: FrameTime, at time: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        let before = availableDelay(in: view)
        live.frame = edge
        live.time = time
        sayAvailableDelay(unless: before, in: view, &outbox)
    }

    /// Reports how much of a live stream is kept, unless that is still `before`.
    func sayAvailableDelay(
        unless before: Duration, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        let after = availableDelay(in: view)
        if after != before { outbox.send(.availableDelayChanged(after)) }
    }

    /// Records that only `length` of a stream is kept, or with `nil` the configured amount. Logs
    /// the first shortage.
    mutating func noteKept(
        _ length: Duration?, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        let before = availableDelay(in: view)
        live.kept = length
        if let length, !live.isShort {
            live.isShort = true
            outbox.warn(
                "only \(Int(saturating: length.inSeconds)) s of the stream can be kept: the folder for "
                    + "temporary files is full, or the stream is too large", at: view.heard)
        }
        sayAvailableDelay(unless: before, in: view, &outbox)
    }

    /// Whether another source is being opened.
    var isChangingSource: Bool { incoming?.origin == .opened }

    /// The fields of a log line that describe the listener's place in the stream.
    func fields(
        _ streamFrame: FrameTime, at frame: FrameTime, in view: PlanView
    ) -> KeyValuePairs<String, JSONValue> {
        let lag = lag(at: frame, in: view).map { Duration.frames($0).inSeconds }
        return ["streamFrame": .integer(streamFrame.frames), "behindLive": .decimal(lag ?? 0)]
    }
}
