import AdPlayback
import Advertising
import MediaTime

extension StitchedAds {
    /// An event of an ad or a break that is due once it was heard.
    struct Mark: Hashable, Sendable {
        let kind: Kind

        /// The programme frame of the event.
        let frame: FrameTime

        /// It is due once everything before this programme frame was heard.
        let due: FrameTime

        enum Kind: Hashable, Sendable {
            case breakStart
            case start
            case creativeView
            case impression
            case firstQuartile
            case midpoint
            case thirdQuartile
            case progress(VASTOffset)
            case complete
            case breakEnd
        }

        /// Whether it is told before `other`.
        func precedes(_ other: Mark) -> Bool {
            (due.frames, kind.rank) < (other.due.frames, other.kind.rank)
        }
    }
}

extension StitchedAds.Mark {
    /// How much of an ad has to be audible for an impression (MRC, audio); all of a shorter one.
    private static let impressionLength = 2 * FrameTime.rate

    /// The marks of an ad if the frames of `heard` are heard without a gap, `mutedCount` of the ad's
    /// at volume 0 and the rest above it.
    ///
    /// What counts a share of the ad needs all of it from its first frame on (VAST 4.3, 3.14.1): a
    /// listener who begins in the middle has not heard the first half.
    static func ofAd(_ ad: TruexPod.Ad, heard: FrameRange, mutedCount: Int) -> [Self] {
        let (range, start) = (ad.range, max(ad.range.start, heard.start))
        guard start < range.end else { return [] }
        var marks = [Self(.start, with: start), Self(.creativeView, with: start)]
        let audible = min(impressionLength, range.count)
        marks.append(Self(.impression, after: start + audible + mutedCount))
        if heard.start <= range.start {
            let quarters: [(Kind, Int)] = [
                (.firstQuartile, 1), (.midpoint, 2), (.thirdQuartile, 3),
            ]
            marks += quarters.map { Self($0, after: range.start + (range.count * $1 + 3) / 4) }
            marks += (ad.tracking?.progressOffsets ?? []).map { offset in
                let place = max(1, offset.frame(ofFrameCount: range.count))
                return Self(.progress(offset), after: range.start + place)
            }
            marks.append(Self(.complete, after: range.end))
        }
        return marks.filter { $0.due <= range.end }
    }

    /// The marks of a break. Its end is told if its last frame is heard.
    static func ofBreak(_ range: FrameRange, heard: FrameRange) -> [Self] {
        let start = max(range.start, heard.start)
        guard start < range.end else { return [] }
        return [Self(.breakStart, with: start), Self(.breakEnd, after: range.end)]
    }

    /// An event that begins with `frame`.
    private init(_ kind: Kind, with frame: FrameTime) {
        self.init(kind: kind, frame: frame, due: frame + 1)
    }

    /// An event for which everything before `frame` has to be heard.
    private init(_ kind: Kind, after frame: FrameTime) {
        self.init(kind: kind, frame: frame, due: frame)
    }
}

extension StitchedAds.Mark.Kind {
    /// As VAST and VMAP name it.
    var name: String {
        switch self {
        case .breakStart: "breakStart"
        case .start: "start"
        case .creativeView: "creativeView"
        case .impression: "impression"
        case .firstQuartile: "firstQuartile"
        case .midpoint: "midpoint"
        case .thirdQuartile: "thirdQuartile"
        case .progress: "progress"
        case .complete: "complete"
        case .breakEnd: "breakEnd"
        }
    }

    /// The order of events that are due at one frame.
    fileprivate var rank: Int {
        switch self {
        case .breakStart: 0
        case .start: 1
        case .creativeView: 2
        case .impression: 3
        case .firstQuartile: 4
        case .midpoint: 5
        case .thirdQuartile: 6
        case .progress: 7
        case .complete: 8
        case .breakEnd: 9
        }
    }
}
