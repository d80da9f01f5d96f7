import MediaTime

// From the request to the first view.
extension TruexRendererMachine {
    mutating func initialize(
        _ history: TruexHistory, _ now: FrameTime, _ effects: inout [Effect]
    ) {
        if let sponsor = sponsor(in: history) {
            gotAdFree(sponsor, &effects)
        } else {
            state = .fetching
            fetchDeadline = now + setup.fetchTime.frameCount
            effects.append(.fetch)
        }
    }

    mutating func gotReady(_ ad: TruexAdConfiguration, _ effects: inout [Effect]) {
        fetchDeadline = nil
        state = .ready(ad)
        effects += [.track(.playerLoad), .tell(.adsAvailable), .tell(.fetchAdComplete)]
    }

    mutating func gotAdFree(_ sponsor: TruexSponsor, _ effects: inout [Effect]) {
        fetchDeadline = nil
        state = .adFree(sponsor)
        effects.append(.tell(.fetchAdComplete))
    }

    mutating func gotNothing(_ event: TruexEvent, _ effects: inout [Effect]) {
        fetchDeadline = nil
        effects.append(.track(.playerNoLoad))
        end(event, &effects)
    }

    /// The host starts a unit whose ad has not arrived; it is shown when the ad arrives (rule T3).
    mutating func startEarly(_ history: TruexHistory, _ effects: inout [Effect]) {
        if let sponsor = sponsor(in: history) {
            showSkipCard(sponsor, &effects)
        } else {
            state = .fetchingWantStart(history)
        }
    }

    mutating func open(
        _ ad: TruexAdConfiguration, _ history: TruexHistory, at now: FrameTime,
        _ effects: inout [Effect]
    ) {
        if let sponsor = sponsor(in: history) {
            showSkipCard(sponsor, &effects)
        } else if ad.optOutCapping == .enabled, history.optOutCount >= TruexConstants.optOutCap {
            end(.noAdsAvailable, &effects)
        } else {
            switch ad.format {
            case .choice: state = .choiceCard(Card(ad, .first))
            case .interactiveVideo:
                state = .video(Engagement(ad, at: now))
                effects.append(.track(.unitLoad))
            }
            effects += [.tell(.adStarted(campaignName: ad.campaignName)), .tell(.adDisplayed)]
        }
    }

    /// Shows that an earlier credit pays for this pod (rule E8).
    mutating func showSkipCard(_ sponsor: TruexSponsor, _ effects: inout [Effect]) {
        cancelFetch(&effects)
        state = .skipCard(SkipCard(sponsor: sponsor))
        effects += [
            .track(.playerAdFree), .tell(.adStarted(campaignName: sponsor.campaignName)),
            .tell(.adDisplayed),
            .tell(.skipCardShown),
        ]
    }

    mutating func cancelFetch(_ effects: inout [Effect]) {
        guard fetchDeadline != nil else { return }
        fetchDeadline = nil
        effects.append(.cancelFetch)
    }

    /// The sponsor of this pod's stream.
    private func sponsor(in history: TruexHistory) -> TruexSponsor? {
        setup.streamID.flatMap(history.sponsor)
    }
}
