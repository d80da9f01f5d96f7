import AudioSinks
import MediaTime

/// The page of `--report`: everything in one file, without a script.
struct LatencyReport {
    var results: LatencyResults
    /// What a break looked like; `nil` where none was recorded.
    var joint: JointPicture?

    var html: String {
        let cards = ReportSection.allCases.compactMap(card)
        return ReportPage(
            title: "Interlude latency",
            parts: [header, tiles] + cards + [waves, table, method]
        ).html
    }

    private var header: String {
        let machine = results.machine
        let facts = [
            machine.server, "sink \(machine.sink)", "\(machine.cores) cores", machine.kernel,
            "Interlude \(machine.interlude)",
        ]
        return ReportPage.header("How fast this machine answers", facts)
    }
}

// MARK: - At a glance

extension LatencyReport {
    /// The pass that is what listeners get, or else the one there is.
    private var chief: LatencyPass? {
        results.passes.first { $0.manner == .plain } ?? results.passes.first
    }

    private var tiles: String {
        guard let chief else { return "" }
        let times: [(FigureName, String)] = [
            (.push, "push to the spot’s first sound"),
            (.firstSoundWarm, "change of stream to its first sound"),
            (.firstSoundCold, "start of the command to its first sound"),
        ]
        let tiles = times.compactMap { name, words in
            chief[name].map { figure in
                ReportTile(
                    number: SVG.number(figure.summary.median), unit: "ms", words: words)
            }
        }
        return ReportPage.tiles(tiles + [joints, load].compactMap { $0 })
    }

    private var joints: ReportTile? {
        let names: [FigureName] = [
            .toSpotLost, .toSpotDoubled, .toSpotGap, .toStreamLost, .toStreamDoubled, .toStreamGap,
        ]
        let figures = results.passes.flatMap { pass in names.compactMap { pass[$0] } }
        guard !figures.isEmpty else { return nil }
        let wrong = figures.flatMap(\.samples).reduce(0, +)
        let count = results.passes.compactMap { $0[.toSpotLost]?.samples.count }.reduce(0, +)
        return ReportTile(
            number: "\(Int(saturating: wrong))", unit: "frames",
            words: "lost, doubled or between, at \(2 * count) joints",
            verdict: wrong == 0 ? .good : .bad)
    }

    private var load: ReportTile? {
        let figures = results.passes.compactMap { $0[.loadUnderruns] }
        guard !figures.isEmpty else { return nil }
        let count = Int(saturating: figures.flatMap(\.samples).reduce(0, +))
        return ReportTile(
            number: "\(count)", words: "underruns while all cores were busy",
            verdict: count == 0 ? .good : .bad)
    }
}

// MARK: - In detail

extension LatencyReport {
    private func card(_ section: ReportSection) -> String? {
        let figures = results.passes.compactMap { pass in
            pass[section.figure].map { (pass.manner, $0) }
        }
        guard !figures.isEmpty else { return nil }
        let plot = DistributionPlot(
            title: section.title, unit: section.figure.unit,
            series: figures.map { .init(style: $0.rawValue, figure: $1) })
        let rows = results.passes.flatMap { pass -> [[String]] in
            let places = [(section.figure, "heard"), (section.atMonitor, "at the monitor")]
            return places.compactMap { name, place in
                guard let name, let figure = pass[name] else { return nil }
                let manner = pass.manner.rawValue
                return ["<i class=\"\(manner)\"></i>\(manner) capture, \(place)"] + numbers(figure)
            }
        }
        return ReportPage.card(
            section.title,
            [
                "<p>\(section.text)</p>", plot.svg,
                HTML.table(["", "n", "min", "median", "p95", "max"], rows),
            ])
    }

    private func numbers(_ figure: Figure) -> [String] {
        let summary = figure.summary
        return ["\(summary.count)"]
            + [summary.min, summary.median, summary.p95, summary.max].map {
                LatencyTable.number($0, figure.name.unit)
            }
    }

    private var waves: String {
        guard let joint else { return "" }
        return ReportPage.card(
            "One break, as it was heard",
            [
                """
                <p>A tone is the stream, another one the spot, with the ramps of 8 ms that \
                listeners get. Each channel is drawn as loud as it gets.</p>
                <h3>Stream to spot</h3>
                """,
                WaveformPlot(title: "Stream to spot", window: joint.toSpot).svg,
                "<h3>Spot to stream</h3>",
                WaveformPlot(title: "Spot to stream", window: joint.toStream).svg,
            ])
    }

    private var table: String {
        let rows = results.passes.flatMap { pass in
            pass.figures.map { figure in
                let name = HTML.escaped(figure.name.title)
                return [
                    "<code>\(figure.name.rawValue)</code> \(name)", pass.manner.rawValue,
                    figure.name.unit.rawValue,
                ] + numbers(figure)
            }
        }
        let header = ["figure", "capture", "unit", "n", "min", "median", "p95", "max"]
        return ReportPage.card("All figures", [HTML.table(header, rows)])
    }

    private var method: String {
        ReportPage.card(
            "How it was measured",
            [
                """
                <p>Players of this command played sounds of which every frame says which frame of \
                which sound it is, without ramps and at the default buffer, and the monitor of the \
                sink said which frame came when. Times end when the sink’s own clock plays the \
                frame: the capture’s clock, corrected by the latency that the server gives for it, \
                which is negative for a monitor. <em>At the monitor</em> is when the server hands \
                the frame out, up to a block earlier, since a null sink plays what it has just \
                handed out.</p>
                <p>The <em>pinned</em> capture asks the server for latency, and the sink then \
                works in blocks of 5 ms: the best case. The <em>plain</em> one asks for nothing, \
                and the sink works as it does for listeners. Bars are how often, the line is the \
                share that is no higher, the upright lines are the median and, dashed, what 95 % \
                stay below.</p>
                """
            ])
    }
}
