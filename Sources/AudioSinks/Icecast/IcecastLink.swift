import MediaTime

/// Decides when a restream connects to its server again, and what is reported of that.
///
/// A value: the time arrives with each event. It begins connected, for a server that refuses the
/// first connection ends the session. After that it never gives up: a server that refuses the
/// source may still hold the connection that was lost.
struct IcecastLink: Hashable {
    private(set) var state = State.connected(at: nil, failedTries: 0)

    enum State: Hashable {
        /// The time is `nil` for the first connection. `failedTries` counts those before it.
        case connected(at: MonotonicTime?, failedTries: Int)
        /// A try that counts as failed after the time.
        case connecting(until: MonotonicTime, failedTries: Int)
        case waiting(until: MonotonicTime, failedTries: Int)
    }

    /// A step of the shell. It takes them in order.
    enum Command: Hashable {
        /// Begin to connect; ``IcecastLink/opened(at:)``, and then ``IcecastLink/connected(at:)`` or
        /// ``IcecastLink/failed(_:at:)`` follow.
        case open
        /// Drop the connection with all that waits in it.
        case close
        /// Begin a new stream: the server has forgotten the last one with its title.
        case beginStream
        case report(SinkReport)
    }

    var isConnected: Bool { if case .connected = state { true } else { false } }

    /// How long a try may take once the name of the host was looked up, in seconds.
    static let connectLimit = 5.0
    /// A connection that is lost sooner, in seconds, was another failed try: a server may accept
    /// each source and drop it at once.
    static let steadyTime = 10.0
    /// The waits before the tries after a loss, in seconds; the last one again and again.
    static let waits = [0.5, 1, 2, 4, 8]

    /// The connection was lost, or could not be made, for `reason`.
    mutating func failed(_ reason: String, at now: MonotonicTime) -> [Command] {
        switch state {
        case .connected(let start, let tries):
            let wasSteady = start.map { now >= $0.advanced(by: Self.steadyTime) } ?? true
            wait(after: wasSteady ? 0 : tries + 1, from: now)
            return [.close, .report(.listenersLost(reason: reason))]
        case .connecting(_, let tries):
            wait(after: tries + 1, from: now)
            return [.close]
        case .waiting:
            return []
        }
    }

    /// The connection is being made. The name of the host was looked up, which may have taken longer
    /// than the connection may.
    mutating func opened(at now: MonotonicTime) {
        guard case .connecting(_, let tries) = state else { return }
        state = .connecting(until: now.advanced(by: Self.connectLimit), failedTries: tries)
    }

    /// The server has accepted the source.
    mutating func connected(at now: MonotonicTime) -> [Command] {
        guard case .connecting(_, let tries) = state else { return [] }
        state = .connected(at: now, failedTries: tries)
        return [.beginStream, .report(.listenersBack)]
    }

    /// Does what is due at `now`.
    mutating func advance(to now: MonotonicTime) -> [Command] {
        switch state {
        case .connected:
            return []
        case .connecting(let end, let tries):
            guard now >= end else { return [] }
            wait(after: tries + 1, from: now)
            return [.close]
        case .waiting(let end, let tries):
            guard now >= end else { return [] }
            state = .connecting(until: now.advanced(by: Self.connectLimit), failedTries: tries)
            return [.open]
        }
    }

    private mutating func wait(after tries: Int, from now: MonotonicTime) {
        let wait = Self.waits[min(tries, Self.waits.count - 1)]
        state = .waiting(until: now.advanced(by: wait), failedTries: tries)
    }
}
