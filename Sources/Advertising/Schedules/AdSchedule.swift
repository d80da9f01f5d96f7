import MediaTime

/// The breaks that a server put into a stream, and what is in each of them.
///
/// It says where the advertisements stand that are part of the stream already, so that they can be
/// skipped by one who earned it. All times are those of the stream as it
/// comes, advertisements and all.
public struct AdSchedule: Hashable, Sendable {
    /// In the order in which they start; no two of those that take time of the stream, and have ads,
    /// share a frame.
    public internal(set) var breaks: [Break] = []

    /// Breaks that wait for the stream's length to be known; `place(inStreamEndingAt:)` does.
    public internal(set) var unplaced: [UnplacedBreak] = []

    /// What kind of document said so.
    public var form: Form

    /// The session at Uplynk that further breaks are asked of; `nil` where there is none.
    public var session: UplynkSession?

    /// What was odd in the document, and what was made of it: one line each.
    public internal(set) var remarks: [String] = []

    /// The kinds of document that are understood.
    public enum Form: String, Hashable, Sendable {
        /// Uplynk's answer to a preplay request, version 2.
        case uplynkPreplay
        /// Uplynk's answer to a ping.
        case uplynkPing
        /// A VAST or DAAST answer: one pod, at the stream's beginning.
        case vast
        case vmap
        /// A list of breaks as the published samples have it.
        case list
    }
}

extension AdSchedule {
    /// How many bytes a document may have.
    public static let maximumByteCount = 4 << 20

    /// Reads a document, of whatever kind it is.
    ///
    /// What can be left out is left out with a remark. `address` says in errors where the document
    /// came from; nothing is fetched. Takes time in proportion to the document's length.
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

    /// A schedule of these breaks, in whatever order they are given.
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
    /// An advertisement of a pod.
    public struct Ad: Hashable, Sendable {
        /// Where it stands, in stream time; without any frame if it takes no time.
        public var range: FrameRange

        /// The server's name for it; `nil` when it gives none.
        public var id: String?

        public var kind: Kind

        /// What is to run it, as the document says, such as `truex` or `VPAID`.
        public var apiFramework: String?

        /// The ad system that it comes from, as the document says.
        public var system: String?

        /// The address of what is to be run or played.
        public var creative: String?

        /// The media type of ``creative``.
        public var mimeType: String?

        /// What true[X] is asked for with; `nil` for other ads, and where nothing usable is there.
        public var truexParameters: TruexAdParameters?

        /// Addresses to be told of what becomes of the ad, by the names that VAST has for events.
        public var tracking: [String: [String]] = [:]

        public init(range: FrameRange = FrameRange(.zero, .zero), kind: Kind = .linear) {
            self.range = range
            self.kind = kind
        }
    }

    /// What becomes of an ad.
    public enum Kind: String, Hashable, Sendable {
        /// It is heard as it stands in the stream.
        case linear
        /// The place of true[X]'s choice card; linear where it is not the first of its pod.
        case truex
        /// True[X]'s choice card itself, which is heard as it stands in the stream; linear where it
        /// is not the first of its pod.
        case truexCard
        /// An interactive ad without a choice card, which earns nothing and may stand anywhere.
        case idvx
    }
}

extension AdSchedule {
    /// Where a break begins, as a document says it (VMAP 1.0.1, `timeOffset`).
    public enum Offset: Hashable, Sendable {
        case at(FrameTime)
        /// After this share of the stream, 0 to 1.
        case share(Double)
        /// At the place for breaks that has this number, from 1; the stream's server knows them.
        case ordinal(Int)
        /// As the stream's last part.
        case end
    }

    /// A break of which the place is not known yet.
    public struct UnplacedBreak: Hashable, Sendable {
        public var offset: Offset

        /// The break as if it began at frame 0.
        public var laidOut: Break
    }
}

extension AdSchedule {
    /// Gives breaks that stand at a share or the end of a stream their place in one of that length.
    ///
    /// A break at a numbered place stays without one, because only the server knows the places.
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
    /// The offset as VMAP writes it.
    public var description: String {
        switch self {
        case .at(let start): ClockTime.text(of: start)
        case .share(let share): "\((share * 100_000).rounded() / 1000)%"
        case .ordinal(let number): "#\(number)"
        case .end: "end"
        }
    }
}
