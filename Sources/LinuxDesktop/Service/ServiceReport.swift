import Interlude

/// What a service manager is told of a session.
struct ServiceReport: Hashable, Sendable {
    private var words: String?
    private var stage = Stage.starting

    private enum Stage: Hashable {
        case starting
        case ready
        case stopping
    }

    /// What is to be told now that the session looks like `status`.
    mutating func receive(_ status: PlayerStatus) -> [ServiceNotice] {
        var notices: [ServiceNotice] = []
        let newStage = stage(of: status)
        if newStage != stage {
            stage = newStage
            notices += newStage == .ready ? [.ready] : [.stopping]
        }
        let newWords = Self.words(for: status)
        if newWords != words {
            words = newWords
            notices.append(.status(newWords))
        }
        return notices
    }

    /// A player is ready once its stream is there, and stays so while it is connected anew.
    private func stage(of status: PlayerStatus) -> Stage {
        switch status.state {
        case .playing, .paused: .ready
        case .idle, .connecting, .buffering, .reconnecting: stage
        case .lost, .failed, .stopped: .stopping
        }
    }

    private static func words(for status: PlayerStatus) -> String {
        let name = SourceName(status.source)
        let source = name.address ?? name.title
        if let adBreak = status.adBreak {
            return
                "Advertisement \(adBreak.spotNumber) of \(adBreak.spotCount): \(adBreak.advertisement.title)"
        }
        return switch status.state {
        case .idle, .connecting: "Connecting to \(source)"
        case .buffering: "Waiting for \(source)"
        case .reconnecting: "Connecting to \(source) again"
        case .playing: "Playing \(status.title.map { "\($0), " } ?? "")\(source)"
        case .paused: "Paused \(source)"
        case .lost: "Lost \(source)"
        case .failed: "Cannot play \(source)"
        case .stopped: "Stopped"
        }
    }
}
