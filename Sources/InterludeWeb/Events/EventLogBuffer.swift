import Interlude
import MediaTime

/// The newest lines of the event log, for listeners who come or come back.
struct EventLogBuffer: Sendable {
    /// Tells this player's lines from those of one before, in a listener's `Last-Event-ID`.
    private let run: String
    private var lines: ArraySlice<Line> = []
    private var count = 0

    /// How many lines are kept.
    static let longest = 500

    private struct Line {
        let number: Int
        let record: EventRecord
    }

    init(run: String) {
        self.run = run
    }

    /// Keeps a line, and returns it as it goes to listeners.
    mutating func add(_ record: EventRecord) -> OutgoingText {
        count += 1
        let line = Line(number: count, record: record)
        lines.append(line)
        if lines.count > Self.longest { lines.removeFirst() }
        return text(of: line)
    }

    /// What is kept after the line with `lastID`; all that is kept if that is no line of this run.
    func lines(after lastID: String?) -> [OutgoingText] {
        let parts = lastID?.split(separator: "-") ?? []
        let last = parts.count == 2 && parts[0] == run ? Int(parts[1]) ?? 0 : 0
        return lines.filter { $0.number > last }.map(text)
    }

    private func text(of line: Line) -> OutgoingText {
        .log(id: "\(run)-\(line.number)", line.record)
    }
}
