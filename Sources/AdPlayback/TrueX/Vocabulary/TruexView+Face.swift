extension TruexView {
    /// The view without the times that who draws it counts on himself: two views of one face need
    /// not be drawn one after the other.
    package var face: TruexView {
        switch self {
        case .nothing, .loading, .cancelPrompt, .popup: return self
        case .choiceCard(var card):
            card.left?.seconds = 0
            return .choiceCard(card)
        case .engagement(var unit):
            unit.attentionLeft.seconds = 0
            return .engagement(unit)
        case .skipCard(var card):
            card.left.seconds = 0
            return .skipCard(card)
        }
    }
}
