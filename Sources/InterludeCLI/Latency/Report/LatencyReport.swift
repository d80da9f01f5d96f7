import AudioSinks

/// The page of `--report`: everything in one file, without a script.
struct LatencyReport {
    var results: LatencyResults
    /// What a break looked like; `nil` where none was recorded.
    var joint: JointPicture?

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Interlude latency</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <main>
        \(([header] + [tiles] + ReportSection.allCases.compactMap(card) + [waves, table, method])
            .filter { !$0.isEmpty }.joined(separator: "\n"))
        </main>
        </body>
        </html>

        """
    }

    private var header: String {
        let machine = results.machine
        let facts = [
            machine.server, "sink \(machine.sink)", "\(machine.cores) cores", machine.kernel,
            "Interlude \(machine.interlude)",
        ]
        return """
            <header>
            <h1>How fast this machine answers</h1>
            <p>\(facts.map(HTML.escaped).joined(separator: " · "))</p>
            </header>
            """
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
                let number = SVG.number(figure.summary.median)
                return tile("\(number) <small>ms</small>", words, .neutral)
            }
        }
        return "<section class=\"tiles\">\n"
            + (tiles + [joints, load].compactMap { $0 }).joined(separator: "\n") + "\n</section>"
    }

    private enum Verdict: String {
        case neutral, good, bad
    }

    private func tile(_ number: String, _ words: String, _ verdict: Verdict) -> String {
        "<div class=\"tile \(verdict.rawValue)\"><b>\(number)</b><span>\(words)</span></div>"
    }

    private var joints: String? {
        let names: [FigureName] = [
            .toSpotLost, .toSpotDoubled, .toSpotGap, .toStreamLost, .toStreamDoubled, .toStreamGap,
        ]
        let figures = results.passes.flatMap { pass in names.compactMap { pass[$0] } }
        guard !figures.isEmpty else { return nil }
        let wrong = figures.flatMap(\.samples).reduce(0, +)
        let count = results.passes.compactMap { $0[.toSpotLost]?.samples.count }.reduce(0, +)
        return tile(
            "\(Int(wrong)) <small>frames</small>",
            "lost, doubled or between, at \(2 * count) joints", wrong == 0 ? .good : .bad)
    }

    private var load: String? {
        let figures = results.passes.compactMap { $0[.loadUnderruns] }
        guard !figures.isEmpty else { return nil }
        let count = Int(figures.flatMap(\.samples).reduce(0, +))
        return tile(
            "\(count)", "underruns while all cores were busy", count == 0 ? .good : .bad)
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
        return """
            <section class="card">
            <h2>\(section.title)</h2>
            <p>\(section.text)</p>
            \(plot.svg)
            \(HTML.table(["", "n", "min", "median", "p95", "max"], rows))
            </section>
            """
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
        return """
            <section class="card">
            <h2>One break, as it was heard</h2>
            <p>A tone is the stream, another one the spot, with the ramps of 8 ms that listeners \
            get. Each channel is drawn as loud as it gets.</p>
            <h3>Stream to spot</h3>
            \(WaveformPlot(title: "Stream to spot", window: joint.toSpot).svg)
            <h3>Spot to stream</h3>
            \(WaveformPlot(title: "Spot to stream", window: joint.toStream).svg)
            </section>
            """
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
        return """
            <section class="card">
            <h2>All figures</h2>
            \(HTML.table(header, rows))
            </section>
            """
    }

    private var method: String {
        """
        <section class="card">
        <h2>How it was measured</h2>
        <p>Players of this command played sounds of which every frame says which frame of which \
        sound it is, without ramps and at the default buffer, and the monitor of the sink said \
        which frame came when. Times end when the sink’s own clock plays the frame: the capture’s \
        clock, corrected by the latency that the server gives for it, which is negative for a \
        monitor. <em>At the monitor</em> is when the server hands the frame out, up to a block \
        earlier, since a null sink plays what it has just handed out.</p>
        <p>The <em>pinned</em> capture asks the server for latency, and the sink then works in \
        blocks of 5 ms: the best case. The <em>plain</em> one asks for nothing, and the sink works \
        as it does for listeners. Bars are how often, the line is the share that is no higher, \
        the upright lines are the median and, dashed, what 95 % stay below.</p>
        </section>
        """
    }
}
