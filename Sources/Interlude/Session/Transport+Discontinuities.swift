import MediaTime

/// Reports the discontinuities of the stream when they are heard.
extension Transport {
    /// The output frame at which the next discontinuity is due if the stream plays on; `nil` if
    /// none is known.
    func nextDiscontinuity(in view: PlanView) -> FrameTime? {
        guard let current, let next = current.source.discontinuities.first,
            let listener = view.timeline.position(of: current.voice, at: view.heard)
        else { return nil }
        return view.heard + max(1, next.frame + 1 - listener)
    }

    mutating func sayDiscontinuities(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard let listener = streamFrame(at: view.heard, in: view) else { return }
        while let next = current?.source.discontinuities.first, next.frame < listener {
            current?.source.discontinuities.removeFirst()
            outbox.log(
                "stream.discontinuity", at: max(.zero, view.heard - (listener - next.frame)),
                [
                    "streamFrame": .integer(next.frame.frames),
                    "reason": .string(next.reason.rawValue),
                ])
        }
    }
}
