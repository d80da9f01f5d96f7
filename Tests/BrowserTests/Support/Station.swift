import Foundation
import TestServers

/// The built `interlude station`.
final class Station: Sendable {
    /// Its first line of output.
    struct Addresses: Decodable, Sendable {
        let mp3: String
        let aac: String
        let hls: String
        let spots: [Spot]
        let withPods: String
        let schedules: [String: String]
    }

    struct Spot: Codable, Hashable, Sendable {
        let id: Int
        var url: String
        let title: String
        let description: String
        var duration: Double?
        let banner: String?
        var target: String?
    }

    private let process: ServerProcess
    let addresses: Addresses

    /// Returns once the station is on air.
    init() async throws {
        let output = ProcessOutput()
        let errors = ProcessOutput()
        process = ServerProcess(arguments: [WebPlayer.executable, "station", "--json"])
        try process.start(output: output, errors: errors)
        let line = try await onThread {
            output.wait(within: .seconds(30)) { text in
                text.firstIndex(of: UInt8(ascii: "\n")).map { text[..<$0] }
            }
        }
        guard let line else { throw WebDriver.Failure(description: errors.text) }
        addresses = try JSONDecoder().decode(Addresses.self, from: line)
    }

    /// The spot with this title.
    func spot(_ title: String) throws -> Spot {
        guard let spot = addresses.spots.first(where: { $0.title == title }) else {
            throw WebDriver.Failure(description: "the station has no spot '\(title)'")
        }
        return spot
    }

    func stop() { process.stop() }
}
