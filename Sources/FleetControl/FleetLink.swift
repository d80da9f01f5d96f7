import MediaTime

/// Decides when a player connects to its broker again, and what is reported of that.
///
/// A value: the time arrives with each event. It never gives up, because the player plays on
/// without a broker.
package struct FleetLink: Hashable, Sendable {
    private var state = State.waiting(until: MonotonicTime(nanoseconds: 0), failedTries: 0)
    /// What was reported last; `nil` before the first report.
    private var isReportedJoined: Bool?

    private enum State: Hashable {
        case connecting(until: MonotonicTime, failedTries: Int)
        case connected(at: MonotonicTime, failedTries: Int)
        case waiting(until: MonotonicTime, failedTries: Int)
    }

    /// A step of the shell. It takes them in order.
    package enum Command: Hashable, Sendable {
        /// Begin to connect; ``FleetLink/opened(at:)``, and then ``FleetLink/joined(at:)`` or
        /// ``FleetLink/failed(_:at:)`` follow.
        case open
        /// Drop the connection.
        case close
        case reportJoined
        case reportLost(reason: String)
    }

    package var isJoined: Bool { if case .connected = state { true } else { false } }

    /// How long a broker may take to accept the player, in seconds.
    static let joinLimit = 20.0
    /// A connection that is lost sooner, in seconds, was another failed try: two players of one name
    /// drive each other out.
    static let steadyTime = 30.0
    /// The waits before the tries, in seconds; the last one again and again.
    static let waits = [1.0, 2, 4, 8, 15, 30]

    /// How much a wait is shortened, from 0 to 1: a fleet does not come back at once.
    let spread: Double

    package init(spread: Double) {
        self.spread = min(max(spread, 0), 1)
    }

    /// Does what is due at `now`.
    package mutating func advance(to now: MonotonicTime) -> [Command] {
        switch state {
        case .connected: return []
        case .waiting(let end, let tries):
            guard now >= end else { return [] }
            state = .connecting(until: now.advanced(by: Self.joinLimit), failedTries: tries)
            return [.open]
        case .connecting(let end, _):
            return now >= end ? failed("the broker does not answer", at: now) : []
        }
    }

    /// The connection is made, and the broker has yet to accept the player, or its subscriptions. The
    /// name of the host was looked up, which may have taken longer than the broker may.
    package mutating func opened(at now: MonotonicTime) {
        guard case .connecting(_, let tries) = state else { return }
        state = .connecting(until: now.advanced(by: Self.joinLimit), failedTries: tries)
    }

    /// When ``advance(to:)`` has something to do; `nil` while it is connected.
    package var nextTime: MonotonicTime? {
        switch state {
        case .connected: nil
        case .waiting(let end, _), .connecting(let end, _): end
        }
    }

    /// The broker has accepted the player and its subscriptions.
    package mutating func joined(at now: MonotonicTime) -> [Command] {
        guard case .connecting(_, let tries) = state else { return [] }
        state = .connected(at: now, failedTries: tries)
        isReportedJoined = true
        return [.reportJoined]
    }

    /// The connection was lost, or could not be made, for `reason`.
    package mutating func failed(_ reason: String, at now: MonotonicTime) -> [Command] {
        let tries: Int
        switch state {
        case .waiting: return []
        case .connecting(_, let failedTries): tries = failedTries + 1
        case .connected(let start, let failedTries):
            tries = now >= start.advanced(by: Self.steadyTime) ? 0 : failedTries + 1
        }
        let wait = Self.waits[min(tries, Self.waits.count - 1)] * (1 - spread / 2)
        state = .waiting(until: now.advanced(by: wait), failedTries: tries)
        guard isReportedJoined != false else { return [.close] }
        isReportedJoined = false
        return [.close, .reportLost(reason: reason)]
    }
}
