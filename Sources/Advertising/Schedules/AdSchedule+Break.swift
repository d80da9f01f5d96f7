import MediaTime

extension AdSchedule {
    /// Advertisements that stand together in a stream: a pod.
    public struct Break: Hashable, Sendable, Identifiable {
        /// Stays the same however many breaks are added or taken away.
        public var id: String

        public var position: Position

        /// Where it stands, in stream time. Its end is the first frame after the pod.
        public var range: FrameRange

        /// In the order in which they are heard. Between the last of them and the break's end there
        /// may be frames that are no ad's.
        public var ads: [Ad]

        /// Addresses to be told of what becomes of the break, by event.
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

    /// When in a stream a break comes.
    public enum Position: String, Hashable, Sendable {
        case preroll
        case midroll
        case postroll
        /// Shown while the stream is paused; no part of the stream.
        case pause
        /// Shown over the stream; no part of it.
        case overlay
    }
}

extension AdSchedule.Break {
    /// Whether it has no ads or takes no time, so that it never starts.
    public var isEmpty: Bool { range.isEmpty || ads.isEmpty }

    /// Whether it takes time of the stream.
    public var isLinear: Bool {
        switch position {
        case .preroll, .midroll, .postroll: true
        case .pause, .overlay: false
        }
    }

    /// Whether no other break may be where it is.
    var isInTheWay: Bool { isLinear && !isEmpty }

    /// The ad with which true[X] may be offered: the first of the pod and no other (rule C7).
    public var truexAd: AdSchedule.Ad? {
        guard isInTheWay, let first = ads.first else { return nil }
        switch first.kind {
        case .truex, .truexCard: return first
        case .linear, .idvx: return nil
        }
    }

    /// The frames that only hold the place of true[X], and are always skipped (rule C1).
    ///
    /// Without any frame where true[X] comes before the first ad; `nil` where there is no true[X],
    /// or its choice card is part of the stream.
    public var placeholder: FrameRange? {
        truexAd.flatMap { $0.kind == .truex ? $0.range : nil }
    }

    /// What true[X] is asked for with; `nil` where it is not offered.
    public var truexParameters: TruexAdParameters? { truexAd?.truexParameters }

    /// The same break, beginning at `start`.
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

    /// The same break without what it has from `end` on.
    func cut(at end: FrameTime) -> Self {
        var cut = self
        cut.range.end = min(range.end, end)
        for index in cut.ads.indices {
            let range = cut.ads[index].range
            cut.ads[index].range = FrameRange(min(range.start, end), min(range.end, end))
        }
        return cut
    }

    /// The same break with what `later` has behind its last ad; `nil` if that is nothing.
    ///
    /// What has been told of it stays as it is: it may have begun.
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
