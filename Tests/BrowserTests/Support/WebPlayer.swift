import Foundation
import HTTPAccess
import TestFiles
import TestServers

/// The built `interlude play --web`, running as a process without a sound server. The page has the
/// listener role, and may use addresses of a station on this machine.
final class WebPlayer: Sendable {
    /// Next to the test bundle.
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "interlude").path

    /// The address of its page, with a slash at the end.
    let page: String

    private let process: ServerProcess
    private let folder: TemporaryFolder
    private let events = ProcessOutput()
    private let errors = ProcessOutput()
    private let client = WebClient(configuration: WebClientConfiguration())

    /// Returns once the first `event` is logged.
    init(
        _ source: String, _ arguments: [String] = [], until event: String = "session.playing"
    ) async throws {
        folder = try TemporaryFolder()
        let port = freePort()
        page = "http://127.0.0.1:\(port)/"
        process = ServerProcess(
            arguments: [
                Self.executable, "play", source, "--web", "\(port)", "--sink", "null",
                "--events", "-", "--allow-private",
            ] + arguments,
            environment: ["XDG_RUNTIME_DIR": folder.path])
        try await start(until: event)
    }

    /// Returns once `event` is logged.
    func start(until event: String = "session.playing") async throws {
        let heard = events.bytes.count
        try process.start(output: events, errors: errors)
        try await wait(for: event, after: heard)
    }

    /// Kills the player.
    func kill() { process.stop() }

    /// Waits for the `count`th `event` in the log after the first `byteCount` bytes.
    func wait(
        for event: String, count: Int = 1, after byteCount: Int = 0,
        within limit: Duration = .seconds(40)
    ) async throws {
        let name = Data("\"event\":\"\(event)\"".utf8)
        let isThere = try await onThread { [events] in
            events.wait(within: limit) { log -> Bool? in
                let lines = log.dropFirst(byteCount).split(separator: UInt8(ascii: "\n"))
                let found = lines.count { $0.firstRange(of: name) != nil }
                return found >= count ? true : nil
            }
        }
        guard isThere == true else {
            throw WebDriver.Failure(description: "no \(event) in \(events.text) \(errors.text)")
        }
    }

    /// Pushes spots.
    func push(_ spots: [Station.Spot]) async throws {
        try await post("api/push", ["spots": spots])
    }

    /// Sends a request, and requires the player to accept it.
    func post(
        _ path: String, _ body: (some Encodable)?, token: String? = nil
    ) async throws {
        guard let address = WebAddress(page + path) else {
            throw WebDriver.Failure(description: "\(path) is no path")
        }
        var request = WebRequest(
            address, from: .typed,
            headers: [.contentType("application/json")],
            credentials: token.map {
                HostCredentials([WebHeader("Authorization", "Bearer \($0)")], for: address)
            } ?? .none)
        request.method = .post
        request.body = Array(try JSONEncoder().encode(body))
        let reply = try await client.exchange(
            request, maximumByteCount: 1_000_000, within: .seconds(20))
        guard reply.status == 200 else {
            let text = String(decoding: reply.document.bytes, as: UTF8.self)
            throw WebDriver.Failure(description: "\(path): \(reply.status) \(text)")
        }
    }
}
