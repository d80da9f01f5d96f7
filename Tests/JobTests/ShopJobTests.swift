import Foundation
import TestFiles
import TestServers
import Testing

/// The service of a shop's player, as the README and the file that it installs say.
@Suite(
    "A shop's player from the installed configuration", .timeLimit(.minutes(5)),
    .enabled(if: PrivatePulseAudio.isInstalled))
struct ShopJobTests {
    @Test("plays, takes a spot, outlives its station, and comes back after a crash as it was")
    func day() async throws {
        try await onThread {
            let shop = try Shop()
            try shop.succeed("config", "check")

            try shop.start()
            try shop.wait(for: "session.playing")
            let page = try shop.address(of: "page: ")
            #expect(try shop.fetch(page).contains("<title>"))
            // It is written before the spot ends.
            try shop.succeed("ctl", "volume", "0.5")
            let spot = Document.project.appending(path: "SampleMedia/spots/bikes.ogg").path
            let pushed = try shop.succeed("ctl", "push", "--wait", spot)
            #expect(pushed == "playing: bikes.ogg\ncompleted: bikes.ogg\n")

            shop.station.stop()
            try shop.wait(for: "session.reconnecting")
            try shop.openStation()
            try shop.wait(for: "session.playing", count: 2)

            shop.player.signal(SIGKILL)
            #expect(shop.player.wait(atMost: .seconds(30)) == nil)
            try shop.start()
            try shop.wait(for: "session.playing")
            let status = try shop.succeed("ctl", "status")
            #expect(status.contains(#""volume":0.5"#), "\(status)")
            try shop.succeed("ctl", "stop")
            #expect(shop.player.wait(atMost: .seconds(30)) == 0)
        }
    }

    @Test("ends with one line about a configuration that nobody edited well")
    func mistake() async throws {
        try await onThread {
            let shop = try Shop(adding: "volumes: 3\n")
            let check = try shop.run("config", "check")
            #expect(check.status == 65)
            #expect(check.errors.contains("volumes"), "\(check.errors)")
        }
    }
}

/// A station, a sound server, and the home folder of somebody who installed the player.
private final class Shop {
    let folder: TemporaryFolder
    let sound: PrivatePulseAudio
    let player: ServerProcess
    private(set) var station: ServerProcess
    /// Of the running player: its events, and what it says.
    private var events = ProcessOutput()
    private var messages = ProcessOutput()
    private let port: Int
    private let environment: [String: String]

    /// `lines` are added to the installed configuration, after somebody has set the source, the
    /// page and the log in it.
    init(adding lines: String = "") throws {
        folder = try TemporaryFolder()
        sound = try PrivatePulseAudio()
        environment = [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_SERVER": sound.address,
            "XDG_CONFIG_HOME": "\(folder.path)/.config",
            "XDG_STATE_HOME": "\(folder.path)/.local/state",
        ]
        player = ServerProcess(
            arguments: [BuiltPackage.command, "play", "--no-mpris"], environment: environment)
        (station, port) = try Self.openStation(at: 0)
        let installed = try String(
            contentsOf: Document.project.appending(path: "tools/install.d/config.yaml"),
            encoding: .utf8)
        let edited = installed.replacing(
            "http://radio.example/live.mp3", with: "http://127.0.0.1:\(port)/live.mp3"
        ).replacing("# web: 0.0.0.0:8080", with: "web: 0").replacing(
            "# events: log-{start}.jsonl", with: "events: \"-\"")
        try #require(edited.contains("\nweb: 0") && edited.contains("\nevents: "))
        try FileManager.default.createDirectory(
            atPath: folder.file(".config/interlude"), withIntermediateDirectories: true)
        try folder.write((edited + lines).utf8, to: ".config/interlude/config.yaml")
    }

    /// Starts the station again.
    func openStation() throws { (station, _) = try Self.openStation(at: port) }

    /// Starts a station at a port, 0 for a free one, and returns once it serves.
    private static func openStation(at port: Int) throws -> (ServerProcess, port: Int) {
        let output = ProcessOutput()
        let station = ServerProcess(
            arguments: [BuiltPackage.command, "station", "--json", "--port", "\(port)"])
        try station.start(output: output)
        let line = output.wait(within: .seconds(60)) { text in
            text.contains(UInt8(ascii: "\n")) ? text : nil
        }
        let addresses = try JSONDecoder().decode(Addresses.self, from: try #require(line))
        return (station, try #require(addresses.url.port))
    }

    private struct Addresses: Decodable {
        let url: URL
    }

    func start() throws {
        (events, messages) = (ProcessOutput(), ProcessOutput())
        try player.start(output: events, errors: messages)
    }

    /// Waits for so many events of this name.
    func wait(for event: String, count: Int = 1) throws {
        let found: Bool? = events.wait(within: .seconds(90)) { log in
            let text = String(decoding: log, as: UTF8.self)
            let times = text.components(separatedBy: #""event":"\#(event)""#).count - 1
            return times >= count ? true : nil
        }
        try #require(found == true, "no \(event): \(events.text)\n\(messages.text)")
    }

    /// The address that the player prints after `words`.
    func address(of words: String) throws -> String {
        let line: String? = messages.wait(within: .seconds(30)) { text in
            String(decoding: text, as: UTF8.self).split(separator: "\n")
                .first { $0.contains(words) }.map(String.init)
        }
        let after = try #require(line).components(separatedBy: words)[1]
        return String(after.prefix { !$0.isWhitespace })
    }

    func fetch(_ address: String) throws -> String {
        try Command(["curl", "--silent", "--fail", address]).successful().output
    }

    func run(_ arguments: String...) throws -> Command {
        try Command([BuiltPackage.command] + arguments, environment: environment)
    }

    /// What the command prints, which has to succeed.
    @discardableResult
    func succeed(_ arguments: String...) throws -> String {
        try Command([BuiltPackage.command] + arguments, environment: environment).successful()
            .output
    }
}
