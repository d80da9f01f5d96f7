import MediaTime
import ReportPages

/// The page of `interlude latency --report`: one file without scripts.
package struct LatencyReport {
    package var results: LatencyResults
    /// The recorded break; `nil` if there is none.
    var joint: JointPicture?
    /// The limits that the figures exceed, in words.
    package var violations: [String] = []

    package var html: String {
        let cards = ReportSection.allCases.compactMap(card)
        return ReportPage(
            title: "Interlude latency",
            parts: [header, verdict, tiles] + cards + [waves, table, method]
        ).html
    }

    private var header: String {
        let machine = results.machine
        let facts = [
            machine.server, "sink \(machine.sink)", "\(machine.cores) cores", machine.kernel,
            "Interlude \(machine.interlude)",
        ]
        return ReportPage.header("Latency report", facts)
    }
}

// MARK: - At a glance

extension LatencyReport {
    /// The pass that represents listeners.
    private var chief: LatencyPass? {
        results.passes.first { $0.manner == .plain } ?? results.passes.first
    }

    private var tiles: String {
        guard let chief else { return "" }
        let times: [(FigureName, String)] = [
            (.push, "push to the first sound of the spot"),
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

    private var verdict: String {
        let push = chief?[.push].map {
            "The first sound of a pushed spot was heard after "
                + "\(SVG.number($0.summary.median)) ms (median). "
        }
        guard let wrong = wrongFrameCount else { return "" }
        let joints =
            wrong == 0
            ? "No frame was lost, repeated or inserted at \(jointCount) joints."
            : "\(wrong) frames were lost, repeated or inserted at \(jointCount) joints."
        let word = !violations.isEmpty ? "Failed" : wrong == 0 ? "Passed" : "Not exact"
        return ReportPage.verdict(
            word == "Passed" ? .good : .bad, word, (push ?? "") + joints, violations)
    }

    /// The frames lost, repeated or inserted at joints; `nil` if that was not measured.
    private var wrongFrameCount: Int? {
        let names: [FigureName] = [
            .toSpotLost, .toSpotDoubled, .toSpotGap, .toStreamLost, .toStreamDoubled, .toStreamGap,
            .markerToSpot, .markerToStream, .markerGap,
        ]
        let figures = results.passes.flatMap { pass in names.compactMap { pass[$0] } }
        guard !figures.isEmpty else { return nil }
        return Int(saturating: figures.flatMap(\.samples).map(\.magnitude).reduce(0, +))
    }

    private var jointCount: Int {
        let breaks = results.passes.flatMap { [$0[.toSpotLost], $0[.markerToSpot]] }
        return 2 * breaks.compactMap { $0?.samples.count }.reduce(0, +)
    }

    private var joints: ReportTile? {
        wrongFrameCount.map { wrong in
            ReportTile(
                number: "\(wrong)", unit: "frames",
                words: "lost, repeated or inserted at \(jointCount) joints",
                verdict: wrong == 0 ? .good : .bad)
        }
    }

    private var load: ReportTile? {
        let figures = results.passes.compactMap { $0[.loadUnderruns] }
        guard !figures.isEmpty else { return nil }
        let count = Int(saturating: figures.flatMap(\.samples).reduce(0, +))
        return ReportTile(
            number: "\(count)", words: "underruns with all cores busy",
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
                let capture = LatencyTable.name(of: pass.manner)
                // Only what is heard is drawn.
                let mark = name == section.figure ? "<i class=\"\(pass.manner.rawValue)\"></i>" : ""
                return ["\(mark)\(capture), \(place)"]
                    + numbers(figure)
            }
        }
        return ReportPage.card(
            section.title,
            [
                "<p>\(section.text)</p>", plot.svg,
                HTML.table(section.title, ["capture", "n", "min", "median", "p95", "max"], rows),
            ])
    }

    private func numbers(_ figure: Figure) -> [String] {
        let summary = figure.summary
        return ["\(summary.count)"]
            + [summary.min, summary.median, summary.p95, summary.max].map {
                LatencyTable.pageNumber($0, figure.name.unit)
            }
    }

    private var waves: String {
        guard let joint else { return "" }
        return ReportPage.card(
            "A recorded break",
            [
                """
                <p>The stream and the spot are tones, with the usual fades of 8 ms. Each channel is \
                scaled to its own peak.</p>
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
                    "<code>\(figure.name.rawValue)</code> \(name)",
                    LatencyTable.name(of: pass.manner),
                    figure.name.unit.rawValue,
                ] + numbers(figure)
            }
        }
        let header = ["figure", "capture", "unit", "n", "min", "median", "p95", "max"]
        return ReportPage.card("All figures", [HTML.table("All figures", header, rows)])
    }

    private var method: String {
        ReportPage.card(
            "Method",
            [
                """
                <p>Players of this command played sounds in which every frame encodes its own \
                number, without fades and with the default buffer. A recorder at the monitor of \
                the sink noted when each frame arrived. A time ends when the clock of the sink \
                plays the frame: the arrival, corrected by the latency that the server reports, \
                which is negative for a monitor. <em>At the monitor</em> is the arrival itself, up \
                to a block earlier.</p>
                <p>The live stream with marked breaks was sent by this command in real time, \
                without loss, and with its markers in ICY blocks. A marker counts from when its \
                bytes were handed to the socket, together with the frame before it.</p>
                <p>The <em>5 ms capture</em> requests a low latency, and the sink then works in \
                blocks of 5 ms: the best case. The <em>plain capture</em> requests none, and the \
                sink works as for listeners. Bars are a histogram and the line is the cumulative \
                share. The upright lines are the median and, dashed, the 95th percentile.</p>
                """
            ])
    }
}

/// A plotted figure of the report, with its text.
enum ReportSection: CaseIterable {
    case push
    case pushCommand
    case marker
    case warmStart
    case coldStart
    case output

    var figure: FigureName {
        switch self {
        case .push: .push
        case .pushCommand: .pushCommand
        case .marker: .marker
        case .warmStart: .firstSoundWarm
        case .coldStart: .firstSoundCold
        case .output: .output
        }
    }

    /// The same figure at the monitor; `nil` if that is not measured.
    var atMonitor: FigureName? {
        switch self {
        case .push: .pushAtMonitor
        case .pushCommand: .pushCommandAtMonitor
        case .marker: .markerAtMonitor
        case .warmStart: .firstSoundWarmAtMonitor
        case .coldStart: .firstSoundColdAtMonitor
        case .output: nil
        }
    }

    var title: String {
        switch self {
        case .push: "Push to first sound"
        case .pushCommand: "Push by command to first sound"
        case .marker: "Marker in a live stream to first sound"
        case .warmStart: "Change of stream to first sound"
        case .coldStart: "Start to first sound"
        case .output: "Rendered to heard"
        }
    }

    var text: String {
        switch self {
        case .push:
            "From the last byte of a push on the player’s socket to the first frame of the spot."
        case .pushCommand:
            "From the start of the process <code>interlude ctl push</code> to the first frame of "
                + "the spot."
        case .marker:
            "From a marker’s bytes on the socket of a live stream to the first frame of the spot. "
                + "Most of it is the delay behind live: the stream begins with a second of its "
                + "past. <code>live-delay</code> is that delay, of the last frame before the spot, "
                + "and <code>marker-beyond-delay</code> the rest."
        case .warmStart:
            "From the last byte of <code>ctl play</code> on the player’s socket to the first "
                + "frame of the other stream, a file."
        case .coldStart:
            "From the start of the process <code>interlude play</code> to the first frame of a file."
        case .output:
            "How long frames wait at the server between two changes. A change does not wait: it "
                + "takes the place of what waits."
        }
    }
}
