import Interlude
import MediaTime

/// The latest lines of the event log, for listeners that connect or reconnect.
struct EventLogBuffer: Sendable {
    /// Distinguishes this player's lines from an earlier one's in `Last-Event-ID`.
    private let run: String
    private var lines: ArraySlice<Line> = []
    private var count = 0

    static let maximumCount = 500

    private struct Line {
        let number: Int
        let record: EventRecord
    }

    init(run: String) {
        self.run = run
    }

    /// Stores a line, and returns its event.
    mutating func add(_ record: EventRecord) -> OutgoingEvent {
        count += 1
        let line = Line(number: count, record: record)
        lines.append(line)
        if lines.count > Self.maximumCount { lines.removeFirst() }
        return text(of: line)
    }

    /// The stored lines after the one with `lastID`; all of them if that is not from this run.
    func lines(after lastID: String?) -> [OutgoingEvent] {
        let parts = lastID?.split(separator: "-") ?? []
        let last = parts.count == 2 && parts[0] == run ? Int(parts[1]) ?? 0 : 0
        return lines.filter { $0.number > last }.map(text)
    }

    private func text(of line: Line) -> OutgoingEvent {
        .log(id: "\(run)-\(line.number)", line.record)
    }
}
