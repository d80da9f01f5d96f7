import MediaTime
import PlainText

/// The state of reading one document.
///
/// Extensions add one kind of document each.
struct ScheduleReading {
    var form: AdSchedule.Form = .list
    private(set) var drafts: [DraftBreak] = []
    var session: UplynkSession?
    var nextPing: FrameTime?
    var serverError: String?
    var remarks = Remarks()
}

extension ScheduleReading {
    mutating func read(_ document: some Sequence<UInt8>) throws(AdScheduleError.Reason) {
        let text = try Self.text(of: document)
        switch text.first {
        case "<": try readMarkup(MarkupReader.root(of: text))
        case "{", "[": try readJSON(JSONNode(parsing: text))
        default: throw .unknownFormat
        }
    }

    mutating func readPing(_ document: some Sequence<UInt8>) throws(AdScheduleError.Reason) {
        let text = try Self.text(of: document)
        guard text.first == "{" else { throw .unknownFormat }
        readPing(try JSONNode(parsing: text))
    }

    private static func text(
        of document: some Sequence<UInt8>
    ) throws(AdScheduleError.Reason) -> String {
        let limit = AdSchedule.maximumByteCount
        let bytes = Array(document.prefix(limit + 1))
        guard bytes.count <= limit else { throw .tooLarge(maximumByteCount: limit) }
        guard !bytes.starts(with: [0x1F, 0x8B]) else { throw .compressed }
        let text = DocumentText(bytes).text
        guard !text.isEmpty else { throw .empty }
        return text
    }
}

extension ScheduleReading {
    /// The limit of breaks per document: one every 20 seconds for a day.
    static let breakLimit = 4320

    mutating func add(_ draft: DraftBreak) {
        guard drafts.count < Self.breakLimit else {
            return remarks.add("\(draft.name): too many breaks; left out")
        }
        drafts.append(draft)
    }

    /// The start of a break, not before the start of the stream.
    mutating func start(_ frames: Int64, of name: String) -> AdSchedule.Offset {
        if frames < 0 {
            remarks.add("\(name): begins before the stream; treated as a preroll")
        }
        return .at(FrameTime(max(0, frames)))
    }

    /// A length in frames; adds a remark and returns `nil` if `frames` is no length.
    mutating func length(_ frames: Int64?, of name: String, from text: String) -> Int? {
        guard let frames, frames >= 0 else {
            remarks.add("\(name): its duration \"\(text.printable)\" is invalid")
            return nil
        }
        return Int(frames)
    }

    /// Adds a tracking address for an event if it is an http(s) address.
    static func add(_ address: String, for event: String, to tracking: inout [String: [String]]) {
        let address = address.trimmed
        let lower = address.lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else { return }
        tracking[event, default: []].append(address)
    }
}

/// Irregularities of a document and how they were handled, one line each, up to a limit.
struct Remarks {
    private(set) var lines: [String]
    private static let limit = 100

    init(_ lines: [String] = []) {
        self.lines = lines
    }

    mutating func add(_ line: String) {
        if lines.count < Self.limit {
            lines.append(line)
        } else if lines.count == Self.limit {
            lines.append("and more of that kind")
        }
    }
}
