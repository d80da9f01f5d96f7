import AdPlayback

/// A way in which a renderer can be broken, to see whether the courses notice.
enum UnitFault: String, CaseIterable {
    /// Says twice that the credit is earned.
    case creditsTwice
    /// Takes no notice of a pause.
    case ignoresPauses
    /// Takes opting in for an interaction.
    case needsNoInteraction
    /// Says how it ended although it was stopped.
    case endsAfterStop
    /// Ends without saying so.
    case endsSilently
    /// Leaves the voice on when the card is gone.
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
