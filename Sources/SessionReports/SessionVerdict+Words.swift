import MediaTime
import ReportPages

/// The verdict in sentences, for the top of a report.
extension SessionVerdict {
    /// The limit on reasons that are given one by one.
    private static let reasonCount = 6

    var hasPassed: Bool { reasons.isEmpty }

    /// `Played 1:40 with 3 breaks and 5 spots. No spot failed.`, or first why the session failed.
    var sentence: String {
        let length = played < .seconds(60) ? "\(Figures.tenths(played)) s" : Figures.clock(played)
        let breaks =
            summary.breakCount == 0
            ? "without a break"
            : "with \(Self.count(summary.breakCount, "break")) and "
                + Self.count(summary.startedCount, "spot")
        let underruns = underrunCount == 0 ? "" : " and \(Self.count(underrunCount, "underrun"))"
        let heard = "Played \(length) \(breaks)\(underruns)."
        guard hasPassed else {
            let causes = reasons.map { $0 == failure ? "the session failed: \($0)" : $0 }
            return "\(capitalized(causes.joined(separator: ", "))). \(heard)"
        }
        return summary.startedCount == 0 ? heard : "\(heard) No spot failed."
    }

    /// The spots that failed and the pushes that were not reached, each with the reason.
    var details: [String] {
        let failed = summary.spots.filter { $0.outcome == .failed }.map(\.failure)
        let missed = unreachedPushes.map {
            "Push at \(Figures.thousandths($0.inSeconds)) s: the session ended at "
                + "\(Figures.thousandths(played.inSeconds)) s."
        }
        let all = failed + missed
        let rest = all.count - Self.reasonCount
        return rest > 0 ? all.prefix(Self.reasonCount) + ["And \(rest) more."] : all
    }

    private func capitalized(_ words: String) -> String {
        words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension SummarySpot {
    /// `tea.mp3: there is no such file`, with the address only where there is no title.
    fileprivate var failure: String {
        let address = url ?? ""
        let name = title.flatMap { $0.isEmpty ? nil : $0 } ?? url ?? "spot \(number ?? 0)"
        var words = reason ?? outcome.name
        if !address.isEmpty, words.hasPrefix("\(address): ") {
            words = String(words.dropFirst(address.count + 2))
        }
        return "\(name): \(words)"
    }
}
