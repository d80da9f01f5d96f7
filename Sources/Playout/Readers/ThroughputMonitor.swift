import MediaTime
import StreamFetching

/// Judges whether a live connection brings sound as fast as it is heard.
///
/// A station sends some of its past at once and then a second a second, so a connection that keeps
/// up stays as far ahead as it ever was. One that falls back, because nothing comes or too little,
/// is given up while there is still something left to hear. Times count from the connection's
/// beginning.
struct ThroughputMonitor: Sendable {
    /// How long a connection may bring no packet at all.
    private static let patience = Duration.seconds(10)
    /// How far one may fall back that has enough ahead, or hardly anything anyway.
    private static let tolerance = Duration.seconds(5)
    /// So much ahead is worth being saved.
    private static let cushion = Duration.seconds(2)
    /// So much of every second a connection may fall back for ever: clocks are not all alike.
    private static let drift = 0.01

    private var firstCame: Duration?
    private var lastCame = Duration.zero
    /// How much sound came.
    private var received = Duration.zero
    /// How far the connection was ahead at best, and when that was.
    private var best = (lead: Duration.zero, time: Duration.zero)
    private var longestGap = Duration.zero

    /// A packet came that lasts for `length`; `nil` if that is not known, and it is as long as
    /// nothing came before it.
    mutating func receive(_ length: Duration?, at now: Duration) {
        let gap = firstCame == nil ? .zero : now - lastCame
        longestGap = max(longestGap, gap)
        firstCame = firstCame ?? now
        lastCame = now
        received += length ?? gap
        let lead = lead(at: now)
        if lead >= bestLead(at: now) { best = (lead, now) }
    }

    /// What is wrong with the connection, if anything is.
    func shortage(at now: Duration) -> Shortage? {
        guard firstCame != nil else { return now < Self.patience ? nil : .silence }
        let best = bestLead(at: now)
        // A deep cushion can wait until half of it is gone, a thin one has to be saved in time.
        let tolerance = best < Self.cushion ? Self.tolerance : min(Self.tolerance, best * 3 / 4)
        let limit = max(tolerance, best / 2, longestGap * 2)
        return best - lead(at: now) < limit ? nil : .slowness
    }

    /// How much more sound has come than could be heard since the first packet.
    private func lead(at now: Duration) -> Duration {
        received - (now - (firstCame ?? now))
    }

    private func bestLead(at now: Duration) -> Duration {
        best.lead - (now - best.time).multiplied(by: Self.drift)
    }
}
