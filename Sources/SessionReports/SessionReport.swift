import Interlude
import MediaTime
import ReportPages

/// The page of `play --report`: one file without scripts.
///
/// Equal events and levels give the same bytes.
package struct SessionReport: Sendable {
    /// The source, the output and the clock, as text.
    var facts: [String]
    var account: SessionAccount
    var levels: LevelHistory
    var verdict: SessionVerdict
    /// The version of Interlude.
    var version: String

    package init(
        facts: [String], account: SessionAccount, levels: LevelHistory,
        verdict: SessionVerdict, version: String
    ) {
        self.facts = facts
        self.account = account
        self.levels = levels
        self.verdict = verdict
        self.version = version
    }

    /// The output frame after the last one heard.
    var last: FrameTime { account.end }

    package var html: String {
        ReportPage(
            title: "Interlude session",
            parts: [
                header, judgement, tiles, expectationTable, overview, closeUps, spotTable,
                jointTable, latencies, incidents, method,
            ]
        ).html
    }

    private var header: String {
        let isLong = last.seconds >= 600
        let length = isLong ? Figures.clock(last.duration) : "\(Self.thousandths(last)) s"
        let began = verdict.summary.startTime.map { "began \(Figures.date($0) ?? $0)" }
        return ReportPage.header(
            "Session report",
            [began].compactMap { $0 } + facts
                + [verdict.summary.laterSources].compactMap { $0 } + [
                    "\(length) heard", "Interlude \(version)",
                ])
    }

    private var judgement: String {
        ReportPage.verdict(
            verdict.hasPassed ? .good : .bad, verdict.hasPassed ? "Passed" : "Failed",
            verdict.sentence, verdict.details)
    }
}

// MARK: - Tiles

extension SessionReport {
    private var tiles: String {
        ReportPage.tiles(
            [expectationTile, spotTile, jointTile, pushTile, loudnessTile, peakTile]
                .compactMap { $0 }
                + [
                    count("underruns", of: .streamUnderrun, .deviceUnderrun),
                    count("late changes", of: .lateChange),
                    count("losses of the stream or the output", of: .reconnect, .lostSink),
                ])
    }

    private var expectationTile: ReportTile? {
        guard !verdict.expectations.isEmpty else { return nil }
        let met = verdict.expectations.count { $0.deviation == nil }
        return ReportTile(
            number: "\(met) of \(verdict.expectations.count)", words: "expectations met",
            verdict: met == verdict.expectations.count ? .good : .bad)
    }

    private var spotTile: ReportTile? {
        guard !account.spots.isEmpty else { return nil }
        let played = account.spots.filter { $0.outcome == .completed }.count
        return ReportTile(
            number: "\(played) of \(account.spots.count)",
            words: "spots completed; breaks: \(heardBreakCount)",
            verdict: played == account.spots.count ? .good : .neutral)
    }

    private var heardBreakCount: Int {
        Set(account.spots.filter { $0.start != nil }.map(\.breakID)).count
    }

    private var jointTile: ReportTile? {
        let gaps = account.joints.compactMap(\.gap)
        guard !gaps.isEmpty else { return nil }
        let sum = gaps.reduce(0) { $0 + abs($1) }
        return ReportTile(
            number: "\(sum)", unit: "frames", words: "of gap at \(gaps.count) joints",
            verdict: sum == 0 ? .good : .bad)
    }

    private var pushTile: ReportTile? {
        guard let whole = Summary(account.breaks.compactMap(\.latency?.cueToAd)),
            let loading = Summary(account.breaks.compactMap(loading))
        else { return nil }
        return ReportTile(
            number: Figures.tenths(whole.median), unit: "ms",
            words: "from the cue of a break to its first spot, of which "
                + "\(Figures.tenths(loading.median)) ms load it")
    }

    private var loudnessTile: ReportTile? {
        levels.loudness(in: programme).map {
            ReportTile(
                number: Self.decibels($0), unit: "LUFS", words: "loudness of the programme")
        }
    }

    private var peakTile: ReportTile? {
        levels.truePeak(in: FrameRange(.zero, last)).map {
            ReportTile(number: Self.decibels($0), unit: "dBTP", words: "highest true peak")
        }
    }

    private func count(_ words: String, of kinds: Incident.Kind...) -> ReportTile {
        let number = kinds.reduce(0) { $0 + account.count(of: $1) }
        return ReportTile(
            number: "\(number)", words: words, verdict: number == 0 ? .good : .bad)
    }

    /// The output frames in which no spot was heard.
    private var programme: [FrameRange] {
        var ranges: [FrameRange] = []
        var start = FrameTime.zero
        for spot in account.spots.compactMap({ $0.heard(until: last) }) {
            if spot.start > start { ranges.append(FrameRange(start, spot.start)) }
            start = max(start, spot.end)
        }
        if last > start { ranges.append(FrameRange(start, last)) }
        return ranges
    }

    /// A level to a tenth of a decibel, with a typographic minus sign.
    static func decibels(_ value: Double) -> String {
        Figures.tenths(value).replacing("-", with: "−")
    }
}

// MARK: - Definitions

extension SessionReport {
    private var method: String {
        ReportPage.card(
            "Definitions",
            [
                """
                <p>Times and frames count the output from the first frame heard, at 48 000 frames a \
                second, as in the event log. Stream frames count from the start of the stream. \
                Levels are those of the mix as heard. Loudness plots are momentary (400 ms, \
                EBU R 128), other loudness values are gated (ITU-R BS.1770-4), and peaks are true \
                peaks.</p>
                """,
                """
                <p>The cue of a break is its push, or where the stream marks its beginning. A pushed \
                spot is loaded before it is heard, over the network if it is there. Its \
                loading counts from the push to the end of loading, and the rest is the change from \
                stream to spot. A push of a spot that was loaded before has that rest alone, which \
                <code>interlude latency</code> measures at the output.</p>
                """,
            ])
    }
}
