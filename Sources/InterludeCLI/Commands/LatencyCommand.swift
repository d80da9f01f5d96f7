import ArgumentParser
import AudioSinks
import Glibc

/// `interlude latency`: measures this machine by sound.
struct LatencyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Measures this machine: how fast sound starts, changes and comes back.",
        discussion: """
            Plays sounds of which every frame says which it is, and listens to the monitor of the \
            sound server. Nothing is heard: they go to a null sink of its own, which is gone \
            afterwards. Times end when the sink's clock plays the frame; those 'at the monitor' \
            when the server hands it out.
            """)

    @Option(
        help: ArgumentHelp(
            "Measure this sink of the sound server in place of a null sink; it will be heard.",
            valueName: "name"))
    var sink: String?

    @Option(help: "How often each figure is measured that takes little time; 1 to 1000.")
    var count = 100

    @Option(
        help: ArgumentHelp(
            "How long all cores are kept busy; 0 leaves that out. (default: 10s)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var load = TimeArgument(.init(.seconds(10)))

    @Option(
        help: ArgumentHelp(
            """
            End with status 1 if the median of this figure is greater, as in push=12, or another \
            number of it, as in push.p95=15 (min, median, p95, max; repeatable).
            """, valueName: "name=ms"),
        transform: LatencyLimit.init(parsing:))
    var limit: [LatencyLimit] = []

    @Option(
        help: ArgumentHelp(
            "Print what the figures are of those in this file, which --json has written.",
            valueName: "file"))
    var compare: String?

    @Option(
        help: ArgumentHelp("Write a page with plots of all figures.", valueName: "file.html"))
    var report: String?

    @Flag(help: "Print the figures as one line of JSON.")
    var json = false

    func validate() throws {
        guard (1...1000).contains(count) else {
            throw ValidationError("--count lies between 1 and 1000")
        }
        guard load.duration <= .seconds(60) else {
            throw ValidationError("--load is at most 60s")
        }
        if json, compare != nil {
            throw ValidationError("--compare prints a table; leave out --json")
        }
    }

    func run() throws {
        if let shortage = ProcessLimits.shortage() { throw shortage }
        let earlier = try compare.map { path throws(CommandError) in
            try LatencyResults(readingFile: path)
        }
        // What cannot be written is told before minutes have passed.
        let file = try report.map { path throws(CommandError) in
            try ReportFile(.file(path: path))
        }
        let page = try measure()
        if json {
            try Console.print(json: "\(page.results.json)")
        } else {
            for line in LatencyTable.lines(of: page.results) { try Console.print(line) }
        }
        if let earlier {
            for line in LatencyComparison.lines(of: page.results, against: earlier) {
                try Console.print(line)
            }
        }
        try file?.write(page.html)
        let violations = limit.flatMap { $0.violations(in: page.results) }
        if !violations.isEmpty {
            throw CommandError(.negative, violations.joined(separator: "; "))
        }
    }

    private func measure() throws(CommandError) -> LatencyReport {
        let survey = LatencySurvey(
            sinkName: sink, count: count, load: load.duration, progress: progress)
        let interruption = Interruption()
        let signals = Signals { stop in
            switch stop {
            case .cleanly: interruption.occur()
            case .atOnce(let status):
                ChildProcess.killAll()
                Glibc.exit(status)
            }
        }
        return try withExtendedLifetime(signals) { () throws(CommandError) in
            try survey.run(until: interruption)
        }
    }

    /// Tells a person who waits what is being done.
    private func progress(_ step: String) {
        guard isatty(STDERR_FILENO) != 0 else { return }
        Console.say(step)
    }
}
