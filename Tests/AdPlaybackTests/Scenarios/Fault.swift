import AdPlayback
import Advertising
import MediaTime

/// A way to break a manager, to test that the scenarios detect it.
enum Fault: String, CaseIterable {
    /// Reports the end of a spot twice.
    case reportsTwice
    /// Accepts a push during an ad, and loses it.
    case losesPushDuringAd
    /// Reports the end of a burst on an empty push while nothing plays.
    case finishesWithoutStart
    /// Leaves one silent frame between two spots.
    case leavesGap
    /// Gives a started spot its original gain.
    case losesGain
    /// Resumes the stream at full volume.
    case forgetsVolume
    /// Leaves the burst running on a stop.
    case stopForgetsBurst
    /// Treats any failure as one of the playing spot.
    case takesForeignFailure
    /// Leaves the banner visible after the burst.
    case leavesBanner
}

/// An action in a scenario.
enum ScenarioEvent {
    case told(AdPlayManager.Event)
    /// The sink refuses the last layout, and gives the first frame that can be changed.
    case refused(FrameTime)
    case output(from: OutputState, to: OutputState)
    /// The listener resumes after a pause.
    case resumed

    /// The manager's event; `nil` if it learns of the action only with its next event.
    var event: AdPlayManager.Event? {
        switch self {
        case .told(let event): event
        case .refused(let frame): .switchable(frame)
        case .output(let before, _): .outputChanged(from: before)
        case .resumed: nil
        }
    }
}

/// A manager, intact or broken, with its layouts.
struct Subject {
    private(set) var manager: AdPlayManager
    private var ledger = PlanLedger<BreakLayout?>(nil)
    private var isPaused = false
    private(set) var output = OutputState.running
    var fault: Fault?

    init(_ configuration: AdPlayManager.Configuration, fault: Fault?) {
        manager = AdPlayManager(configuration: configuration)
        self.fault = fault
    }

    mutating func receive(_ event: ScenarioEvent, at now: FrameTime) -> [AdPlayManager.Effect] {
        switch event {
        case .refused: ledger.refuse()
        case .told(.switchable): ledger.takeAnswer()
        case .told(.heard(let frame)): ledger.hear(upTo: frame)
        case .told(.stop), .resumed: isPaused = false
        case .output(_, let state): output = state
        case .told: break
        }
        guard let told = event.event else { return [] }
        let effects = receive(told, at: now)
        if manager.phase != .closed, effects.contains(.pauseAllowed) { isPaused = true }
        for case .lay(let layout) in effects { ledger.offer(layout, from: layout.validFrom) }
        return effects
    }

    private mutating func receive(
        _ event: AdPlayManager.Event, at now: FrameTime
    ) -> [AdPlayManager.Effect] {
        guard let fault else { return manager.receive(event, at: now, in: context) }
        let phase = PhaseKind(manager.phase)
        let effects = manager.receive(fault.bent(event, in: manager), at: now, in: context)
        return fault.bent(effects, of: event, in: phase)
    }

    private var context: BreakContext {
        BreakContext(layout: ledger.plan, isPaused: isPaused, output: output)
    }

    /// Whether the sink has to give a frame.
    var wantsSwitch: Bool { manager.wantsSwitch(in: context) }

    var focus: AudioFocus {
        var focus = manager.focus
        if fault == .forgetsVolume, manager.phase == .idle { focus.userVolume = 1 }
        return focus
    }
}

extension Fault {
    fileprivate func bent(
        _ event: AdPlayManager.Event, in manager: AdPlayManager
    ) -> AdPlayManager.Event {
        switch (self, event, manager.phase) {
        case (.losesPushDuringAd, .advertisementsAvailable, .playing):
            .advertisementsAvailable([])
        case (.takesForeignFailure, .spotFailed(_, let failure), .playing(let token)):
            .spotFailed(token, failure)
        default: event
        }
    }

    fileprivate func bent(
        _ effects: [AdPlayManager.Effect], of event: AdPlayManager.Event, in phase: PhaseKind
    ) -> [AdPlayManager.Effect] {
        switch self {
        case .reportsTwice:
            effects.flatMap { if case .report = $0 { [$0, $0] } else { [$0] } }
        case .finishesWithoutStart:
            event == .advertisementsAvailable([]) && phase == .idle ? [.adPlayFinished] : effects
        case .leavesGap: effects.map(\.withGap)
        case .losesGain: effects.map(\.withoutGain)
        case .stopForgetsBurst:
            if case .stop = event { effects.filter { $0 != .adPlayFinished } } else { effects }
        case .leavesBanner:
            effects.contains(.adPlayFinished) ? effects.filter { $0 != .removeBanner } : effects
        case .losesPushDuringAd, .forgetsVolume, .takesForeignFailure: effects
        }
    }
}

extension AdPlayManager.Effect {
    fileprivate var withoutGain: AdPlayManager.Effect {
        guard case .lay(var layout) = self else { return self }
        for index in layout.spots.indices
        where layout.spots[index].range.start < layout.validFrom {
            layout.spots[index].decibels = 0
        }
        return .lay(layout)
    }

    fileprivate var withGap: AdPlayManager.Effect {
        guard case .lay(var layout) = self, layout.spots.count > 1 else { return self }
        let last = layout.spots.count - 1
        layout.spots[last].range.start = layout.spots[last].range.start + 1
        return .lay(layout)
    }
}
