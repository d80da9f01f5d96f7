import Interlude
import PlainText
import ReportPages

/// The beacons that were given up within the last ``window``. A value.
struct BeaconWatch: Hashable, Sendable {
    static let window = Duration.seconds(600)
    /// Further ones are not counted.
    private static let mostLosses = 1000
    /// The length limit of a reason in Unicode scalars.
    private static let reasonLimit = 500

    private var losses: [UTCTime] = []
    private var reason: String?

    mutating func noteLoss(because reason: String?, at now: UTCTime) {
        forget(before: now - Self.window)
        self.reason = reason?.printable(limit: Self.reasonLimit)
        if losses.count < Self.mostLosses { losses.append(now) }
    }

    private mutating func forget(before time: UTCTime) { losses.removeAll { $0 <= time } }

    func finding(limit: Int?, at now: UTCTime) -> AlarmFinding? {
        let recent = losses.filter { $0 > now - Self.window }
        guard let limit, let first = recent.first, recent.count >= limit else { return nil }
        let words = recent.count == 1 ? "1 beacon given up" : "\(recent.count) beacons given up"
        return AlarmFinding(
            .beaconLost, since: first, limit: Double(limit), value: Double(recent.count),
            words: [words, reason].compactMap { $0 }.joined(separator: ": "))
    }
}
