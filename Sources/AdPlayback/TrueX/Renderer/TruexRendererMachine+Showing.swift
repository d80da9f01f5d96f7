import MediaTime

// The view and sound of a unit, derived from its state.
extension TruexRendererMachine {
    /// The view at `now`.
    package func view(at now: FrameTime) -> TruexView {
        switch state {
        case .created, .fetching, .ready, .adFree, .done, .stopped: .nothing
        case .fetchingWantStart: .loading
        case .choiceCard(let card): popup.map { .popup($0) } ?? .choiceCard(card.view(at: now))
        case .cancelPrompt: popup.map { .popup($0) } ?? .cancelPrompt
        case .engaged(let unit):
            popup.map { .popup($0) } ?? .engagement(unit.view(.cancel, at: now))
        case .credited(let unit):
            popup.map { .popup($0) } ?? .engagement(unit.view(.done, at: now))
        case .video(let unit): popup.map { .popup($0) } ?? .engagement(unit.view(.none, at: now))
        case .skipCard(let card):
            .skipCard(
                TruexView.SkipCard(
                    sponsor: card.sponsor,
                    left: card.countdown.timer(of: card.sponsor.cardTime, at: now)))
        }
    }

    /// Updates clocks, view and sound to match the state.
    mutating func updateOutput(_ now: FrameTime) -> [Effect] {
        setClocks(at: now)
        return show(at: now) + speak()
    }

    private mutating func show(at now: FrameTime) -> [Effect] {
        let view = view(at: now)
        guard view.withoutTimers != shownView else { return [] }
        shownView = view.withoutTimers
        return [.show(view)]
    }

    private mutating func speak() -> [Effect] {
        guard setup.card == .ofItsOwn, case .choiceCard(let card) = state,
            !card.ad.voiceOver.isEmpty
        else {
            guard voice != .silent else { return [] }
            voice = .silent
            return [.voiceOver(.stop)]
        }
        switch (voice, pauses.isEmpty) {
        case (.silent, true):
            voice = .speaking
            return [.voiceOver(.play(card.ad.voiceOver))]
        case (.speaking, false):
            voice = .paused
            return [.voiceOver(.pause)]
        case (.paused, true):
            voice = .speaking
            return [.voiceOver(.resume)]
        case (.silent, false), (.speaking, true), (.paused, false): return []
        }
    }

    /// Requests a wake for the next timer.
    mutating func arm() -> [Effect] {
        guard nextDue != armedWake else { return [] }
        armedWake = nextDue
        return [.wake(at: nextDue)]
    }
}

extension TruexRendererMachine.Card {
    fileprivate func view(at now: FrameTime) -> TruexView.ChoiceCard {
        TruexView.ChoiceCard(
            campaignName: ad.campaignName, texts: ad.texts, images: ad.images,
            voiceOver: ad.voiceOver,
            left: ad.cardTime.map { countdown.timer(of: $0, at: now) }, buttons: buttons,
            attention: TruexTimer(seconds: ad.attentionTime.inSeconds, rate: 0))
    }
}

extension TruexRendererMachine.Engagement {
    fileprivate func view(_ exit: TruexView.Exit, at now: FrameTime) -> TruexView.Engagement {
        let timer = attention.timer(of: ad.attentionTime, at: now)
        // After a credit by the last step, no attention is left to pay.
        return TruexView.Engagement(
            campaignName: ad.campaignName, creative: ad.creative,
            attentionLeft: exit == .done ? TruexTimer(seconds: 0, rate: 0) : timer,
            interaction: interaction, exit: exit, step: step)
    }
}
