import AdPlayback
import MediaTime

/// What becomes of the output. While it is gone or held, output time stands still.
extension SessionMachine {
    mutating func loseOutput(_ reason: String) {
        log("sink.lost", ["reason": .string(reason)])
        stopOutput(output.isHeld ? .lostWhileHeld : .lost)
        tell(.outputLost)
        if state == .stopping { endAtOnce() }
    }

    mutating func restoreOutput() {
        log("sink.restored")
        guard !output.isHeld else { return releaseOutput() }
        output = .running
        tell(.outputRestored)
    }

    /// Something else is to be heard: the session is paused, whatever it plays.
    mutating func holdOutput(_ reason: String) {
        let before = state
        stopOutput(.held)
        log("session.paused", ["reason": .string(reason)])
        if state != before { effects.append(.stateChanged(state)) }
        tell(.outputHeld)
        if state == .stopping { endAtOnce() }
    }

    mutating func releaseOutput() {
        let before = state
        output = .running
        if state != before { effects.append(.stateChanged(state)) }
        sayAgain()
        tell(.outputRestored)
    }

    private mutating func stopOutput(_ state: Output) {
        output = state
        deck.lagAtLoss = deck.lagAtLoss ?? lag(at: heard)
    }
}
