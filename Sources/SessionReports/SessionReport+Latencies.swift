import MediaTime
import ReportPages

/// The latencies.
extension SessionReport {
    var latencies: String {
        let figures = figures.compactMap { title, samples in
            Summary(samples).map { summary -> [HTML.Cell] in
                [.text(title), .number("\(summary.count)")]
                    + [summary.min, summary.median, summary.p95, summary.max].map {
                        .number(Figures.hundredths($0))
                    }
            }
        }
        guard !figures.isEmpty else { return "" }
        let header = ["latency (ms of output time)", "n", "min", "median", "p95", "max"]
        return ReportPage.card("Latencies", [HTML.table(header, figures)] + breakTable)
    }

    /// In milliseconds of output time.
    private var figures: [(title: String, samples: [Double])] {
        let latencies = account.breaks.compactMap(\.latency)
        return [
            ("start to the first sound of the stream", [account.firstSound].compactMap(Self.since)),
            (
                "load of a spot",
                account.spots.compactMap { Self.span($0.loading, $0.loaded) }
            ),
            ("push to the first spot of the break", latencies.map(\.cueToAd)),
            ("push to first audible", account.breaks.compactMap(firstAudible)),
            ("between two spots", latencies.flatMap(\.gaps)),
            ("last spot to the stream", latencies.compactMap(\.adToStream)),
            (
                "silence until the stream returned",
                account.incidents.filter { $0.kind.lasts && !$0.kind.isWanted }
                    .compactMap { Self.span($0.frame, $0.end) }
            ),
        ]
    }

    private func firstAudible(of played: ReportedBreak) -> Double? {
        let first = account.spots.filter { $0.breakID == played.id }
            .compactMap(\.firstAudible).min()
        return Self.span(played.announced, first)
    }

    private static func since(_ frame: FrameTime?) -> Double? { span(.zero, frame) }

    private static func span(_ start: FrameTime?, _ end: FrameTime?) -> Double? {
        guard let start, let end else { return nil }
        return Duration.frames(end - start).inSeconds * 1000
    }

    private var breakTable: [String] {
        let header = [
            "break", "pushed (s)", "to first spot (ms)", "to first audible (ms)",
            "between spots (ms)", "to the stream (ms)", "behind live before (ms)",
            "behind live after (ms)",
        ]
        let rows = account.breaks.map { played -> [HTML.Cell] in
            let latency = played.latency
            let gaps = latency.map { $0.gaps.map(Self.milliseconds).joined(separator: ", ") } ?? ""
            return [
                .text("\(played.id)" + (played.cancelled.map { ", cancelled: \($0)" } ?? "")),
                .number(Self.thousandths(played.announced)),
                .number(Self.milliseconds(latency?.cueToAd)),
                .number(Self.milliseconds(firstAudible(of: played))),
                .number(gaps.isEmpty ? "–" : gaps),
                .number(Self.milliseconds(latency?.adToStream)),
                .number(Self.milliseconds(latency?.lagBefore)),
                .number(Self.milliseconds(latency?.lagAfter)),
            ]
        }
        return rows.isEmpty ? [] : ["<h3>Break by break</h3>", HTML.table(header, rows)]
    }

    private static func milliseconds(_ value: Double?) -> String {
        value.map(Figures.hundredths) ?? "–"
    }
}
