import MediaTime

extension ViewerScript {
    /// What a viewer does for whom nothing more is written down, with `view` that was shown at
    /// `appearance`; `nil` where it goes on by itself.
    ///
    /// He takes what he has earned, waits for no more than can be earned, and lets cards run out,
    /// so that no stream stands still for ever.
    package static func ending(
        of view: TruexView, from appearance: FrameTime
    ) -> (time: FrameTime, message: TruexMessage)? {
        switch view {
        case .choiceCard(let card):
            guard card.left == nil, card.buttons == .enabled else { return nil }
            return (appearance + TruexConstants.choiceCardTime.frameCount, .optOut)
        case .engagement(let unit):
            switch unit.exit {
            case .done: return (appearance, .done)
            case .cancel:
                guard let end = unit.attentionLeft.end(from: appearance) else { return nil }
                return (end, .cancel)
            case .none: return nil
            }
        case .cancelPrompt: return (appearance, .cancel)
        case .popup: return (appearance, .popupClosed)
        case .nothing, .loading, .skipCard: return nil
        }
    }
}

extension TruexTimer {
    /// When it has run down that began at `start`; `nil` while it stands still.
    fileprivate func end(from start: FrameTime) -> FrameTime? {
        guard seconds > 0 else { return start }
        guard rate < 0 else { return nil }
        return start + Duration(clamping: seconds / -rate, to: .length).frameCount
    }
}
