import MediaTime

/// How far a listener is behind, and whether that is too far. A value without a clock.
struct ListenerBacklog: Sendable {
    private let limits: Limits
    private var waitingByteCount = 0
    private var writingSince: MonotonicTime?

    /// What a listener may cost.
    struct Limits: Hashable, Sendable {
        /// Bytes that may wait for him.
        var byteCount = 512 * 1024
        /// Seconds that the connection may take to accept a piece.
        var writing = 10.0
    }

    enum Verdict: Hashable, Sendable {
        case keep
        /// He takes too little, or nothing.
        case drop
    }

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// A piece is to wait for him.
    mutating func add(_ byteCount: Int) -> Verdict {
        waitingByteCount += byteCount
        return waitingByteCount > limits.byteCount ? .drop : .keep
    }

    /// The next piece is being written to the connection.
    mutating func beginWriting(_ byteCount: Int, at now: MonotonicTime) {
        waitingByteCount -= byteCount
        writingSince = now
    }

    /// The connection has accepted it.
    mutating func endWriting() {
        writingSince = nil
    }

    func verdict(at now: MonotonicTime) -> Verdict {
        guard let writingSince else { return .keep }
        return now.seconds(since: writingSince) > limits.writing ? .drop : .keep
    }
}
