import AdPlayback
import MediaTime

extension TruexView {
    /// The view as it is `frameCount` frames after it was made.
    package func after(frames frameCount: Int) -> TruexView {
        switch self {
        case .choiceCard(var card):
            card.left = card.left?.after(frames: frameCount)
            return .choiceCard(card)
        case .engagement(var engagement):
            engagement.attentionLeft = engagement.attentionLeft.after(frames: frameCount)
            return .engagement(engagement)
        case .skipCard(var card):
            card.left = card.left.after(frames: frameCount)
            return .skipCard(card)
        case .nothing, .loading, .cancelPrompt, .popup: return self
        }
    }
}

extension TruexTimer {
    fileprivate func after(frames frameCount: Int) -> TruexTimer {
        var timer = self
        timer.seconds = max(0, seconds + rate * Duration.frames(frameCount).inSeconds)
        return timer
    }
}
