import Interlude
import PCMAudio
import ReportPages

/// The effect of a key on a player.
enum KeyAnswer: Hashable, Sendable {
    case command(SessionCommand)
    /// The key has no effect, for this reason.
    case note(String)
    /// A list above the status.
    case list([String])
}

extension PlayerStatus {
    /// The effect of `key` in this state.
    func answer(to key: KeyCommand) -> KeyAnswer {
        switch key {
        case .togglePause: return .command(isPaused ? .unpause : .pause)
        case .live: return liveAnswer
        case .skip: return skipAnswer
        // Relative, because this status may be older than the keys before.
        case .louder: return .command(.changeVolume(by: .decibels(1)))
        case .quieter: return .command(.changeVolume(by: .decibels(-1)))
        case .first, .second:
            return truex.answer(to: key).map { .command(.truex($0)) }
                ?? .note("there is nothing to answer")
        case .help: return .list(KeyCommand.overview)
        case .quit: return .command(.stop)
        }
    }

    private var liveAnswer: KeyAnswer {
        guard let behindLive else {
            return .note(state == .connecting ? "not connected yet" : "not a live stream")
        }
        // The session refuses a jump in a break, and says why.
        let isAtEdge = state == .playing && controls.delay && !controls.live
        guard isAtEdge else { return .command(.goLive) }
        return .note("live already, \(Figures.tenths(behindLive)) s buffered")
    }

    private var skipAnswer: KeyAnswer {
        guard !controls.skip else { return .command(.skip) }
        if let adBreak { return .note(adBreak.reasonNotToSkip) }
        return .note(
            truex == .nothing ? "no ad to skip" : "an interactive ad: answer it")
    }
}

extension BreakStatus {
    /// Why the spot is not skipped now: it may not be, not yet, or it is over in a moment.
    fileprivate var reasonNotToSkip: String {
        guard let skipWait else { return "this ad cannot be skipped" }
        guard skipWait > .zero else { return "not to be skipped now" }
        return "skip in \(Figures.wholeSeconds(skipWait)) s"
    }
}

extension KeyCommand {
    /// The keys and their effects.
    static let overview = [
        "space pause", "l live", "s skip an ad", "+ - volume", "1 2 answer", "? keys", "q quit",
    ]
}

extension TruexView {
    /// The message of the keys 1 and 2: opt in and opt out on a choice card, interact and leave in
    /// a unit.
    fileprivate func answer(to key: KeyCommand) -> TruexMessage? {
        switch self {
        case .choiceCard: key == .first ? .optIn : .optOut
        case .engagement(let unit):
            switch (key, unit.exit) {
            case (.first, _): .interact
            case (_, .done): .done
            case (_, .cancel): .back
            case (_, .none): nil
            }
        case .cancelPrompt: key == .first ? .cancel : .back
        case .popup: .popupClosed
        case .nothing, .loading, .skipCard: nil
        }
    }
}

extension AudioSession {
    /// Carries out `key`. Calls `explain` with the reason if it has no effect, on any thread.
    func carryOut(
        _ key: KeyCommand, explain: @escaping @Sendable (KeyAnswer) -> Void = { _ in }
    ) {
        switch status.answer(to: key) {
        case .command(let command):
            send(command) { reply in
                if case .refused(let reason) = reply { explain(.note(reason)) }
            }
        case .note(let words): explain(.note(words))
        case .list(let items): explain(.list(items))
        }
    }
}
