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
        return ReportPage.card(
            "Latencies", [HTML.table("Latencies of the session", header, figures)] + breakTable)
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
            ("cue to the first spot of the break", latencies.map(\.cueToAd)),
            ("of it, the loading of that spot", account.breaks.compactMap(loading)),
            ("and from then to its first frame", account.breaks.compactMap(change)),
            ("cue to first audible", account.breaks.compactMap(firstAudible)),
            ("between two spots", latencies.flatMap(\.gaps)),
            ("last spot to the stream", latencies.compactMap(\.adToStream)),
            (
                "silence until the stream returned",
                account.incidents.filter { $0.kind.lasts && !$0.kind.isWanted }
                    .compactMap { Self.span($0.frame, $0.end) }
            ),
        ]
    }

    /// The time from the cue until the first spot that was heard of its break was loaded, in
    /// milliseconds; `nil` without one.
    func loading(of played: ReportedBreak) -> Double? {
        guard let whole = played.latency?.cueToAd else { return nil }
        let first = account.spots.filter { $0.breakID == played.id && $0.start != nil }
            .min { ($0.start ?? .zero) < ($1.start ?? .zero) }
        guard let loaded = Self.span(played.cue, first?.loaded) else { return nil }
        return min(max(loaded, 0), max(whole, 0))
    }

    /// The rest of the time to the first spot, after its ``loading(of:)``.
    private func change(in played: ReportedBreak) -> Double? {
        guard let whole = played.latency?.cueToAd, let loading = loading(of: played) else {
            return nil
        }
        return whole - loading
    }

    private func firstAudible(of played: ReportedBreak) -> Double? {
        let first = account.spots.filter { $0.breakID == played.id }
            .compactMap(\.firstAudible).min()
        return Self.span(played.cue, first)
    }

    private static func since(_ frame: FrameTime?) -> Double? { span(.zero, frame) }

    private static func span(_ start: FrameTime?, _ end: FrameTime?) -> Double? {
        guard let start, let end else { return nil }
        return Duration.frames(end - start).inSeconds * 1000
    }

    private var breakTable: [String] {
        let header = [
            "break", "cue (s)", "to first spot (ms)", "of it loading (ms)",
            "to first audible (ms)",
            "between spots (ms)", "to the stream (ms)", "behind live before (ms)",
            "behind live after (ms)",
        ]
        let rows = account.breaks.map { played -> [HTML.Cell] in
            let latency = played.latency
            let gaps = latency.map { $0.gaps.map(Self.milliseconds).joined(separator: ", ") } ?? ""
            return [
                .text("\(played.id)" + (played.cancelled.map { ", cancelled: \($0)" } ?? "")),
                .number(Self.thousandths(played.cue)),
                .number(Self.milliseconds(latency?.cueToAd)),
                .number(Self.milliseconds(loading(of: played))),
                .number(Self.milliseconds(firstAudible(of: played))),
                .number(gaps.isEmpty ? "–" : gaps),
                .number(Self.milliseconds(latency?.adToStream)),
                .number(Self.milliseconds(latency?.lagBefore)),
                .number(Self.milliseconds(latency?.lagAfter)),
            ]
        }
        return rows.isEmpty
            ? []
            : ["<h3>Break by break</h3>", HTML.table("Latencies break by break", header, rows)]
    }

    private static func milliseconds(_ value: Double?) -> String {
        value.map(Figures.hundredths) ?? "–"
    }
}
