import MediaTime

/// The pushes that a player has begun, until they have expired. A value.
struct FleetMemory: Hashable, Sendable {
    private var begun: [String: FleetDate]

    /// The most pushes that are remembered. One more is refused: forgetting one could repeat it.
    static let limit = 4096

    init(_ begun: [String: FleetDate] = [:]) {
        self.begun = begun
    }

    func contains(_ id: String) -> Bool { begun[id] != nil }

    /// Returns `false` if there is no room.
    mutating func remember(_ id: String, until date: FleetDate) -> Bool {
        guard begun.count < Self.limit else { return false }
        begun[id] = date
        return true
    }

    /// An expired push is dropped in any case.
    mutating func forgetExpired(at now: FleetDate) {
        begun = begun.filter { $0.value > now }
    }
}

/// How many of something a player takes: some at once, and some a second. A value.
struct FleetRate: Hashable, Sendable {
    private let burst: Double
    private let perSecond: Double
    private var credit: Double
    private var last: MonotonicTime?

    init(burst: Double, perSecond: Double) {
        self.burst = burst
        self.perSecond = perSecond
        credit = burst
    }

    /// Whether one more is taken at `now`.
    mutating func takes(at now: MonotonicTime) -> Bool {
        let passed = last.map { max(0, now.seconds(since: $0)) } ?? 0
        last = now
        credit = min(burst, credit + passed * perSecond)
        guard credit >= 1 else { return false }
        credit -= 1
        return true
    }
}

/// Keeps a hostile sender from filling the log of the player. A value.
struct FleetWarnings: Hashable, Sendable {
    /// The shortest time between two warnings, in seconds.
    static let interval = 60.0

    private var last: MonotonicTime?

    /// Whether a warning is told at `now`.
    mutating func isDue(at now: MonotonicTime) -> Bool {
        if let last, now < last.advanced(by: Self.interval) { return false }
        last = now
        return true
    }
}

/// Which lines of its event log a player reports: those whose names begin with one of these groups.
package struct FleetEvents: Hashable, Sendable {
    /// `nil` for all.
    private let groups: Set<String>?

    package static let usual = FleetEvents(["session", "sink", "break", "slot"])

    private init(_ groups: Set<String>?) {
        self.groups = groups
    }

    /// Parses `all`, `none`, or a list as in `slot,break`.
    package init?(parsing text: String) {
        switch text {
        case "all": groups = nil
        case "none": groups = []
        default:
            let names = text.split(separator: ",", omittingEmptySubsequences: false)
            guard names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isLetter) }) else {
                return nil
            }
            groups = Set(names.map(String.init))
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    func include(_ event: String) -> Bool {
        groups?.contains(String(event.prefix { $0 != "." })) ?? true
    }
}
