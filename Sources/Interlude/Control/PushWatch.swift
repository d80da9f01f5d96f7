import Advertising
import Synchronization

/// Follows the spots of one push, and replies with their progress until each of them has ended.
///
/// Keeps itself until then, because a session holds its delegates weakly.
final class PushWatch: AudioSessionDelegate {
    private let spots: [Advertisement]
    private let state: Mutex<State>

    private struct State {
        var reply: (@Sendable (ControlReply) -> Void)?
        var progress: PushProgress?
        var keeper: PushWatch?
        /// Whether the session has not answered the push yet.
        var isBeginning = true
    }

    /// The session gives each of the spots a number of its own, also if an ad server uses one number
    /// for several.
    init(of spots: [Advertisement], reply: @escaping @Sendable (ControlReply) -> Void) {
        self.spots = spots.map { spot in
            guard spot.id != 0 else { return spot }
            var unnumbered = spot
            unnumbered.adID = spot.serverID
            unnumbered.id = 0
            return unnumbered
        }
        state = Mutex(State(reply: reply))
    }

    func start(in session: AudioSession) {
        session.push(spots) { [spots] numbers in
            self.state.withLock { state in
                state.progress = PushProgress(of: spots, numbers: numbers)
                state.keeper = self
            }
            session.addDelegate(self)
        } reply: { answer in
            switch answer {
            case .refused: self.end(with: answer)
            case .accepted, .pushed, .status, .progress:
                self.state.withLock { $0.isBeginning = false }
                self.endIfOver()
            }
        }
    }

    func onEvent(_ record: EventRecord) {
        let (reply, news) = state.withLock { state in
            // The log names no spots of a push that is dropped as a whole.
            if state.isBeginning, record.event == "break.dropped" {
                return (state.reply, state.progress?.drop(record.reason) ?? [])
            }
            return (state.reply, state.progress?.note(record).map { [$0] } ?? [])
        }
        for spot in news { reply?(.progress(spot)) }
        endIfOver()
    }

    func onSessionEnd(_ end: SessionEnd) {
        self.end(with: .refused("the player ended before the spots"))
    }

    private func endIfOver() {
        let isOver = state.withLock { !$0.isBeginning && $0.progress?.isOver != false }
        if isOver { end(with: .accepted) }
    }

    private func end(with answer: ControlReply) {
        let reply = state.withLock { state in
            defer { state = State(reply: nil) }
            return state.reply
        }
        reply?(answer)
    }
}

extension EventRecord {
    fileprivate var reason: String {
        if case .string(let words)? = self["reason"] { words } else { "" }
    }
}
