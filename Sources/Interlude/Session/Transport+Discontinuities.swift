import MediaTime

/// Reports the discontinuities of the stream when they are heard.
extension Transport {
    /// The output frame at which the next discontinuity is due if the stream plays on; `nil` if
    /// none is known.
    func nextDiscontinuity(in view: PlanView) -> FrameTime? {
        guard let next = current?.source.discontinuities.first else { return nil }
        return outputFrame(reaching: next.frame + 1, in: view)
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
