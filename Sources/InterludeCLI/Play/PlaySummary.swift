import Interlude

/// What was played in a session: `played 2.0 s, 1 break, 1 spot`.
struct PlaySummary: Hashable, Sendable {
    private var breakCount = 0
    private var spotCount = 0

    /// Counts `record` if it starts a break or a spot.
    mutating func note(_ record: EventRecord) {
        switch record.event {
        case "break.started": breakCount += 1
        case "slot.started": spotCount += 1
        default: break
        }
    }

    /// The line for a session with so much output time.
    func text(played time: Duration) -> String {
        let length = time < .seconds(60) ? "\(Figures.tenths(time)) s" : Figures.clock(time)
        var parts = ["played \(length)"]
        if breakCount > 0 { parts.append(Self.count(breakCount, "break")) }
        if spotCount > 0 { parts.append(Self.count(spotCount, "spot")) }
        return parts.joined(separator: ", ")
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
