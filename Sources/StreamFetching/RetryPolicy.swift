import MediaTime

/// Decides whether and when to reconnect to a lost stream.
///
/// A pure value: the caller passes in the time, counted from any fixed moment, and the source of
/// randomness.
package struct RetryPolicy: Sendable {
    package enum Verdict: Hashable, Sendable {
        case retry(after: Duration)
        case giveUp
    }

    /// The time limit for retries of a stream that has never delivered audio.
    static let firstSoundLimit = Duration.seconds(10)
    /// The time limit for retries while the mount point does not exist, if retries have a limit.
    static let absenceLimit = Duration.seconds(60)
    /// The wait before the second retry; the first follows at once.
    static let firstWait = Duration.milliseconds(250)
    static let longestWait = Duration.seconds(15)
    /// After this much continuous audio the waits start again from the shortest.
    static let recoveryTime = Duration.seconds(30)
    /// After this much continuous audio the stream counts as back, even if it is then lost again.
    /// Unplayable audio shows much sooner.
    static let returnTime = Duration.seconds(20)
    /// The limit on a wait that a server requests.
    static let longestRetryAfter = Duration.seconds(3600)

    /// The time limit for retries of a stream that has delivered audio; `nil` for no limit.
    private let timeLimit: Duration?

    private var hasSounded = false
    /// The start of the present continuous audio.
    private var soundingSince: Duration?
    /// The time of the last audio, or of the first try.
    private var silentSince: Duration?
    private var absentSince: Duration?
    /// The state before the present audio, until that has lasted for ``returnTime``.
    private var before: (hasSounded: Bool, silentSince: Duration?)?
    /// Retries since the stream last recovered.
    private var retryCount = 0
    /// Consecutive failures for which retries rarely help.
    private var doubtfulCount = 0

    /// `timeLimit` is the time limit for retries of a stream that has delivered audio; `nil` for no
    /// limit.
    package init(givingUpAfter timeLimit: Duration?) {
        self.timeLimit = timeLimit
    }

    /// Records the start of a try.
    package mutating func begin(at now: Duration) {
        silentSince = silentSince ?? now
    }

    /// Records that audio has arrived.
    package mutating func receiveAudio(at now: Duration) {
        if soundingSince == nil { before = (hasSounded, silentSince) }
        hasSounded = true
        let start = soundingSince ?? now
        soundingSince = start
        silentSince = nil
        absentSince = nil
        doubtfulCount = 0
        if now - start >= Self.returnTime { before = nil }
        if now - start >= Self.recoveryTime { retryCount = 0 }
    }

    /// Reverts the record of the last audio, because it was too little.
    private mutating func discount(_ shortage: Shortage) {
        guard let before else { return }
        switch shortage {
        case .silence: (hasSounded, silentSince) = before
        // The very first audio still counts.
        case .slowness, .repetition: if before.hasSounded { silentSince = before.silentSince }
        }
    }

    /// How long tries may continue without audio; `nil` for no limit.
    private var limit: Duration? { hasSounded ? timeLimit : Self.firstSoundLimit }

    /// How long from `now` on tries may continue without audio; `nil` for no limit.
    package func remainingTime(at now: Duration) -> Duration? {
        guard let limit else { return nil }
        return max(.zero, limit - (now - (silentSince ?? now)))
    }

    /// How long to wait at most from `now` on, so that the last try has some time; `nil` for no
    /// limit.
    private func latestWait(at now: Duration) -> Duration? {
        guard let limit, let remaining = remainingTime(at: now) else { return nil }
        return remaining - min(limit / 10, .seconds(1))
    }

    /// Decides what to do after a connection was lost or could not be made.
    package mutating func decide(
        on failure: FetchFailure, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> Verdict {
        if case .short(let shortage, _) = failure { discount(shortage) }
        before = nil
        silentSince = silentSince ?? now
        soundingSince = nil
        var wait = nextWait(using: &random)
        switch failure.prospect {
        case .passing(let retryAfter):
            if let requested = retryAfter.map({ min($0, Self.longestRetryAfter) }) {
                // The server would respond only after the last try.
                if let latestWait = latestWait(at: now), requested > latestWait { return .giveUp }
                wait = max(wait, requested)
            }
        case .doubtful(let retries):
            doubtfulCount += 1
            if doubtfulCount > retries { return .giveUp }
        case .absent:
            let start = absentSince ?? now
            absentSince = start
            if limit != nil, now - start >= Self.absenceLimit { return .giveUp }
        case .hopeless:
            return .giveUp
        }
        guard let latestWait = latestWait(at: now) else { return .retry(after: wait) }
        return latestWait > .zero ? .retry(after: min(wait, latestWait)) : .giveUp
    }

    /// 0, 0.25 s, 0.5 s, 1 s … 15 s, each ±20 % at random.
    private mutating func nextWait(using random: inout some RandomNumberGenerator) -> Duration {
        defer { retryCount += 1 }
        guard retryCount > 0 else { return .zero }
        let doublings = min(retryCount - 1, 10)
        let wait = min(Self.firstWait * (1 << doublings), Self.longestWait)
        return wait.multiplied(by: Double.random(in: 0.8..<1.2, using: &random))
    }
}
