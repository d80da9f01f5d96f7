import AudioDecoding
import MediaTime

/// Decides how much faster or slower a live stream is played, so that it stays as far behind live
/// as it was: the station's clock and the sound card's never agree.
///
/// A value: told how much is buffered at which place of the listener, it says the correction. Only
/// the least of ten seconds counts, because what comes over a network comes in bursts.
struct DriftController: Hashable, Sendable {
    /// What to correct by from here on.
    private(set) var correction = RateCorrection.none

    /// What is to be kept buffered; `nil` until that is known.
    private(set) var target: Duration?

    private var window = BufferFillWindow()
    /// What was buffered, low-passed.
    private var smoothed = 0.0
    /// The part of the correction that was learned: what the clocks differ by, in millionths.
    private var learned = 0.0
    /// The correction before it is rounded.
    private var rate = 0.0
    /// The least that was buffered, at the last updates.
    private var recent: [Double] = []
    /// Updates in a row at which the level was elsewhere.
    private var strangeCount = 0
    /// Updates since it is looked what there is.
    private var settlingCount = 0
    /// Seconds of what there is that are not to be kept.
    private var excess = 0.0
    private var course = Course.following

    init() {}

    /// Takes note of `level` frames that are buffered as frame `position` is rendered.
    ///
    /// Best told right before more comes, when the least is there.
    mutating func note(_ level: Int, at position: FrameTime) {
        guard let least = window.note(level, at: position) else { return }
        update(Double(least) / Double(FrameTime.rate))
    }

    /// So much less than there is now is to be kept, if that leaves enough.
    package mutating func catchUp(by excess: Duration) {
        restart()
        self.excess = excess.inSeconds
    }

    /// How many frames of what is buffered are not to be kept, as far as that is known by now: they
    /// may be left out where that is not heard.
    var surplus: Int {
        guard course == .shrinking, let target else { return 0 }
        return max(0, Int(saturating: (smoothed - target.inSeconds) * Double(FrameTime.rate)))
    }

    /// So many frames of what is buffered were left out.
    mutating func noteLeftOut(_ frameCount: Int) {
        let time = Double(frameCount) / Double(FrameTime.rate)
        smoothed -= time
        recent = recent.map { $0 - time }
        window.lower(by: frameCount)
    }

    /// The listener is elsewhere in the stream. What is learned of the clocks still holds.
    mutating func restart() {
        window = BufferFillWindow()
        unsettle()
    }
}

extension DriftController {
    private enum Course: Hashable {
        /// The level is kept where it is.
        case following
        /// A server that sends nothing of its past gives no cushion: one is made by playing slower
        /// than can be heard.
        case growing
        /// There is too much, and less is made of it by playing faster than can be heard.
        case shrinking
        /// There is enough, and the correction comes back to what the clocks differ by.
        case landing

        /// Whether more or less is made of what there is.
        var isMaking: Bool {
            switch self {
            case .growing, .shrinking: true
            case .following, .landing: false
            }
        }
    }

    private enum Rule {
        /// The low pass, in seconds.
        static let timeConstant = 30.0
        /// Correction for each second that the level is off; and how fast that is learned, for the
        /// two together to settle without swinging.
        static let proportion = 1.0 / 200
        static let integration = proportion * proportion / 4
        /// Seconds off that are no drift: so two clocks that agree stay uncorrected.
        static let deadBand = 0.02
        /// Millionths by which a correction changes with an update.
        static let slew = 4.0
        /// Millionths: what is corrected at most, and where that does not hold the level.
        static let normalLimit = 500.0
        static let hardLimit = 1500.0
        /// Seconds beyond the dead band at which the limit begins to give way, and in how many.
        static let limitGivesWay = 0.06
        /// Seconds: what the level cannot drift by from update to update. It was moved, by a pause
        /// or an outage.
        static let strange = 0.25
        /// Updates after which what was strange is how it is.
        static let patience = 30
        /// Updates that are looked back on: a machine or a network that is busy for a while leaves
        /// one of them as it is.
        static let memory = 60
        /// Updates after which it is known whether there is too little.
        static let thinPatience = 10
        /// Seconds: less is no cushion against a network, and what it is made to grow to.
        static let thinCushion = 0.5
        static let fullCushion = 1.0
        /// Millionths: how much slower a stream is played for that, and the steps to it and back.
        static let growth = 3000.0
        /// Millionths: how much faster where there is too much, and the steps to either and back.
        static let shrinkage = 5000.0
        static let quickSlew = 300.0
    }

    private mutating func update(_ least: Double) {
        recent.append(least)
        if recent.count > Rule.memory { recent.removeFirst() }
        // What comes late makes less of it for a moment, and nothing makes more.
        let level = course.isMaking ? least : recent.max() ?? least
        guard let target else { return settle(at: level) }
        guard abs(level - smoothed) < Rule.strange else {
            strangeCount += 1
            if strangeCount >= Rule.patience { unsettle() }
            return steer(to: learned)
        }
        strangeCount = 0
        switch course {
        case .growing where level < target.inSeconds:
            smoothed = level
            return steer(to: -Rule.growth)
        case .shrinking where level > target.inSeconds:
            smoothed = level
            return steer(to: Rule.shrinkage)
        case .growing, .shrinking:
            smoothed = level
            recent = [level]
            course = .landing
        case .following, .landing:
            break
        }
        smoothed += (level - smoothed) / Rule.timeConstant
        follow(target.inSeconds)
    }

    /// What is kept is what there is in the first minute, unless that is too little.
    private mutating func settle(at level: Double) {
        settlingCount += 1
        smoothed = level
        if settlingCount == Rule.thinPatience, level < Rule.thinCushion {
            target = .frames(Int(saturating: Rule.fullCushion * Double(FrameTime.rate)))
            course = .growing
        } else if settlingCount == Rule.memory {
            let kept = max(level - excess, min(level, Rule.fullCushion))
            target = .frames(Int(saturating: kept * Double(FrameTime.rate)))
            if excess > 0 { course = .shrinking }
        }
        steer(to: learned)
    }

    private mutating func unsettle() {
        target = nil
        settlingCount = 0
        strangeCount = 0
        recent = []
        excess = 0
        if course != .following { course = .landing }
    }

    private mutating func follow(_ target: Double) {
        let off = smoothed - target
        let excess = abs(off) < Rule.deadBand ? 0 : off - Rule.deadBand * (off < 0 ? -1 : 1)
        let yielding = (abs(excess) - Rule.limitGivesWay) / Rule.limitGivesWay
        let limit =
            Rule.normalLimit + (Rule.hardLimit - Rule.normalLimit) * min(max(yielding, 0), 1)
        let next = learned + Rule.integration * excess * 1e6
        let wanted = Rule.proportion * excess * 1e6 + next
        // Nothing is learned from a correction that could not be carried out.
        if abs(wanted) <= limit || abs(next) < abs(learned) { learned = next }
        steer(to: min(max(Rule.proportion * excess * 1e6 + learned, -limit), limit))
    }

    private mutating func steer(to wanted: Double) {
        let slew = course == .following ? Rule.slew : Rule.quickSlew
        rate += min(max(wanted - rate, -slew), slew)
        if course == .landing, rate == wanted { course = .following }
        correction = RateCorrection(partsPerMillion: Int(saturating: rate.rounded()))
    }
}
