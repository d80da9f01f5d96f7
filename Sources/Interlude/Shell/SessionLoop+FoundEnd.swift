import MediaTime

/// Makes virtual time independent of how far ahead of the listener a source is decoded.
///
/// A decoder finds an end that its source does not declare when it gets there, some seconds before it is
/// heard; how many depends on the computer. A push for the end would be handed over then. In virtual
/// time the session therefore learns of the end when it is reached, and the sink waits there.
extension SessionLoop {
    /// The end that a decoder has found in stream `generation`.
    struct FoundEnd: Hashable {
        let generation: Int
        let frame: FrameTime
    }

    /// Keeps an end that the session is not to know yet. Returns whether `event` is one.
    func keepsEnd(_ event: SessionEvent) -> Bool {
        guard case .source(let generation, .ended(let end)) = event, parts.clock == .virtual,
            machine.seeksEnd(of: generation, at: end)
        else { return false }
        foundEnd = FoundEnd(generation: generation, frame: end)
        return true
    }

    /// Removes and returns the end that the session learns before `event`; `nil` if there is none.
    func takeFoundEnd(before event: SessionEvent) -> SessionEvent? {
        guard case .exhausted = event, let end = foundEnd else { return nil }
        foundEnd = nil
        guard machine.transport.current?.generation == end.generation else { return nil }
        return .source(generation: end.generation, .ended(end.frame))
    }
}
