import Foundation
import HTTPAccess
import TestFiles
import TestServers
import Testing

/// `docs/http-api.md`, as somebody would type it.
@Suite("The document about the HTTP API", .timeLimit(.minutes(3)))
struct HTTPAPIDocumentTests {
    private static let file = URL(filePath: #filePath).appending(path: "../../../docs/http-api.md")
        .standardizedFileURL

    /// Its commands without comments; the one that ends the player last.
    private static func commands() throws -> [String] {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let commands = lines.filter { $0.hasPrefix("curl ") }
            .map { String($0.prefix { $0 != "#" && $0 != "|" }) }
        return commands.filter { !$0.contains("/stop") } + commands.filter { $0.contains("/stop") }
    }

    @Test("has commands that a player understands, one for every verb of the API")
    func commands() async throws {
        let folder = try TemporaryFolder()
        let feed = try folder.write(
            #"{"sections":[{"title":"A","items":[]}]}"#.utf8, to: "feed.json")
        let station = FaultServer { _, _ in [.head("404 Not Found"), .halfClose] }
        defer { station.stop() }
        let port = freePort()
        let player = try Player(
            Peers.sample("programme/programme.mp3"),
            ["--web", "\(port)", "--web-token", "token-of-the-operator", "--feed", feed])
        _ = try await onThread { try player.wait(for: "session.playing") }
        let address = "http://127.0.0.1:\(port)"
        let commands = try Self.commands()
        #expect(commands.count > 15)
        for command in commands {
            // Curl ends an endless answer by itself, long after its status.
            let isEndless = command.contains("/events") || command.contains("/listen")
            let typed = command.replacing("http://station.example", with: station.address(""))
            let line =
                "\(typed) -s -m \(isEndless ? 6 : 20) -w '\\n%{http_code}' -H 'Authorization: Bearer token-of-the-operator'"
            let run = try await onThread {
                try Command(
                    ["env", "-C", folder.path, "sh", "-c", line], environment: ["player": address])
            }
            let status = run.output.split(separator: "\n").last.map(String.init)
            #expect(status == "200" || status == "409", "\(command): \(run.output.suffix(300))")
        }
        let outcome = try await onThread { player.finish(within: .seconds(20)) }
        #expect(outcome.status == 0, "\(outcome.complaints)")

        let document = try String(contentsOf: Self.file, encoding: .utf8)
        for verb in [
            "pause", "resume", "live", "skip", "ignore", "stop", "delay", "seek", "volume",
            "ad-volume", "mute", "unmute", "push", "play",
        ] {
            #expect(document.contains("/api/\(verb)\""), "\(verb)")
        }
    }
}
