import MediaTime
import ReportPages

/// The plots.
extension SessionReport {
    /// The limit on breaks shown in detail.
    private static let closeUpCount = 12

    var overview: String {
        guard last > .zero else { return "" }
        let plot = plot("Loudness and true peak over the session", FrameRange(.zero, last))
        return ReportPage.card("Level and loudness", [legend, plot.svg])
    }

    /// Each break with its own length before and after it, from 0.5 s to 10 s.
    var closeUps: String {
        let shown = account.breaks.filter { range(of: $0) != nil }
        guard !shown.isEmpty else { return "" }
        let plots = shown.prefix(Self.closeUpCount).flatMap { shown -> [String] in
            guard let range = range(of: shown) else { return [] }
            let room = min(max(range.count, FrameTime.rate / 2), 10 * FrameTime.rate)
            let around = FrameRange(max(.zero, range.start - room), min(last, range.end + room))
            return [
                "<h3>\(HTML.escaped(heading(of: shown, range)))</h3>",
                plot("Loudness and true peak around break \(shown.id)", around).svg,
            ]
        }
        let rest = shown.count - Self.closeUpCount
        let more = rest > 0 ? ["<p>\(rest) more are in the tables.</p>"] : []
        return ReportPage.card("Breaks, close up", plots + more)
    }

    private func heading(of shown: ReportedBreak, _ range: FrameRange) -> String {
        let manner = shown.manner.map { ", the stream \($0)" } ?? ""
        let times = "\(Self.thousandths(range.start)) to \(Self.thousandths(range.end)) s"
        return "Break \(shown.id): \(times)\(manner)"
    }

    /// The frames from the first to the last spot of a break; `nil` if none was heard.
    private func range(of shown: ReportedBreak) -> FrameRange? {
        let ranges = account.spots.filter { $0.breakID == shown.id }
            .compactMap { $0.heard(until: last) }
        guard let start = ranges.map(\.start).min(), let end = ranges.map(\.end).max() else {
            return nil
        }
        return FrameRange(start, end)
    }

    private func plot(_ title: String, _ range: FrameRange) -> LevelPlot {
        LevelPlot(
            title: title, history: levels, range: range,
            spots: account.spots.compactMap { spot in
                spot.heard(until: last).map { .init(range: $0, name: name(of: spot)) }
            },
            troubles: account.incidents.filter { !$0.kind.isWanted }.map(\.frame))
    }

    private var legend: String {
        let hasSpots = account.spots.contains { $0.start != nil }
        let hasFaults = account.incidents.contains { !$0.kind.isWanted }
        let entries =
            [("stream", "loudness of the stream"), ("level", "true peak")]
            + (hasSpots ? [("spot", "loudness of a spot"), ("band", "a spot plays")] : [])
            + (hasFaults ? [("trouble", "fault")] : [])
        let items = entries.map { "<li><i class=\"\($0)\"></i>\($1)</li>" }
        return "<ul class=\"legend\">\(items.joined())</ul>"
    }

    func name(of spot: ReportedSpot) -> String {
        account.titles[spot.spot] ?? "spot \(spot.spot)"
    }

    /// Seconds to the millisecond.
    static func thousandths(_ frame: FrameTime) -> String { Figures.thousandths(frame.seconds) }
}
