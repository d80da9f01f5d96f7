import AdPlayback

extension UnitStage {
    /// The choice card that is shown.
    var card: TruexView.ChoiceCard? {
        if case .choiceCard(let card) = view { card } else { nil }
    }

    /// The unit that is shown.
    var unit: TruexView.Engagement? {
        if case .engagement(let unit) = view { unit } else { nil }
    }
}
