import MediaTime

extension AdSchedule {
    /// Consecutive advertisements in a stream, also called a pod.
    public struct Break: Hashable, Sendable, Identifiable {
        /// Does not change when breaks are added or removed.
        public var id: String

        public var position: Position

        /// In stream time. The upper bound is the first frame after the pod.
        public var range: FrameRange

        /// In playback order. Frames between the last ad and the end of the break may belong to no
        /// ad.
        public var ads: [Ad]

        /// Tracking addresses by event.
        public var tracking: [String: [String]]

        public init(
            id: String, position: Position, range: FrameRange, ads: [Ad],
            tracking: [String: [String]] = [:]
        ) {
            self.id = id
            self.position = position
            self.range = range
            self.ads = ads
            self.tracking = tracking
        }
    }

    public enum Position: String, Hashable, Sendable {
        case preroll
        case midroll
        case postroll
        /// Shown while the stream is paused; takes no stream time.
        case pause
        /// Shown over the stream; takes no stream time.
        case overlay
    }
}

extension AdSchedule.Break {
    /// Whether it has no ads or no length. Such a break never starts.
    public var isEmpty: Bool { range.isEmpty || ads.isEmpty }

    /// Whether it takes stream time.
    public var isLinear: Bool {
        switch position {
        case .preroll, .midroll, .postroll: true
        case .pause, .overlay: false
        }
    }

    /// Whether no other break may overlap it.
    var isInTheWay: Bool { isLinear && !isEmpty }

    /// The ad that may offer true[X]; only the first ad of a pod may (rule C7).
    public var truexAd: AdSchedule.Ad? {
        guard isInTheWay, let first = ads.first else { return nil }
        switch first.kind {
        case .truex, .truexCard: return first
        case .linear, .nonLinear, .idvx: return nil
        }
    }

    /// The frames that only reserve a place for true[X]; playback always skips them (rule C1).
    ///
    /// Empty if true[X] comes before the first ad. `nil` if the break has no true[X] ad, or if its
    /// choice card is part of the stream.
    public var placeholder: FrameRange? {
        truexAd.flatMap { $0.kind == .truex ? $0.range : nil }
    }

    /// The parameters of the true[X] ad; `nil` if the break has none.
    public var truexParameters: TruexAdParameters? { truexAd?.truexParameters }

    /// The same break with a different start.
    func moved(to start: FrameTime) -> Self {
        let distance = start - range.start
        var moved = self
        moved.range = FrameRange(start, range.end + distance)
        for index in moved.ads.indices {
            let range = moved.ads[index].range
            moved.ads[index].range = FrameRange(range.start + distance, range.end + distance)
        }
        return moved
    }

    /// The same break without its part from `end` on.
    func cut(at end: FrameTime) -> Self {
        var cut = self
        cut.range.end = min(range.end, end)
        for index in cut.ads.indices {
            let range = cut.ads[index].range
            cut.ads[index].range = FrameRange(min(range.start, end), min(range.end, end))
        }
        return cut
    }

    /// The same break with the ads that `later` has after its last ad; `nil` if there are none.
    ///
    /// Everything else keeps its value, because the break may already have started.
    func lengthened(by later: Self) -> Self? {
        guard id == later.id, isInTheWay, later.range.end > range.end,
            later.ads.count > ads.count
        else { return nil }
        var longer = self
        longer.ads += later.ads.dropFirst(ads.count)
        longer.range.end = later.range.end
        return longer
    }
}
