import Dispatch
import MediaTime

/// Ends a stopped session whose output takes nothing any more, as that of a device that blocks for good.
///
/// The session ends once its fade was heard, and that of such an output never is.
extension SessionLoop {
    /// How long the output of a stopped session may stand still.
    static let standstillLimit = Duration.seconds(5)

    /// Has a stopped session end if its output stands still. In virtual time it may wait for samples.
    func watchStop() {
        guard parts.clock == .real else { return }
        let (heard, mailbox) = (machine.heard, mailbox)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.standstillLimit.inSeconds) {
            mailbox.send(.perform { $0?.endIfStanding(since: heard) })
        }
    }

    /// Ends the session if nothing was heard since output frame `heard`.
    private func endIfStanding(since heard: FrameTime) {
        guard !isOver else { return }
        guard machine.heard == heard else { return watchStop() }
        let seconds = Int(saturating: Self.standstillLimit.inSeconds)
        handle(.sinkFailed(reason: "the output has taken nothing for \(seconds) s after the stop"))
    }
}
