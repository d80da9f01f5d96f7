import AdPlayback
import MediaTime

/// What becomes of the output. While it is gone or held, output time stands still.
extension SessionMachine {
    mutating func loseOutput(_ reason: String) {
        log("sink.lost", ["reason": .string(reason)])
        changeOutput(to: transport.output.lost)
        if state == .stopping { endAtOnce() }
    }

    mutating func restoreOutput() {
        log("sink.restored")
        guard !transport.output.isHeld else { return releaseOutput() }
        changeOutput(to: .running)
    }

    /// Something else is to be heard: the session is paused, whatever it plays.
    mutating func holdOutput(_ reason: String) {
        let (before, outputBefore) = (state, transport.output)
        stopOutput(.held)
        log("session.paused", ["reason": .string(reason)])
        if state != before { effects.append(.stateChanged(state)) }
        tell(.outputChanged(from: outputBefore))
        if state == .stopping { endAtOnce() }
    }

    mutating func releaseOutput() {
        let (before, outputBefore) = (state, transport.output)
        transport.output = .running
        if state != before { effects.append(.stateChanged(state)) }
        sayAgain()
        tell(.outputChanged(from: outputBefore))
    }

    private mutating func changeOutput(to state: OutputState) {
        let before = transport.output
        if state == .running { transport.output = state } else { stopOutput(state) }
        tell(.outputChanged(from: before))
    }

    private mutating func stopOutput(_ state: OutputState) {
        transport.output = state
        transport.live.lagAtLoss = transport.live.lagAtLoss ?? lag(at: heard)
    }
}
