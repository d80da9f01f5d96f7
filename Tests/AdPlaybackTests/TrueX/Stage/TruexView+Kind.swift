import AdPlayback

extension TruexView {
    /// What is shown, in a word.
    var kind: String {
        switch self {
        case .nothing: "nothing"
        case .loading: "loading"
        case .choiceCard: "choiceCard"
        case .engagement: "engagement"
        case .cancelPrompt: "cancelPrompt"
        case .skipCard: "skipCard"
        case .popup: "popup"
        }
    }
}
