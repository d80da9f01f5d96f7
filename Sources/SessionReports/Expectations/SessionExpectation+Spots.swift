import MediaTime
import ReportPages

/// Expected spots.
extension SessionExpectation {
    /// Whether the spot of ``heard`` at `index` was heard as expected, and as loud.
    func heardResults(
        _ index: Int, _ matches: SpotMatches, _ loudness: HeardLoudness
    ) -> [ExpectationResult] {
        let expected = heard[index]
        guard let place = matches.places[index] else {
            return [ExpectationResult(name: expected.words, deviation: absence(expected, matches))]
        }
        let spot = matches.played[place]
        let level = expected.loudness.flatMap { level in
            level.target.map { target in
                ExpectationResult(
                    name: "spot \(expected.name) \(level.words(of: target))",
                    deviation: loudness.deviation(of: spot, from: target, level.tolerance))
            }
        }
        return [ExpectationResult(name: expected.words, deviation: deviation(of: spot, expected))]
            + [level].compactMap { $0 }
    }

    private func absence(_ expected: HeardSpot, _ matches: SpotMatches) -> String {
        let spot = matches.unplayed.last { $0.isNamed(expected.name) }
        let count = matches.played.count { $0.isNamed(expected.name) }
        guard let spot else {
            if count > 0 { return "heard only \(FrameWords.count(count, "time"))" }
            let other = expected.start.flatMap { matches.spot(at: $0, besides: expected.name) }
            return other.map { "not heard; at that time: \($0.name)" } ?? "not heard"
        }
        return "not heard (\(spot.reason ?? spot.outcome.name))"
    }

    private func deviation(of spot: SummarySpot, _ expected: HeardSpot) -> String? {
        guard let range = spot.heard else { return "not heard" }
        let tolerance = expected.tolerance ?? self.tolerance
        let start = expected.start.flatMap { start in
            FrameWords.deviation(
                range.start - start, tolerance: tolerance, ("too early", "too late"))
        }
        let length =
            expected.length.map { length in
                FrameWords.deviation(
                    range.count - length.frameCount, tolerance: tolerance,
                    ("too short", "too long"))
            } ?? rest(of: spot)
        let parts = [
            start.map { "began at \(FrameWords.seconds(range.start)), \($0)" },
            length.map { "heard for \(FrameWords.seconds(.frames(range.count))), \($0)" },
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }

    /// Why the end of `spot` was not heard; `nil` if it was.
    private func rest(of spot: SummarySpot) -> String? {
        switch spot.outcome {
        case .completed: return nil
        case .skipped, .failed, .notUsed, .credited:
            let words = [spot.outcome.name, spot.reason].compactMap { $0 }
            return "not to its end (\(words.joined(separator: ": ")))"
        }
    }

    /// Whether every spot was as loud as expected, except those that ``heard`` has a loudness for.
    func loudnessResult(
        _ matches: SpotMatches, _ loudness: HeardLoudness
    ) -> ExpectationResult? {
        guard let level = self.loudness, let target = level.target else { return nil }
        let others = heard.indices.compactMap {
            heard[$0].loudness == nil ? nil : matches.places[$0]
        }
        let spots = matches.played.indices.filter { !others.contains($0) }
            .map { matches.played[$0] }
        let deviations = spots.compactMap { spot in
            loudness.deviation(of: spot, from: target, level.tolerance)
                .map { "\(spot.name) is \($0)" }
        }
        let more = deviations.count > 1 ? ", and \(deviations.count - 1) more" : ""
        let words = deviations.first.map { $0 + more }
        return ExpectationResult(
            name: "every spot \(level.words(of: target))",
            deviation: matches.played.isEmpty ? "no spot was heard" : words)
    }
}

extension SessionExpectation.HeardSpot {
    /// `spot tea.mp3 at 10.000 s for 5.000 s`.
    fileprivate var words: String {
        [
            "spot \(name)", start.map { "at \(FrameWords.seconds($0))" },
            length.map { "for \(FrameWords.seconds($0))" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}

extension SessionExpectation.SpotLevel {
    /// `within 1.0 LU of the programme`.
    fileprivate func words(of target: Target) -> String {
        let goal =
            switch target {
            case .programme: "the programme"
            case .fixed(let loudness): "\(Figures.tenths(loudness)) LUFS"
            }
        return "within \(Figures.tenths(tolerance)) LU of \(goal)"
    }
}
