import Interlude
import PlainText

/// Whether the stream plays. A value.
struct AvailabilityWatch: Hashable, Sendable {
    /// The length limit of a reason in Unicode scalars.
    private static let reasonLimit = 500

    private(set) var state = PlayerStatus.State.idle
    /// Why the stream does not play, if that is known.
    private(set) var reason: String?
    /// `nil` while it plays.
    private(set) var absentSince: UTCTime?
    /// `nil` while it does not play.
    private(set) var playingSince: UTCTime?

    /// A stream that does not play since `start`.
    init(at start: UTCTime) {
        absentSince = start
    }

    var isPlaying: Bool { playingSince != nil }

    mutating func note(_ state: PlayerStatus.State, at now: UTCTime) {
        self.state = state
        if state == .playing {
            playingSince = playingSince ?? now
            absentSince = nil
            reason = nil
        } else {
            absentSince = absentSince ?? now
            playingSince = nil
        }
    }

    mutating func note(reason: String) { self.reason = reason.printable(limit: Self.reasonLimit) }

    func finding(limit: Duration?, at now: UTCTime) -> AlarmFinding? {
        guard let limit, let absentSince, now - absentSince >= limit else { return nil }
        let length = now - absentSince
        let words = "not playing for \(length.inWords)"
        return AlarmFinding(
            .down, since: absentSince, limit: limit, value: length,
            words: [words, reason].compactMap { $0 }.joined(separator: ": "))
    }
}
