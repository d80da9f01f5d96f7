import ArgumentParser
import Glibc
import LatencyMeasuring

/// `interlude latency`: measures the latencies of this machine.
struct LatencyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract:
            "Measure this machine: time to first sound, push or marker to sound, exact joints.",
        discussion: """
            Plays sounds in which every frame encodes its own number, and records the monitor of \
            the sound server. Nothing is heard: the sounds go to a null sink that is removed \
            afterwards. A time ends when the sink's clock plays the frame. A time 'at the monitor' \
            ends when the server delivers the frame to the recorder. Markers are those of a live \
            stream that this command sends to its players on 127.0.0.1; the time from a marker to \
            its spot includes the player's delay behind live, which is a figure of its own.
            """)

    @Option(
        help: ArgumentHelp(
            "Measure this sink of the sound server instead of a null sink. It will be heard.",
            valueName: "name"))
    var sink: String?

    @Option(
        help: ArgumentHelp(
            "How often each short figure is measured, from 1 to 1000; starts a quarter, and marked "
                + "breaks a tenth as often."))
    var count = 100

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long all cores are kept busy; 0 skips that. (default: 10s)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var load = TimeArgument(.init(.seconds(10)))

    @Option(
        help: ArgumentHelp(
            """
            End with status 1 if the median of this figure is greater, as in push=12, or another \
            number, as in push.p95=15 (min, median, p95, max; repeatable).
            """, valueName: "name=ms"),
        transform: LatencyLimit.init(parsing:))
    var limit: [LatencyLimit] = []

    @Option(
        help: ArgumentHelp(
            "Compare the figures with those in this file, which --json has written.",
            valueName: "file"))
    var compare: String?

    @Option(
        help: ArgumentHelp("Write a report with plots of all figures.", valueName: "file.html"))
    var report: String?

    @Flag(help: "Print the figures as one line of JSON.")
    var json = false

    func validate() throws {
        guard (1...1000).contains(count) else {
            throw ValidationError("--count must be between 1 and 1000")
        }
        guard load.duration <= .seconds(60) else {
            throw ValidationError("--load must be at most 60s")
        }
        if json, compare != nil {
            throw ValidationError("--compare prints a table; leave out --json")
        }
    }

    func run() throws {
        if let shortage = ProcessLimits.shortage() { throw shortage }
        let earlier = try compare.map { path throws(CommandError) in
            guard let results = LatencyResults(json: try InputFile.read(path)) else {
                throw CommandError(
                    .unreadableInput,
                    "\(path): not a file of 'interlude latency --json'; use another file")
            }
            return results
        }
        // Fails now rather than after minutes of measuring.
        let file = try report.map { path throws(CommandError) in
            try ReportFile(.file(path: path))
        }
        var page = try measure()
        page.violations = limit.flatMap { $0.violations(in: page.results) }
        if json {
            try Console.print(json: "\(page.results.json)")
        } else {
            for line in page.results.lines { try Console.print(line) }
        }
        if let earlier {
            for line in page.results.lines(comparedWith: earlier) {
                try Console.print(line)
            }
        }
        try file?.write(page.html)
        if !page.violations.isEmpty {
            throw CommandError(.negative, page.violations.joined(separator: "; "))
        }
    }

    private func measure() throws(MeasurementError) -> LatencyReport {
        let survey = LatencySurvey(
            sinkName: sink, count: count, load: load.duration, version: InterludeVersion.text,
            progress: progress)
        let interruption = Interruption()
        let signals = Signals { stop in
            switch stop {
            case .cleanly: interruption.occur()
            case .atOnce(let status):
                LatencySurvey.killPlayers()
                Glibc.exit(status)
            }
        }
        return try withExtendedLifetime(signals) { () throws(MeasurementError) in
            try survey.run(until: interruption)
        }
    }

    /// Prints the current step if standard error is a terminal.
    private func progress(_ step: String) {
        guard isatty(STDERR_FILENO) != 0 else { return }
        Console.say(step)
    }
}
