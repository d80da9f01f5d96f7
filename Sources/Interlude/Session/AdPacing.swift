import AdPlayback
import Advertising
import MediaTime

/// Whether ads may be heard now, by the rules of the operator (``AdRules``).
struct AdPacing: Hashable, Sendable {
    let rules: AdRules

    /// The output frames at which the spots of the last hour began, as far as they are counted.
    private var starts: [FrameTime] = []

    /// The first output frame after the last break of which something was heard.
    private var breakEnd: FrameTime?

    private var isInBreak = false

    /// Within which the spots of ``AdRules/mostPerHour`` are counted.
    private static let hour = 3600 * FrameTime.rate

    init(_ rules: AdRules) { self.rules = rules }

    /// Follows the breaks that are heard.
    mutating func note(_ event: AdEvent) {
        // A break with nothing but the slate is none.
        if case .slotStarted = event.kind, event.bumper != .slate { isInBreak = true }
        // Nothing was heard of one that has ended without a start.
        if case .breakEnded = event.kind, isInBreak {
            isInBreak = false
            breakEnd = event.frame
        }
        guard case .slotStarted = event.kind, event.bumper == nil, let most = rules.mostPerHour
        else { return }
        starts.append(event.frame)
        // Older ones make no difference.
        starts.removeFirst(max(0, starts.count - max(0, most)))
    }

    /// Whether a break that begins at output frame `begin` may have ads, as known at `heard`. So many
    /// spots are handed over and have not begun.
    func allowsBreak(at begin: FrameTime, heard: FrameTime, waitingCount: Int = 0) -> Bool {
        // A break that is heard ends now at the earliest.
        let lastEnd = isInBreak ? heard : breakEnd
        return begin.frames >= Int64(rules.freeStart.frameCount)
            && lastEnd.map { begin - $0 >= rules.interval.frameCount } ?? true
            && spotLimit(at: begin, waitingCount: waitingCount) > 0
    }

    /// The most spots of a break that begins at output frame `begin`, beside so many that are handed
    /// over and have not begun.
    func spotLimit(at begin: FrameTime, waitingCount: Int = 0) -> Int {
        let inBreak = max(0, rules.mostPerBreak ?? .max)
        guard let most = rules.mostPerHour else { return inBreak }
        let count = starts.count { begin - $0 < Self.hour } + waitingCount
        return min(inBreak, max(0, max(0, most) - count))
    }
}

extension AdRules {
    /// Whether an ad is as long as the operator wants. One without a declared length is.
    func allowsLength(of spot: Advertisement) -> Bool {
        spot.duration.map { lengths.contains($0) } ?? true
    }
}

extension Advertisement {
    /// Its ids in registries of creatives.
    var creatives: [String] {
        tracking?.facts["UNIVERSALADID"]?.split(separator: ",").map(String.init) ?? []
    }

    /// Whether it may not begin any more at output frame `heard`, after an answer of its ad server at
    /// `answer` (VAST 4.3, section 3.4.14).
    func hasExpired(at heard: FrameTime, since answer: FrameTime) -> Bool {
        expiry.map { heard - answer > $0.frameCount } ?? false
    }
}
