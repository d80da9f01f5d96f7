import MediaTime

extension TruexRendererMachine {
    /// The state table for messages of the listener and the creative.
    mutating func take(
        _ message: TruexMessage, at now: FrameTime, _ effects: inout [Effect]
    ) {
        switch (state, message) {
        // The choice card.
        case (.choiceCard(let card), .optIn) where card.buttons == .enabled:
            optIn(card, at: now, &effects)
        case (.choiceCard(let card), .optOut) where card.buttons == .enabled:
            optOut(.user, &effects)
        case (.choiceCard, .back): goBackFromCard(&effects)

        // The unit.
        case (.engaged(let unit), .interact), (.cancelPrompt(let unit), .interact):
            interact(unit, &effects)
        case (.engaged(let unit), .step(let number, let count)),
            (.cancelPrompt(let unit), .step(let number, let count)),
            (.credited(let unit), .step(let number, let count)):
            reach(TruexView.Step(number: number, count: count), of: unit, &effects)
        case (.engaged(let unit), .back):
            state = .cancelPrompt(unit)
            effects.append(.track(.selectBack))
        case (.cancelPrompt(let unit), .back): state = .engaged(unit)
        case (.engaged(let unit), .cancel), (.cancelPrompt(let unit), .cancel):
            cancel(unit, &effects)
        case (.credited(let unit), .done):
            close(unit, .continueToEnd, at: now, &effects)
        case (.credited(let unit), .back), (.credited(let unit), .cancel):
            close(unit, .closedAfterCredit, at: now, &effects)
        case (.engaged, .video(let progress)), (.credited, .video(let progress)),
            (.video, .video(let progress)):
            effects.append(.tell(.video(progress)))

        // Links, and the way out.
        case (.choiceCard, .popup(let address)), (.engaged, .popup(let address)),
            (.credited, .popup(let address)), (.video, .popup(let address)):
            popup = address
            effects.append(.tell(.popupWebsite(address)))
        case (.choiceCard, .xtendedView), (.engaged, .xtendedView), (.credited, .xtendedView):
            effects.append(.tell(.xtendedViewStarted))
        case (.choiceCard, .leave), (.engaged, .leave), (.cancelPrompt, .leave),
            (.credited, .leave), (.video, .leave), (.skipCard, .leave):
            leave(&effects)

        // In any state.
        case (_, .popupClosed): resume(.popup)
        case (_, .hidden): pauses.insert(.hidden)
        case (_, .shown): resume(.hidden)
        // Not possible in the current state.
        case (_, .optIn), (_, .optOut), (_, .interact), (_, .step), (_, .done), (_, .cancel),
            (_, .video), (_, .xtendedView), (_, .back), (_, .leave), (_, .popup):
            break
        }
    }

    private mutating func optIn(_ card: Card, at now: FrameTime, _ effects: inout [Effect]) {
        state = .engaged(Engagement(card.ad, at: now))
        effects += [
            .track(card.round == .first ? .selectUnit : .reselectUnit), .track(.unitLoad),
            .remember(.optedIn),
            .tell(.optIn(campaignName: card.ad.campaignName, adID: card.ad.adID)),
        ]
    }

    mutating func optOut(_ cause: TruexEvent.OptOutCause, _ effects: inout [Effect]) {
        effects += [
            .track(cause == .user ? .selectWatch : .autoAdvance), .remember(.optedOut),
            .tell(.optOut(cause)),
        ]
        complete(timeSpent: 0, &effects)
    }

    private mutating func goBackFromCard(_ effects: inout [Effect]) {
        switch setup.cancelStream {
        case .supported: end(.userCancelStream, &effects)
        case .unsupported: optOut(.user, &effects)
        }
    }

    private mutating func leave(_ effects: inout [Effect]) {
        switch setup.cancelStream {
        case .supported: end(.userCancelStream, &effects)
        // Without support, only the host lets listeners leave.
        case .unsupported: break
        }
    }
}
