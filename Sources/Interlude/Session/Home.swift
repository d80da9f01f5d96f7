import MediaTime

/// The source that a session returns to when another one ends or cannot be played. Decides what
/// follows a source.
///
/// A value without a clock: the caller passes in the output time.
struct Home: Hashable, Sendable {
    /// The failure of a source that people are told of for a while.
    struct Failure: Hashable, Sendable {
        /// The source that failed last; `nil` once it plays, or a requested one does.
        var source: PlayerStatus.FailedSource?

        /// The first output frame after that at which another source was heard; `nil` if none was.
        var heardSince: FrameTime?
    }

    /// The first wait before the home is opened again. Each further wait is twice as long.
    static let firstWait = Duration.seconds(1)
    static let longestWait = Duration.seconds(15)

    /// The waits start again from the shortest after a try that lasted this long.
    static let recoveryTime = Duration.seconds(30)

    /// `nil` if the session ends with its source.
    let address: String?

    /// How long a home that was heard before is retried when the session returns to it; `nil` for
    /// no limit, also before it was heard.
    private let giveUp: Duration?

    /// Where a file is opened: at its start, or where it was left for another source.
    private(set) var position: FrameTime

    /// The generation whose opening is due after a wait; `nil` if there is none.
    private(set) var waiting: Int?

    /// Whether the listener has paused before the home was opened.
    var startsPaused = false

    /// The failure for which the session went back to it.
    var failure = Failure()

    private var openedAt = FrameTime.zero
    private var failureCount = 0
    private var wasHeard = false
    /// When the session returned to a home that was heard before; `nil` once it is heard again.
    private var returnedAt: FrameTime?

    /// The failure of the home that was logged last; `nil` after the home was heard.
    private var logged: SessionFailure?

    /// What follows a source.
    enum Step: Hashable {
        /// The session ends.
        case end
        /// The home is opened after this wait.
        case open(String, after: Duration)
    }

    init(_ configuration: SessionConfiguration) {
        address = configuration.home
        giveUp = configuration.giveUp
        position =
            configuration.home == configuration.source ? FrameTime(configuration.start) : .zero
    }

    /// Whether `source` is the home. A listener's request for the same address is not, because it
    /// may reach less.
    func isHome(_ source: OpenedSource) -> Bool {
        source.namer == .operator && source.address == address
    }

    /// Whether the home follows `source`, which failed with `failure`, or ended with `nil`, at output
    /// frame `now`.
    func follows(
        _ source: OpenedSource, after failure: SessionFailure?, at now: FrameTime
    ) -> Bool {
        guard address != nil else { return false }
        return !isHome(source) || failure != nil && isRetried(at: now)
    }

    /// Whether a home that has failed is opened again at output frame `now`.
    private func isRetried(at now: FrameTime) -> Bool {
        guard let giveUp else { return true }
        guard let returnedAt else { return false }
        return now - returnedAt < giveUp.frameCount
    }

    /// What a failure of the home leads to, for people.
    var retryWords: String { giveUp == nil ? "retrying without end" : "retrying" }

    /// How long a lost stream is retried if ``SessionConfiguration/giveUp`` is `giveUp`; `nil` for
    /// no limit. While there is a `home` to return to, only that is retried without limit.
    static func retryLimit(
        of source: String, namedBy namer: SourceNamer, home: String?, giveUp: Duration?
    ) -> Duration? {
        guard let home, home != source || namer == .listener else { return giveUp }
        return giveUp ?? SessionConfiguration.giveUpElsewhere
    }

    /// Decides what follows `source` at output frame `now`.
    mutating func step(
        after source: OpenedSource, failing failure: SessionFailure?, at now: FrameTime
    ) -> Step {
        guard let address, follows(source, after: failure, at: now) else { return .end }
        guard isHome(source) else {
            failureCount = 0
            returnedAt = wasHeard ? now : nil
            return .open(address, after: .zero)
        }
        if (now - openedAt) >= Self.recoveryTime.frameCount { failureCount = 0 }
        let wait = min(Self.firstWait * (1 << min(failureCount, 4)), Self.longestWait)
        failureCount += 1
        return .open(address, after: wait)
    }

    /// Records where the home was left; `nil` if it is to be opened at its start.
    mutating func leave(at position: FrameTime?) { self.position = position ?? .zero }

    mutating func open(at now: FrameTime) {
        waiting = nil
        openedAt = now
    }

    mutating func wait(for generation: Int?) { waiting = generation }

    /// Whether a failure of the home is to be logged. The same failure is logged once until the
    /// home is heard again.
    mutating func isNews(_ failure: SessionFailure) -> Bool {
        defer { logged = failure }
        return logged != failure
    }

    mutating func noteHeard() {
        logged = nil
        wasHeard = true
        returnedAt = nil
    }
}
