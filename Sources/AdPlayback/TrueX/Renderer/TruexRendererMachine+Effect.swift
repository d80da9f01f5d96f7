import MediaTime

extension TruexRendererMachine {
    /// What the shell has to do, in the order given.
    package enum Effect: Hashable, Sendable {
        /// Ask the ad server; the answer comes back as an event.
        case fetch
        /// The answer is not waited for any more; nothing need come back.
        case cancelFetch
        /// Send ``Event/wake`` at this time, and not at the one asked for before; `nil` takes that
        /// back.
        case wake(at: FrameTime?)
        /// Draw this instead of what was drawn before.
        case show(TruexView)
        case voiceOver(VoiceOver)
        /// Tell the host; nothing follows a terminal event, and nothing comes after a stop.
        case tell(TruexEvent)
        /// Tell the ad server.
        case track(TruexTracking)
        /// Tell whoever makes the next renderer of this listener.
        case remember(TruexFact)
    }

    /// What becomes of the audio that speaks the choice card.
    package enum VoiceOver: Hashable, Sendable {
        /// From the beginning, these addresses one after the other.
        case play([String])
        case pause
        case resume
        case stop
    }
}
