import MediaTime
import StreamFetching

/// Judges whether a live connection delivers audio in real time.
///
/// A station sends some of its past at once and then keeps real time, so a good connection keeps
/// its lead. One that falls behind, because it delivers nothing or too little, is closed while
/// there is still audio left to play. Times count from the connection's beginning.
struct ThroughputMonitor: Sendable {
    /// The timeout for the first packet.
    private static let timeLimit = Duration.seconds(10)
    /// How far a connection may fall behind if its lead is large, or almost nothing.
    private static let tolerance = Duration.seconds(5)
    /// A greater lead is worth saving.
    private static let cushion = Duration.seconds(2)
    /// A connection may lose one part in this of real time indefinitely, because clocks differ.
    private static let drift = 100

    private var firstCame: Duration?
    private var lastCame = Duration.zero
    /// The duration of the received audio.
    private var received = Duration.zero
    /// The connection's greatest lead, and when it was reached.
    private var best = (lead: Duration.zero, time: Duration.zero)
    private var longestGap = Duration.zero

    /// Records a packet of `length`. `nil` means that its length is not known; it then counts as
    /// long as the gap before it.
    mutating func receive(_ length: Duration?, at now: Duration) {
        let gap = firstCame == nil ? .zero : now - lastCame
        longestGap = max(longestGap, gap)
        firstCame = firstCame ?? now
        lastCame = now
        received += length ?? gap
        let lead = lead(at: now)
        if lead >= bestLead(at: now) { best = (lead, now) }
    }

    /// What is wrong with the connection; `nil` if it keeps up.
    func shortage(at now: Duration) -> Shortage? {
        guard firstCame != nil else { return now < Self.timeLimit ? nil : .silence }
        let best = bestLead(at: now)
        // A large lead may shrink to half; a small one must be saved in time.
        let tolerance = best < Self.cushion ? Self.tolerance : min(Self.tolerance, best * 3 / 4)
        let limit = max(tolerance, best / 2, longestGap * 2)
        return best - lead(at: now) < limit ? nil : .slowness
    }

    /// How much more audio has arrived than could have played since the first packet.
    private func lead(at now: Duration) -> Duration {
        received - (now - (firstCame ?? now))
    }

    private func bestLead(at now: Duration) -> Duration {
        best.lead - (now - best.time) / Self.drift
    }
}
