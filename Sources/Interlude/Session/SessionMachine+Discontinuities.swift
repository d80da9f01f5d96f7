import MediaTime

/// Where the stream's sound does not follow on itself, said as it is heard.
extension SessionMachine {
    /// The output frame before which everything has to be heard for the next one to be due, if the
    /// listener listens on.
    var nextDiscontinuity: FrameTime? {
        guard let current = transport.current, let next = current.source.discontinuities.first,
            let listener = plan.timeline.position(of: current.voice, at: heard)
        else { return nil }
        return heard + max(1, next.frame + 1 - listener)
    }

    mutating func sayDiscontinuities() {
        guard let listener = streamFrame(at: heard) else { return }
        while let next = transport.current?.source.discontinuities.first, next.frame < listener {
            transport.current?.source.discontinuities.removeFirst()
            log(
                "stream.discontinuity", at: max(.zero, heard - (listener - next.frame)),
                [
                    "streamFrame": .integer(next.frame.frames),
                    "reason": .string(next.reason.rawValue),
                ])
        }
    }
}
