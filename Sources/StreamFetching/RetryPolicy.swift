import MediaTime

/// Decides whether and when a lost stream is asked for again.
///
/// A pure value: it is told the time, counted from any fixed moment, and draws from the random
/// source that it is given.
package struct RetryPolicy: Sendable {
    package enum Verdict: Hashable, Sendable {
        case retry(after: Duration)
        case giveUp
    }

    /// How long a stream that never sounded is tried for.
    static let firstSoundLimit = Duration.seconds(10)
    /// How long a mount point that is not there is tried for.
    static let absenceLimit = Duration.seconds(60)
    /// The wait before the second retry; the first comes at once.
    static let firstWait = Duration.milliseconds(250)
    static let longestWait = Duration.seconds(15)
    /// After so much good audio the next loss is the first again.
    static let recoveryTime = Duration.seconds(30)
    /// After so much audio in a row a stream has come back, also if it is lost again: long after
    /// it shows whether what comes can be heard.
    static let returnTime = Duration.seconds(20)
    /// No server is obeyed that asks to be left alone for longer.
    static let longestRetryAfter = Duration.seconds(3600)

    /// How long a stream that has sounded is tried for; `nil` for ever.
    private let patience: Duration?

    private var hasSounded = false
    /// When audio began to arrive that has not stopped since.
    private var soundingSince: Duration?
    /// When there was audio last, or the first try.
    private var silentSince: Duration?
    private var absentSince: Duration?
    /// How things stood before the audio that arrives now, until that has been good for a while.
    private var before: (hasSounded: Bool, silentSince: Duration?)?
    /// Retries since the stream was well last.
    private var retryCount = 0
    /// Failures in a row that trying again hardly helps against.
    private var doubtfulCount = 0

    /// `patience` is how long a stream that has sounded is tried for; `nil` for ever.
    package init(givingUpAfter patience: Duration?) {
        self.patience = patience
    }

    /// Trying begins.
    package mutating func begin(at now: Duration) {
        silentSince = silentSince ?? now
    }

    /// Audio arrived.
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

    /// What arrived last was too little to be called audio.
    private mutating func discount(_ shortage: Shortage) {
        guard let before else { return }
        switch shortage {
        case .silence: (hasSounded, silentSince) = before
        // The first that was heard was heard.
        case .slowness, .repetition: if before.hasSounded { silentSince = before.silentSince }
        }
    }

    /// How long there may be no audio; `nil` for ever.
    private var limit: Duration? { hasSounded ? patience : Self.firstSoundLimit }

    /// How long from `now` on tries may go on without audio; `nil` for ever.
    package func remainingTime(at now: Duration) -> Duration? {
        guard let limit else { return nil }
        return max(.zero, limit - (now - (silentSince ?? now)))
    }

    /// A connection was lost, or did not come about.
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
            if let retryAfter {
                wait = max(wait, min(retryAfter, Self.longestRetryAfter))
                // No answer is to be had before all patience is gone.
                if let remaining = remainingTime(at: now), wait > remaining { return .giveUp }
            }
        case .doubtful(let retries):
            doubtfulCount += 1
            if doubtfulCount > retries { return .giveUp }
        case .absent:
            let start = absentSince ?? now
            absentSince = start
            if now - start >= Self.absenceLimit { return .giveUp }
        case .hopeless:
            return .giveUp
        }
        guard let limit, let remaining = remainingTime(at: now) else { return .retry(after: wait) }
        // The last try comes early enough to have some time itself.
        let latestWait = remaining - min(limit / 10, .seconds(1))
        return latestWait > .zero ? .retry(after: min(wait, latestWait)) : .giveUp
    }

    /// 0, 0.25 s, 0.5 s, 1 s … 15 s, each up to a fifth more or less.
    private mutating func nextWait(using random: inout some RandomNumberGenerator) -> Duration {
        defer { retryCount += 1 }
        guard retryCount > 0 else { return .zero }
        let doublings = min(retryCount - 1, 10)
        let wait = min(Self.firstWait * (1 << doublings), Self.longestWait)
        return wait.multiplied(by: Double.random(in: 0.8..<1.2, using: &random))
    }
}
