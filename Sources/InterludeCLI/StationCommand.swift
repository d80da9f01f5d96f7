import ArgumentParser
import FoundationEssentials
import Glibc
import MediaTime
import Platform
import SampleStation

/// `interlude station`: runs the sample station until a signal ends it.
struct StationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "station",
        abstract:
            "Run a sample station: live MP3, AAC and Opus with ICY titles, live HLS, and an ad server.",
        discussion: """
            Takes its media from the folder of --media or INTERLUDE_MEDIA, else from the installed \
            media or from SampleMedia beside the checkout. Ends cleanly on SIGTERM and SIGINT.

            With --break-every and --markers, the streams mark a break after every interval. The \
            programme goes on in them: what a player does in a break is its own affair. Markers \
            of HLS: \(MarkerDialect.names(MarkerDialect.inHLS)). Markers of ICY: \(MarkerDialect.names(MarkerDialect.inICY)). \
            now-playing is a feed of Triton's form at /now-playing.xml. \
            scte35 is in the media of MPEG-TS and MP4, id3 in those of all forms.

            HLS fails when an operator asks for it: POST /control/hls?fault=404&count=3 (the next \
            requests for segments), fault=stall&seconds=20 (the playlists stand still), \
            fault=jump&count=5 (the media sequence jumps back), fault=skew&seconds=-30 (the \
            dates are wrong from then on), fault=none.
            """)

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 takes a free one.")
    var port = 0

    @Flag(help: "Print the addresses as one line of JSON.")
    var json = false

    @Option(help: ArgumentHelp("A folder with a station.json.", valueName: "dir"))
    var media: String?

    @Option(
        help: ArgumentHelp("How much recent audio a new listener gets at once.", valueName: "bytes")
    )
    var burst = 64 * 1024

    @Option(
        help: ArgumentHelp(
            "How breaks are marked: one or several names, separated by commas.",
            discussion: MarkerDialect.allCases.map(\.rawValue).joined(separator: ", "),
            valueName: "dialect"),
        transform: MarkerDialect.list)
    var markers: [MarkerDialect] = []

    @Option(
        help: ArgumentHelp(
            "The time from the start of one marked break to that of the next.",
            valueName: "time"),
        transform: TimeArgument.init(parsing:))
    var breakEvery: TimeArgument?

    @Option(
        help: ArgumentHelp("How long a marked break is. (default: 30s)", valueName: "time"),
        transform: TimeArgument.init(parsing:))
    var breakLength: TimeArgument?

    private static let usualBreakLength = Duration.seconds(30)

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port \(port): must be from 0 to 65535")
        }
        guard burst >= 0 else { throw ValidationError("--burst \(burst): must not be negative") }
        _ = try breaks()
    }

    /// The breaks to mark; `nil` without any.
    private func breaks() throws -> StationBreaks? {
        guard let breakEvery else {
            guard markers.isEmpty, breakLength == nil else {
                throw ValidationError(
                    "--markers and --break-length need --break-every, as in --break-every 2m")
            }
            return nil
        }
        guard !markers.isEmpty else {
            throw ValidationError("--break-every needs --markers, as in --markers cue-out")
        }
        let length = breakLength?.duration ?? Self.usualBreakLength
        guard let breaks = StationBreaks(every: breakEvery.duration, length: length) else {
            throw ValidationError(
                "--break-every and --break-length: a break is at least 1s long, and the next one "
                    + "begins at least 1s after its end and within 24h")
        }
        return breaks
    }

    func run() async throws {
        let station: SampleStation
        do {
            station = try SampleStation(stationConfiguration())
        } catch let error as MediaError {
            throw CommandError(error.status, "station: \(error)")
        }
        do {
            try await untilTerminated { try await serve(station) }
        } catch let error as StationError {
            throw CommandError(.unavailable, "station: \(error)")
        }
    }

    /// Serves until the task is cancelled. Prints the addresses once they are known.
    private func serve(_ station: SampleStation) async throws {
        let (onAir, announcement) = AsyncStream.makeStream(of: StationAddresses.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { announcement.finish() }
                try await station.run { announcement.yield($0) }
            }
            defer { group.cancelAll() }
            for await addresses in onAir {
                let text = json ? line(addresses) : list(addresses)
                for line in text.split(separator: "\n") { try Console.print(String(line)) }
            }
            try await group.next()
        }
    }

    private func stationConfiguration() throws -> StationConfiguration {
        let folder =
            if let media {
                try MediaFolder(path: media)
            } else {
                try MediaFolder.find(
                    environment: ProcessInfo.processInfo.environment,
                    executable: ExecutablePath.current,
                    workingDirectory: FileManager.default.currentDirectoryPath)
            }
        var configuration = StationConfiguration(media: folder)
        configuration.host = host
        configuration.port = port
        configuration.burst = burst
        configuration.markers = markers
        configuration.breaks = try breaks()
        return configuration
    }
}

extension MediaError {
    fileprivate var status: CommandStatus {
        switch self {
        case .noFolder, .noManifest, .unreadableManifest, .missingFile, .noSpot: .missingInput
        case .badManifest, .notAProgramme: .unreadableInput
        case .cannotSign: .unavailable
        }
    }
}

extension MarkerDialect {
    fileprivate static let inICY: [MarkerDialect] = [.adsWizz, .title]
    fileprivate static let inHLS = allCases.filter { !inICY.contains($0) && $0 != .nowPlaying }

    fileprivate static func names(_ dialects: [MarkerDialect]) -> String {
        dialects.map(\.rawValue).joined(separator: ", ")
    }

    /// Reads names that are separated by commas.
    fileprivate static func list(_ text: String) throws(UnusableArgument) -> [MarkerDialect] {
        var dialects: [MarkerDialect] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let dialect = MarkerDialect(rawValue: String(name)) else {
                throw UnusableArgument("'\(name)' is not one of \(names(allCases))")
            }
            if !dialects.contains(dialect) { dialects.append(dialect) }
        }
        return dialects
    }
}

/// The addresses as one line, for scripts.
private func line(_ addresses: StationAddresses) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        return String(decoding: try encoder.encode(addresses), as: UTF8.self)
    } catch {
        preconditionFailure("addresses are strings, which JSON can always hold: \(error)")
    }
}

/// The addresses as lines to read.
private func list(_ addresses: StationAddresses) -> String {
    let mounts = [
        ("MP3", addresses.mp3), ("AAC", addresses.aac), ("Opus", addresses.opus),
        ("HLS", addresses.hls), ("HLS, MPEG-TS", addresses.hlsForms.ts),
        ("HLS, MP4", addresses.hlsForms.fmp4), ("HLS, AAC", addresses.hlsForms.aac),
        ("HLS, MP3", addresses.hlsForms.mp3),
    ]
    let live = mounts.compactMap { name, address in address.map { "  \(name)\t\($0)" } }
    let spots = addresses.spots.map { "  \($0.title)\t\($0.audioFileURL)" }
    let example = addresses.mp3 ?? addresses.aac ?? addresses.opus ?? addresses.url
    let withPods = [
        ("file with pods", addresses.withPods, addresses.schedules?.uplynk),
        ("live with pods", addresses.liveWithPods, addresses.schedules?.live),
    ].compactMap { name, address, schedule in
        address.map { "  \(name)\t\($0)\n  its schedule\t\(schedule ?? "")" }
    }
    let lines =
        ["The sample station is on air at \(addresses.url)"] + live + ["Spots:"] + spots
        + ["Ad service: \(addresses.api)", "Ad tag: \(addresses.adTagURL)"]
        + (withPods.isEmpty ? [] : ["true[X]: \(addresses.truexConfigURL ?? "")"] + withPods)
        + ["try: interlude play \(example)"]
    return lines.joined(separator: "\n")
}

/// Runs `work` until it returns, or until SIGINT or SIGTERM cancels it.
private func untilTerminated(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await work() }
    let signals = Signals { stop in
        switch stop {
        case .cleanly: task.cancel()
        case .atOnce(let status): Glibc.exit(status)
        }
    }
    defer { withExtendedLifetime(signals) {} }
    try await task.value
}
