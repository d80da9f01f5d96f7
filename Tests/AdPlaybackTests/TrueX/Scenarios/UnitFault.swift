import AdPlayback

/// A way to break a renderer, to test that the scenarios detect it.
enum UnitFault: String, CaseIterable {
    /// Reports the credit twice.
    case creditsTwice
    /// Ignores pauses.
    case ignoresPauses
    /// Counts opting in as an interaction.
    case needsNoInteraction
    /// Reports an end after a stop.
    case endsAfterStop
    /// Ends without a terminal event.
    case endsSilently
    /// Leaves the voice on after the card.
    case speaksOn

    func bent(
        _ event: TruexRendererMachine.Event, in machine: TruexRendererMachine
    ) -> TruexRendererMachine.Event {
        switch (self, event) {
        case (.ignoresPauses, .pause), (.ignoresPauses, .message(.hidden)): .wake
        case (.needsNoInteraction, .wake): .message(.interact)
        case (.endsAfterStop, .stop): .failed("stopped")
        default: event
        }
    }

    func bent(
        _ effects: [TruexRendererMachine.Effect], of event: TruexRendererMachine.Event
    ) -> [TruexRendererMachine.Effect] {
        switch self {
        case .creditsTwice: effects.flatMap { $0 == .tell(.adFreePod) ? [$0, $0] : [$0] }
        case .endsSilently: effects.filter { $0 != .tell(.adCompleted(timeSpent: 0)) }
        case .speaksOn: effects.filter { $0 != .voiceOver(.stop) }
        case .ignoresPauses, .needsNoInteraction, .endsAfterStop: effects
        }
    }
}
