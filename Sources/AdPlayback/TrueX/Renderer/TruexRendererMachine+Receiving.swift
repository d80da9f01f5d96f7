import MediaTime

extension TruexRendererMachine {
    /// Takes in what has happened, and returns what is to be done about it.
    ///
    /// `now` is a time of the session; it never goes back. What was due by then comes first, but
    /// for a stop, which nothing comes before.
    package mutating func receive(_ event: Event, at now: FrameTime) -> [Effect] {
        var effects: [Effect] = []
        if event != .stop { advanceTime(to: now, &effects) }
        move(on: event, at: now, &effects)
        return settle(now) + effects + arm()
    }

    /// The table of states, as far as the host and the ad server move it.
    private mutating func move(on event: Event, at now: FrameTime, _ effects: inout [Effect]) {
        switch (state, event) {
        case (.created, .initialize(let history)): initialize(history, now, &effects)

        // The request.
        case (.fetching, .fetched(.ad(let ad))): gotReady(ad, &effects)
        case (.fetchingWantStart(let history), .fetched(.ad(let ad))):
            gotReady(ad, &effects)
            open(ad, history, at: now, &effects)
        case (.fetching, .fetched(.adFree(let sponsor))): gotAdFree(sponsor, &effects)
        case (.fetchingWantStart, .fetched(.adFree(let sponsor))):
            gotAdFree(sponsor, &effects)
            showSkipCard(sponsor, &effects)
        case (.fetching, .fetched(.noBid)), (.fetchingWantStart, .fetched(.noBid)):
            gotNothing(.noAdsAvailable, &effects)
        case (.fetching, .fetched(.refused(let why))), (.fetching, .fetchFailed(let why)),
            (.fetchingWantStart, .fetched(.refused(let why))),
            (.fetchingWantStart, .fetchFailed(let why)):
            gotNothing(.adError(why), &effects)

        // The start.
        case (.fetching, .start(let history)): startEarly(history, &effects)
        case (.ready(let ad), .start(let history)): open(ad, history, at: now, &effects)
        case (.adFree(let sponsor), .start): showSkipCard(sponsor, &effects)

        // Over is over.
        case (.done, .stop), (.stopped, .stop): state = .stopped
        case (.done, .pause), (.done, .resume), (.done, .wake), (.done, .cardEnded),
            (.stopped, .pause), (.stopped, .resume), (.stopped, .wake), (.stopped, .cardEnded):
            break
        case (.done, _), (.stopped, _): staleCount += 1

        // Anywhere else.
        case (_, .stop): stop(&effects)
        case (_, .failed(let why)): fail(why, &effects)
        case (_, .pause(let reason)): pauses.insert(reason)
        case (_, .resume(let reason)): resume(reason)
        case (_, .message(let message)): take(message, at: now, &effects)
        case (.choiceCard, .cardEnded): optOut(.countdown, &effects)
        case (.skipCard, .cardEnded): endSkipCard(&effects)
        // A card that was answered, a second start, an answer to what was not asked, and a wake that `advanceTime` has seen to.
        case (_, .cardEnded), (_, .initialize), (_, .start), (_, .fetched), (_, .fetchFailed),
            (_, .wake):
            break
        }
    }

    mutating func resume(_ reason: TruexPause) {
        pauses.remove(reason)
        // A host that opened the page itself says no more than that it is closed.
        if reason == .popup || pauses.isEmpty { popup = nil }
    }

    /// Ends with the one terminal event.
    mutating func end(_ event: TruexEvent, _ effects: inout [Effect]) {
        cancelFetch(&effects)
        state = .done(event)
        effects.append(.tell(event))
    }

    private mutating func stop(_ effects: inout [Effect]) {
        cancelFetch(&effects)
        state = .stopped
    }

    private mutating func fail(_ why: String, _ effects: inout [Effect]) {
        switch state {
        case .choiceCard: effects.append(.track(.cardError))
        case .created, .fetching, .fetchingWantStart, .ready, .adFree, .engaged, .cancelPrompt,
            .credited, .video, .skipCard, .done, .stopped:
            break
        }
        end(.adError(why), &effects)
    }
}
