import ArgumentParser
import FoundationEssentials
import Glibc
import Platform
import SampleStation

/// `interlude station`: runs the sample station until a signal ends it.
struct StationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "station",
        abstract:
            "Run a sample station: live MP3, AAC and Opus with ICY titles, and an ad server.",
        discussion: """
            Takes its media from the folder of --media or INTERLUDE_MEDIA, else from the installed \
            media or from SampleMedia beside the checkout. Ends cleanly on SIGTERM and SIGINT.
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

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port \(port): must be from 0 to 65535")
        }
        guard burst >= 0 else { throw ValidationError("--burst \(burst): must not be negative") }
    }

    func run() async throws {
        let station: SampleStation
        do {
            station = try SampleStation(stationConfiguration())
        } catch {
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

    private func stationConfiguration() throws(MediaError) -> StationConfiguration {
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
        return configuration
    }
}

extension MediaError {
    fileprivate var status: CommandStatus {
        switch self {
        case .noFolder, .noManifest, .unreadableManifest, .missingFile: .missingInput
        case .badManifest, .notAProgramme: .unreadableInput
        }
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
    let mounts = [("MP3", addresses.mp3), ("AAC", addresses.aac), ("Opus", addresses.opus)]
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
        + ["Ad server: \(addresses.api)"]
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
