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
