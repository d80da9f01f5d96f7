import AudioDecoding
import MediaTime

/// Decides how much faster or slower to play a live stream to keep its distance from the live edge.
///
/// The clocks of the station and of the sound card never agree. This is a value: its input is the
/// buffer fill at a listener's position, its output the correction. Only the lowest fill of ten
/// seconds counts, because a network delivers in bursts.
struct DriftController: Hashable, Sendable {
    /// The present correction.
    private(set) var correction = RateCorrection.none

    /// The buffer fill to keep; `nil` until that is known.
    private(set) var target: Duration?

    private var window = BufferFillWindow()
    /// The low-passed buffer fill in seconds.
    private var smoothed = 0.0
    /// The learned part of the correction: the difference of the clocks, in ppm.
    private var learned = 0.0
    /// The correction before rounding, in ppm.
    private var rate = 0.0
    /// The lowest fills at the last updates, in seconds.
    private var recent: [Double] = []
    /// Consecutive updates with a fill far from the expected one.
    private var strangeCount = 0
    /// Updates since the search for a target began.
    private var searchCount = 0
    /// Seconds of the present fill that are not to be kept.
    private var excess = 0.0
    private var mode = Mode.following

    init() {}

    /// Records that `level` frames are buffered while frame `position` is rendered.
    ///
    /// Best called directly before more audio arrives, when the fill is lowest.
    mutating func note(_ level: Int, at position: FrameTime) {
        guard let least = window.note(level, at: position) else { return }
        update(Double(least) / Double(FrameTime.rate))
    }

    /// Reduces the target by `excess` from the present fill, if that leaves enough.
    package mutating func catchUp(by excess: Duration) {
        restart()
        self.excess = excess.inSeconds
    }

    /// How many buffered frames are over the target, as far as known. They may be dropped where
    /// that is inaudible.
    var surplus: Int {
        guard mode == .shrinking, let target else { return 0 }
        return max(0, Int(saturating: (smoothed - target.inSeconds) * Double(FrameTime.rate)))
    }

    /// Records that `frameCount` buffered frames were dropped.
    mutating func noteLeftOut(_ frameCount: Int) {
        let time = Double(frameCount) / Double(FrameTime.rate)
        smoothed -= time
        recent = recent.map { $0 - time }
        window.lower(by: frameCount)
    }

    /// The listener has moved to another position. The learned clock difference still holds.
    mutating func restart() {
        window = BufferFillWindow()
        loseTarget()
    }
}

extension DriftController {
    private enum Mode: Hashable {
        /// Keeps the fill at the target.
        case following
        /// Builds a cushion by playing inaudibly slower, because the server sends nothing of its
        /// past.
        case growing
        /// Reduces the fill by playing inaudibly faster.
        case shrinking
        /// The fill has reached the target, and the correction returns to the clock difference.
        case settling

        /// Whether it changes the fill on purpose.
        var isMaking: Bool {
            switch self {
            case .growing, .shrinking: true
            case .following, .settling: false
            }
        }
    }

    private enum Rule {
        /// The time constant of the low pass, in seconds.
        static let timeConstant = 30.0
        /// The correction for each second of error, and the rate at which it is learned. Together
        /// they settle without oscillation.
        static let proportion = 1.0 / 200
        static let integration = proportion * proportion / 4
        /// Smaller errors, in seconds, count as none: two clocks that agree stay uncorrected.
        static let deadBand = 0.02
        /// The greatest change of a correction per update, in ppm.
        static let slew = 4.0
        /// The limit of the correction in ppm, and the limit if that does not hold the fill.
        static let normalLimit = 500.0
        static let hardLimit = 1500.0
        /// The error beyond the dead band at which the limit begins to rise, and the further error
        /// at which it is fully raised, in seconds.
        static let limitGivesWay = 0.06
        /// In seconds: a greater change between updates is no drift, but a pause or an outage.
        static let strange = 0.25
        /// Updates after which a strange fill is accepted as the new one.
        static let strangeLimit = 30
        /// How many updates are kept: at least one of them is undisturbed, even if the machine or
        /// the network is busy for a while.
        static let memory = 60
        /// Updates after which it is decided whether the fill is too low.
        static let thinDelay = 10
        /// In seconds: a lower fill is no cushion against a network, and the fill to grow it to.
        static let thinCushion = 0.5
        static let fullCushion = 1.0
        /// How much slower a stream is played to grow the fill, in ppm.
        static let growth = 3000.0
        /// How much faster it is played to shrink the fill, and the steps to either speed and back,
        /// in ppm.
        static let shrinkage = 5000.0
        static let quickSlew = 300.0
    }

    private mutating func update(_ least: Double) {
        recent.append(least)
        if recent.count > Rule.memory { recent.removeFirst() }
        // A late arrival lowers the fill for a moment, and nothing raises it: use the maximum.
        let level = mode.isMaking ? least : recent.max() ?? least
        guard let target else { return chooseTarget(at: level) }
        guard abs(level - smoothed) < Rule.strange else {
            strangeCount += 1
            if strangeCount >= Rule.strangeLimit { loseTarget() }
            return steer(to: learned)
        }
        strangeCount = 0
        switch mode {
        case .growing where level < target.inSeconds:
            smoothed = level
            return steer(to: -Rule.growth)
        case .shrinking where level > target.inSeconds:
            smoothed = level
            return steer(to: Rule.shrinkage)
        case .growing, .shrinking:
            smoothed = level
            recent = [level]
            mode = .settling
        case .following, .settling:
            break
        }
        smoothed += (level - smoothed) / Rule.timeConstant
        follow(target.inSeconds)
    }

    /// Takes the fill of the first minute as the target, unless that is too low.
    private mutating func chooseTarget(at level: Double) {
        searchCount += 1
        smoothed = level
        if searchCount == Rule.thinDelay, level < Rule.thinCushion {
            target = .frames(Int(saturating: Rule.fullCushion * Double(FrameTime.rate)))
            mode = .growing
        } else if searchCount == Rule.memory {
            let kept = max(level - excess, min(level, Rule.fullCushion))
            target = .frames(Int(saturating: kept * Double(FrameTime.rate)))
            if excess > 0 { mode = .shrinking }
        }
        steer(to: learned)
    }

    private mutating func loseTarget() {
        target = nil
        searchCount = 0
        strangeCount = 0
        recent = []
        excess = 0
        if mode != .following { mode = .settling }
    }

    private mutating func follow(_ target: Double) {
        let off = smoothed - target
        let excess = abs(off) < Rule.deadBand ? 0 : off - Rule.deadBand * (off < 0 ? -1 : 1)
        let yielding = (abs(excess) - Rule.limitGivesWay) / Rule.limitGivesWay
        let limit =
            Rule.normalLimit + (Rule.hardLimit - Rule.normalLimit) * min(max(yielding, 0), 1)
        let next = learned + Rule.integration * excess * 1e6
        let wanted = Rule.proportion * excess * 1e6 + next
        // Do not learn from a correction that the limit cut off.
        if abs(wanted) <= limit || abs(next) < abs(learned) { learned = next }
        steer(to: min(max(Rule.proportion * excess * 1e6 + learned, -limit), limit))
    }

    private mutating func steer(to wanted: Double) {
        let slew = mode == .following ? Rule.slew : Rule.quickSlew
        rate += min(max(wanted - rate, -slew), slew)
        if mode == .settling, rate == wanted { mode = .following }
        correction = RateCorrection(partsPerMillion: Int(saturating: rate.rounded()))
    }
}
