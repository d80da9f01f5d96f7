import AdPlayback
import MediaTime
import PlainText

/// Ends a session whose output is missing for too long.
extension Transport {
    /// Whether the session needs the time because its output time stands still.
    func timesOutage(_ configuration: SessionConfiguration) -> Bool {
        output.state != .running && configuration.outage != nil
    }

    /// The time that is left for an output that was never there; `nil` for no limit.
    func outageRemaining(in view: PlanView) -> Duration? {
        startLimit(in: view).map { .frames(max(0, $0 - output.outage.presentCount)) }
    }

    /// The session time at which the outage must be looked at again.
    func nextOutageWake(in view: PlanView) -> FrameTime {
        guard timesOutage(view.configuration) else { return .distantFuture }
        let rest = view.configuration.duration.map { $0.frameCount - Int(view.heard.frames) }
        return output.outage.nextWake(for: [startLimit(in: view), rest].compactMap { $0 })
    }

    /// Updates the outage to session time `now`. Ends the session if its output is missing for too
    /// long, or if its duration has passed.
    mutating func passOutage(
        at now: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard timesOutage(view.configuration) else { return }
        output.outage.advance(to: now, heard: view.heard)
        let limit = startLimit(in: view)
        if let limit, output.outage.presentCount >= limit {
            end(.failed(noOutput(within: .frames(limit))), at: view.heard, in: view, &outbox)
        } else if let frame = durationEnd(in: view), frame <= view.heard {
            end(endOfDuration(in: view), at: view.heard, in: view, &outbox)
        }
    }

    /// Records that output time runs again. The session's end moves with the time that has passed.
    mutating func endOutage(in view: PlanView, _ outbox: inout SessionOutbox) {
        output.outage.end()
        guard view.configuration.outage != nil, let frame = durationEnd(in: view) else { return }
        end(.asked, at: frame, in: view, &outbox)
    }

    /// The output frame after the configured duration; `nil` without one. Time without output
    /// counts as well.
    func durationEnd(in view: PlanView) -> FrameTime? {
        view.configuration.duration.map { duration in
            view.configuration.outage == nil
                ? FrameTime(duration)
                : max(view.heard, FrameTime(duration) - output.outage.frameCount)
        }
    }

    /// The words for a loss of the output: with the time limit, if it was never there.
    func lossWords(_ reason: String, in view: PlanView) -> String {
        guard let rule = view.configuration.outage, !output.outage.hadOutput, view.heard == .zero
        else {
            return reason
        }
        return rule.startLimit.map { "\(reason); trying for \($0.seconds) s" }
            ?? "\(reason); trying until it is there"
    }

    /// The limit in frames on the wait for an output that was never there.
    private func startLimit(in view: PlanView) -> Int? {
        guard !output.outage.hadOutput, view.heard == .zero, !output.state.isHeld else {
            return nil
        }
        return view.configuration.outage?.startLimit?.frameCount
    }

    private func endOfDuration(in view: PlanView) -> SessionEnd {
        guard !output.outage.hadOutput, let duration = view.configuration.duration else {
            return .asked
        }
        return .failed(noOutput(within: duration))
    }

    private func noOutput(within limit: Duration) -> SessionFailure {
        SessionFailure(
            .noOutput, "no sound device within \(limit.seconds) s: \(output.outage.reason)")
    }
}

extension Duration {
    /// The seconds in words: `10`, or `0.25`.
    fileprivate var seconds: String {
        let seconds = inSeconds
        return seconds == seconds.rounded() ? "\(Int(saturating: seconds))" : "\(seconds)"
    }
}
