import MediaTime

/// The breaks that a server inserted into a stream, with their ads.
///
/// The schedule locates ads that are already part of the stream, so that a listener who earned it
/// can skip them. All times are stream time, ads included.
public struct AdSchedule: Hashable, Sendable {
    /// In order of start. Breaks that take stream time and have ads do not overlap.
    public internal(set) var breaks: [Break] = []

    /// Breaks that need the stream's length; `place(inStreamEndingAt:)` places them.
    public internal(set) var unplaced: [UnplacedBreak] = []

    public var form: Form

    /// The Uplynk session that further breaks are requested from; `nil` if there is none.
    public var session: UplynkSession?

    /// Irregularities of the document and how they were handled, one line each.
    public internal(set) var remarks: [String] = []

    /// The supported kinds of document.
    public enum Form: String, Hashable, Sendable {
        /// Uplynk's response to a preplay request, version 2.
        case uplynkPreplay
        /// Uplynk's response to a ping.
        case uplynkPing
        /// A VAST or DAAST response: one pod at the beginning of the stream.
        case vast
        case vmap
        /// A list of breaks, in the format of the published samples.
        case list
    }
}

extension AdSchedule {
    /// The size limit of a document in bytes.
    public static let maximumByteCount = 4 << 20

    /// Parses a document of any supported kind.
    ///
    /// Unusable parts are left out with a remark. Errors name `address` as the origin; nothing is
    /// fetched. Takes time proportional to the document's length.
    public init(
        parsing document: some Sequence<UInt8>, address: String
    ) throws(AdScheduleError) {
        var reading = ScheduleReading()
        do throws(AdScheduleError.Reason) {
            try reading.read(document)
        } catch {
            throw AdScheduleError(error, in: address)
        }
        self.init(reading)
    }

    public init(breaks: [Break], form: Form = .list) {
        var remarks = Remarks()
        self.form = form
        self.breaks = Self.arranged(breaks, remarks: &remarks)
        self.remarks = remarks.lines
    }

    init(_ reading: ScheduleReading) {
        form = reading.form
        session = reading.session
        var remarks = reading.remarks
        for draft in reading.drafts {
            switch draft.offset {
            case .at(let start):
                breaks.append(draft.laidOut(from: start, remarks: &remarks))
            case .share, .ordinal, .end:
                let laidOut = draft.laidOut(from: .zero, remarks: &remarks)
                unplaced.append(UnplacedBreak(offset: draft.offset, laidOut: laidOut))
            }
        }
        breaks = Self.arranged(breaks, remarks: &remarks)
        self.remarks = remarks.lines
    }
}

extension AdSchedule {
    /// An ad of a pod.
    public struct Ad: Hashable, Sendable {
        /// In stream time; empty if the ad takes no time.
        public var range: FrameRange

        /// Assigned by the server; `nil` if it assigned none.
        public var id: String?

        public var kind: Kind

        /// The API that runs the ad, such as `truex` or `VPAID`, as written in the document.
        public var apiFramework: String?

        /// The ad system, as written in the document.
        public var system: String?

        /// The address of the media or code.
        public var creative: String?

        /// The media type of ``creative``.
        public var mimeType: String?

        /// The parameters of a true[X] ad; `nil` for other ads, and if they are unusable.
        public var truexParameters: TruexAdParameters?

        /// Tracking addresses by VAST event name.
        public var tracking: [String: [String]] = [:]

        /// The `progress` events, which have a place in the ad.
        package var progress: [AdTracking.Event] = []

        public init(range: FrameRange = FrameRange(.zero, .zero), kind: Kind = .linear) {
            self.range = range
            self.kind = kind
        }
    }

    public enum Kind: String, Hashable, Sendable {
        /// Played as part of the stream.
        case linear
        /// Only shown over the stream, so it takes no stream time.
        case nonLinear
        /// The placeholder of true[X]'s choice card. Linear unless it is the first ad of its pod.
        case truex
        /// True[X]'s choice card as part of the stream. Linear unless it is the first ad of its
        /// pod.
        case truexCard
        /// An interactive ad without a choice card. It earns no credit and may be anywhere in a
        /// pod.
        case idvx
    }
}

extension AdSchedule {
    /// The start of a break (VMAP 1.0.1, `timeOffset`).
    public enum Offset: Hashable, Sendable {
        case at(FrameTime)
        /// A fraction of the stream's length, 0 to 1.
        case share(Double)
        /// A numbered ad position, from 1. Only the stream's server knows where it is.
        case ordinal(Int)
        /// The end of the stream.
        case end
    }

    /// A break whose position is not known yet.
    public struct UnplacedBreak: Hashable, Sendable {
        public var offset: Offset

        /// The break with a start of frame 0.
        public var laidOut: Break
    }
}

extension AdSchedule {
    /// Places the breaks whose start depends on the stream's length.
    ///
    /// A break at a numbered position stays unplaced, because only the server knows the positions.
    public mutating func place(inStreamEndingAt end: FrameTime) {
        guard end != .distantFuture else { return }
        var remarks = Remarks(remarks)
        var placed = breaks
        unplaced.removeAll { waiting in
            guard let start = waiting.start(inStreamEndingAt: end) else { return false }
            placed.append(waiting.laidOut.moved(to: start))
            return true
        }
        breaks = Self.arranged(placed, remarks: &remarks)
        self.remarks = remarks.lines
    }
}

extension AdSchedule.UnplacedBreak {
    fileprivate func start(inStreamEndingAt end: FrameTime) -> FrameTime? {
        let latest = max(.zero, end - laidOut.range.count)
        switch offset {
        case .at(let start): return start
        case .share(1), .end: return latest
        case .share(let share):
            return FrameTime(Int64(saturating: (Double(end.frames) * share).rounded()))
        case .ordinal: return nil
        }
    }
}

extension AdSchedule.Offset: CustomStringConvertible {
    /// In VMAP's notation.
    public var description: String {
        switch self {
        case .at(let start): ClockTime.text(of: start)
        case .share(let share): "\((share * 100_000).rounded() / 1000)%"
        case .ordinal(let number): "#\(number)"
        case .end: "end"
        }
    }
}
