import MediaTime

// Earning a credit.
extension TruexRendererMachine {
    mutating func interact(_ unit: Engagement, _ effects: inout [Effect]) {
        guard unit.interaction == .missing else { return }
        var unit = unit
        unit.interaction = .met
        replace(unit)
        effects.append(.track(.firstInteraction))
        if unit.attentionIsMet { credit(unit, &effects) }
    }

    /// The last step earns the credit before the time is up, so that a listener is not kept in a
    /// unit with nothing more to show.
    mutating func reach(
        _ step: TruexView.Step, of unit: Engagement, _ effects: inout [Effect]
    ) {
        guard step.number >= 1, step.number <= step.count else { return }
        var unit = unit
        unit.step = step
        replace(unit)
        guard !isCredited, step.number == step.count else { return }
        effects.append(.track(.creativeCompletion))
        credit(unit, &effects)
    }

    /// Called at most once per renderer: no state leads back to before the credit.
    mutating func credit(_ unit: Engagement, _ effects: inout [Effect]) {
        state = .credited(unit)
        effects.append(.track(.credit))
        if unit.ad.product == .sponsoredStream, setup.slotType == .preroll,
            let streamID = setup.streamID
        {
            let sponsor = TruexSponsor(campaignName: unit.ad.campaignName)
            effects.append(.remember(.sponsored(streamID: streamID, sponsor)))
        }
        effects.append(.tell(.adFreePod))
    }

    /// The listener goes back to the choice, with its full time.
    mutating func cancel(_ unit: Engagement, _ effects: inout [Effect]) {
        // Going back to the choice also leaves the page of a link.
        resume(.popup)
        state = .choiceCard(Card(unit.ad, .again))
        effects += [.track(.closedBeforeCredit), .tell(.userCancel)]
    }

    mutating func close(
        _ unit: Engagement, _ tracking: TruexTracking, at now: FrameTime,
        _ effects: inout [Effect]
    ) {
        effects.append(.track(tracking))
        complete(timeSpent: unit.secondsSpent(at: now), &effects)
    }

    mutating func complete(timeSpent: Int, _ effects: inout [Effect]) {
        if setup.slotType == .overlayLive { effects.append(.tell(.overlayCompleted)) }
        end(.adCompleted(timeSpent: timeSpent), &effects)
    }

    private var isCredited: Bool {
        if case .credited = state { true } else { false }
    }

    /// Replaces the unit of the current state.
    private mutating func replace(_ unit: Engagement) {
        switch state {
        case .engaged: state = .engaged(unit)
        case .cancelPrompt: state = .cancelPrompt(unit)
        case .credited: state = .credited(unit)
        case .created, .fetching, .fetchingWantStart, .ready, .adFree, .choiceCard, .video,
            .skipCard, .done, .stopped:
            break
        }
    }
}
