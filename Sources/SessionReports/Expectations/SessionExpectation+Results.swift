import Interlude
import MediaTime
import ReportPages

extension SessionExpectation {
    /// The results of a session that played for `played`, in the order of the documentation.
    ///
    /// `levels` may be empty unless ``needsLevels``.
    package func results(
        in summary: SessionSummary, played: Duration, levels: LevelHistory
    ) -> [ExpectationResult] {
        let matches = SpotMatches(of: self, in: summary)
        let loudness = HeardLoudness(of: summary, played: played, levels: levels)
        return
            [lengthResult(played), breakResult(summary), spotResult(summary)].compactMap { $0 }
            + limitResults(summary)
            + [loudnessResult(matches, loudness), stateResult(summary)].compactMap { $0 }
            + returnResults(in: summary)
            + heard.indices.flatMap { heardResults($0, matches, loudness) }
            + unheard.map { unheardResult($0, in: summary) }
    }

    private func lengthResult(_ played: Duration) -> ExpectationResult? {
        self.played.map { expected in
            let words = FrameWords.deviation(
                played.frameCount - expected.frameCount, tolerance: tolerance,
                ("too short", "too long"))
            return ExpectationResult(
                name: "played \(FrameWords.seconds(expected))",
                deviation: words.map { "\(FrameWords.seconds(played)), \($0)" })
        }
    }

    private func breakResult(_ summary: SessionSummary) -> ExpectationResult? {
        breakCount.map { .count($0, "break", heard: summary.breakCount) }
    }

    private func spotResult(_ summary: SessionSummary) -> ExpectationResult? {
        spotCount.map { .count($0, "spot", heard: summary.startedCount) }
    }

    private func limitResults(_ summary: SessionSummary) -> [ExpectationResult] {
        let (stream, device) = (summary.streamUnderrunCount, summary.deviceUnderrunCount)
        let counts = [
            failedLimit.map {
                ExpectationResult.limit(
                    $0, "failed spot", counted: summary.faultCount)
            },
            underruns.total.map { .limit($0, "underrun", counted: stream + device) },
            underruns.stream.map { .limit($0, "underrun", of: "the stream", counted: stream) },
            underruns.device.map { .limit($0, "underrun", of: "the device", counted: device) },
        ]
        return counts.compactMap { $0 }
            + [gapResult(summary), beaconResult(summary), decisionResult(summary)].compactMap { $0 }
    }

    private func beaconResult(_ summary: SessionSummary) -> ExpectationResult? {
        guard let beaconCount else { return nil }
        let counts = summary.beacons
        let missing = counts.queued - counts.confirmed
        let isMet = counts.confirmed == beaconCount && missing == 0
        return ExpectationResult(
            name: FrameWords.count(beaconCount, "beacon"),
            deviation: isMet ? nil : "\(counts.confirmed) confirmed of \(counts.queued)")
    }

    private func decisionResult(_ summary: SessionSummary) -> ExpectationResult? {
        guard let decisionCount else { return nil }
        let counts = summary.decisions
        let isMet = counts.received == decisionCount && counts.noAd + counts.failed == 0
        return ExpectationResult(
            name: FrameWords.count(decisionCount, "decision"),
            deviation: isMet
                ? nil
                : "\(counts.received) with ads, \(counts.noAd) without, \(counts.failed) failed")
    }

    private func gapResult(_ summary: SessionSummary) -> ExpectationResult? {
        guard let gapLimit else { return nil }
        let limit = "\(Figures.tenths(gapLimit.inSeconds * 1000)) ms"
        let name = gapLimit == .zero ? "no gap" : "no gap over \(limit)"
        guard let worst = summary.worstGap else {
            return ExpectationResult(
                name: name, deviation: "no spot was followed by another one or by the stream")
        }
        // Gaps are whole frames, in the log as rounded milliseconds.
        let frameCount = Int(saturating: (worst * Double(FrameTime.rate) / 1000).rounded())
        let isMet = frameCount <= gapLimit.frameCount
        let place = Self.place(ofGap: worst, in: summary)
        return ExpectationResult(
            name: name,
            deviation: isMet ? nil : "a gap of \(Figures.hundredths(worst)) ms\(place)")
    }

    /// ` in break 2`, if the break of a gap of `worst` ms is listed.
    private static func place(ofGap worst: Double, in summary: SessionSummary) -> String {
        let found = summary.breaks.first { $0.worstGap == worst }
        return found.map { " in break \($0.number)" } ?? ""
    }

    private func stateResult(_ summary: SessionSummary) -> ExpectationResult? {
        guard let finalState else { return nil }
        let heard = summary.finalState ?? "not begun"
        return ExpectationResult(
            name: "\(finalState.rawValue) at the end",
            deviation: heard == finalState.rawValue ? nil : heard)
    }

    private func returnResults(in summary: SessionSummary) -> [ExpectationResult] {
        let all = Array(summary.returns.indices)
        let expected = returns.map { time in
            NearestMatches.Expected(
                start: time, candidates: all,
                exact: all.filter { abs(summary.returns[$0] - time) <= tolerance })
        }
        let places = NearestMatches(of: expected, among: summary.returns).places
        return zip(returns, places).map { time, place in
            ExpectationResult(
                name: "stream back at \(FrameWords.seconds(time))",
                deviation: returnDeviation(
                    of: place.map { summary.returns[$0] }, from: time, in: summary))
        }
    }

    private func returnDeviation(
        of heard: FrameTime?, from time: FrameTime, in summary: SessionSummary
    ) -> String? {
        guard let heard else {
            return summary.returns.isEmpty
                ? "it did not return from a break"
                : "it returned only \(FrameWords.count(summary.returns.count, "time"))"
        }
        let words = FrameWords.deviation(
            heard - time, tolerance: tolerance, ("too early", "too late"))
        return words.map { "at \(FrameWords.seconds(heard)), \($0)" }
    }

    private func unheardResult(_ name: String, in summary: SessionSummary) -> ExpectationResult {
        let first = summary.spots.first { $0.isNamed(name) && $0.heard != nil }
        return ExpectationResult(
            name: "no spot \(name)",
            deviation: first?.heard.map { "heard at \(FrameWords.seconds($0.start))" })
    }
}

extension ExpectationResult {
    fileprivate static func count(
        _ expected: ClosedRange<Int>, _ noun: String, heard: Int
    ) -> Self {
        Self(
            name: FrameWords.count(expected, noun),
            deviation: expected.contains(heard) ? nil : "\(heard) heard")
    }

    fileprivate static func limit(
        _ limit: Int, _ noun: String, of owner: String? = nil, counted: Int
    ) -> Self {
        let most = limit == 0 ? "no \(noun)s" : "at most \(FrameWords.count(limit, noun))"
        return Self(
            name: [most, owner].compactMap { $0 }.joined(separator: " of "),
            deviation: counted <= limit ? nil : "\(counted)")
    }
}
