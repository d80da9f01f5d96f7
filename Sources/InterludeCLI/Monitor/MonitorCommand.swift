import ArgumentParser
import FoundationEssentials
import Glibc
import StationMonitoring

/// `interlude monitor STATIONS.yaml`: watches many stations until a signal ends it.
struct MonitorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Watch many stations: a table, a page, alarms and metrics.",
        discussion: """
            Plays each station of the file to nowhere, and raises an alarm when one is silent, has \
            no marker for too long, is down, and more. On a terminal, a table shows them all; \
            elsewhere, each alarm is a line of JSON on standard output. SIGHUP reads the file \
            again, without a break in the stations that stay. SIGINT and SIGTERM end cleanly.

            With --leases, several monitors share the stations of one list: each watches a part, \
            and when one ends in any way, the others take its stations over within seconds.
            """)

    @Argument(help: ArgumentHelp("The stations, as YAML.", valueName: "stations.yaml"))
    var file: String

    @Flag(help: "Write alarms as lines of JSON also to a terminal, without the table.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Share the stations with the other monitors that use this folder.", valueName: "dir"))
    var leases: String?

    @Option(
        help: ArgumentHelp(
            "Serve the page and the metrics here, and not where the file says; 0 takes a free "
                + "port.",
            valueName: "[host:]port"),
        transform: WebArgument.init(parsing:))
    var listen: WebArgument?

    func run() async throws {
        let stations = Stations(file: file, leases: leases, listen: listen)
        let list = try stations.list()
        let display = MonitorDisplay(json: json)
        let monitor = Monitor(
            Monitor.Surroundings(
                version: InterludeVersion.text,
                environment: ProcessInfo.processInfo.environment,
                onNotice: { display.tell($0) }, onChange: { display.show($0) },
                say: { display.say($0) }))
        let signals = Signals(
            onReload: {
                // SIGHUP also says that the terminal was closed.
                if display.hasLostTerminal { return monitor.close() }
                do throws(CommandError) {
                    monitor.reload(try stations.list())
                    display.say("\(stations.file): read again")
                } catch {
                    display.say("\(error); the stations stay as they were")
                }
            },
            onStop: { stop in
                switch stop {
                case .cleanly: monitor.close()
                case .atOnce(let status): Glibc.exit(status)
                }
            })
        defer { withExtendedLifetime(signals) {} }
        do {
            try await monitor.run(list)
        } catch let failure as MonitorFailure {
            throw CommandError(failure)
        }
        try display.check()
    }
}

/// Where the stations are, and the places that the command line names.
private struct Stations: Sendable {
    var file: String
    var leases: String?
    var listen: WebArgument?

    /// Reads the file.
    func list() throws(CommandError) -> StationList {
        var list = try StationListFile.read(file)
        list.leaseFolder = leases
        if let listen {
            list.listen = StationList.ListenAddress(host: listen.host, port: listen.port)
        }
        return list
    }
}

extension CommandError {
    fileprivate init(_ failure: MonitorFailure) {
        let status: CommandStatus =
            switch failure.kind {
            case .unavailable: .unavailable
            case .cannotWrite: .cannotWrite
            }
        self.init(status, failure.description)
    }
}
