import MediaTime

/// Decides which of several playlists the network can carry.
///
/// A lower one is taken as soon as a segment takes nearly as long to load as to play. A higher one
/// is tried after some quick segments, and later each time that it was too much.
struct ThroughputLadder: Hashable {
    private let choices: [HLSChoice]
    private let canRise: Bool
    private(set) var current: Int
    private var quickCount = 0
    private var changedAt = Duration.zero
    private var hasRisen = false
    /// How long the present choice is kept before a higher one is tried.
    private var patience = Self.shortestPatience

    private static let shortestPatience = Duration.seconds(20)
    private static let longestPatience = Duration.seconds(600)
    /// A segment that takes more of its length to load is too slow.
    private static let slow = 0.8
    /// A higher choice has to be expected to take less.
    private static let quick = 0.4
    private static let sufficientCount = 3

    init(_ choices: HLSChoices) {
        self.choices = choices.all
        canRise = choices.areOfAudio
        current = choices.first
    }

    var isAtBottom: Bool { current == 0 }

    /// The choice to change to after a segment of `length` took `time` to load; `nil` to stay.
    mutating func note(_ time: Duration, toLoad length: Duration, at now: Duration) -> Int? {
        guard length > .zero else { return nil }
        let share = time / length
        if share > Self.slow { return lower(at: now) }
        guard canRise, current + 1 < choices.count else { return nil }
        let isQuick = share * growth < Self.quick
        quickCount = isQuick ? quickCount + 1 : 0
        guard quickCount >= Self.sufficientCount, now - changedAt >= patience else { return nil }
        return current + 1
    }

    /// The choice to change to when the audio runs short; `nil` if there is none.
    mutating func lower(at now: Duration) -> Int? {
        quickCount = 0
        guard current > 0 else { return nil }
        return current - 1
    }

    /// The choice to change to when the present one cannot be loaded; `nil` if there is no other.
    func other() -> Int? {
        guard choices.count > 1 else { return nil }
        return current > 0 ? current - 1 : choices.count - 1
    }

    /// Notes that `choice` plays from now on.
    mutating func change(to choice: Int, at now: Duration) {
        if choice < current, hasRisen {
            patience = min(patience * 2, Self.longestPatience)
        } else if now - changedAt > patience * 4 {
            patience = Self.shortestPatience
        }
        hasRisen = choice > current
        (current, changedAt, quickCount) = (choice, now, 0)
    }

    /// Notes that the change failed, so that it is not tried again at once.
    mutating func refuseChange(at now: Duration) {
        (changedAt, quickCount) = (now, 0)
        patience = min(patience * 2, Self.longestPatience)
    }

    /// How much more the next higher choice has to load.
    private var growth: Double {
        guard let own = choices[current].bandwidth, own > 0,
            let next = choices[current + 1].bandwidth
        else { return 2 }
        return Double(next) / Double(own)
    }
}
