import AdPlayback
import MediaTime

/// What the ad-play manager is told, and what it asks for.
extension SessionMachine {
    /// What the ad-play manager is told with each event.
    var breakContext: BreakContext {
        BreakContext(layout: plan.layout, isPaused: isPaused, output: transport.output)
    }

    mutating func tell(_ event: AdPlayManager.Event) {
        for effect in breaks.manager.receive(event, at: heard, in: breakContext) {
            carryOut(effect)
        }
    }

    /// The break's layout from output frame `frame` on; `nil` where no stream is open.
    mutating func layOutBreak(from frame: FrameTime) -> BreakLayout? {
        var layout: BreakLayout?
        for effect in breaks.manager.receive(.switchable(frame), at: heard, in: breakContext) {
            if case .lay(let new) = effect { layout = new } else { carryOut(effect) }
        }
        return layout
    }

    /// What the gains follow from.
    var focus: AudioFocus { breaks.manager.focus }

    /// Whether advertisements play, load or wait.
    var adsAreBusy: Bool {
        switch breaks.manager.phase {
        case .closed, .idle: false
        case .breakStarting, .playing, .betweenAds: true
        }
    }

    private mutating func carryOut(_ effect: AdPlayManager.Effect) {
        switch effect {
        // Answers only what ``layOutBreak(from:)`` says.
        case .lay: break
        case .focusChanged: wantSwitch()
        case .log(let event):
            effects.append(.log(EventRecord(event)))
            write(latencies.note(event, lag: lag(at: event.frame)))
        case .pauseAllowed: pause()
        case .refuse(let refusal): refuse(refusal.words)
        case .load, .cancelLoad, .release, .armWatchdog, .disarmWatchdog, .adPlayStarted,
            .adPlayFinished, .showBanner, .removeBanner, .availableToObservers, .handOut, .report,
            .clickReport:
            effects.append(.advertisements(effect))
        }
    }
}

extension AdPlayManager.Refusal {
    fileprivate var words: String {
        switch self {
        case .pauseDuringAdvertisement: "a stream cannot be paused while an advertisement plays"
        case .nothingToSkip: "there is no advertisement to be skipped"
        case .nothingToClick: "the advertisement has nothing to click"
        }
    }
}
