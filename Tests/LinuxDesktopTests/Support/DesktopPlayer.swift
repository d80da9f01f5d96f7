import Foundation
import TestFiles
import TestServers

/// The built `interlude play`, running in real time without a sound server.
final class DesktopPlayer: Sendable {
    let folder: TemporaryFolder
    private let process: ServerProcess
    private let errors = ProcessOutput()

    /// Next to the test bundle.
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "interlude").path

    /// Begins to play `source`, and returns at once.
    init(
        _ source: String, _ arguments: [String] = ["--mpris"], environment: [String: String]
    ) throws {
        folder = try TemporaryFolder()
        process = ServerProcess(
            arguments: [Self.executable, "play", source, "--sink", "null"] + arguments,
            environment: environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 })
        try process.start(errors: errors)
    }

    deinit { process.stop() }

    /// Begins to play `source`, and returns once the player is on `bus` and plays. Blocks.
    convenience init(_ source: String, on bus: PrivateBus) throws {
        try self.init(source, environment: bus.environment)
        _ = try bus.position(reaches: 0.1)
    }

    /// Runs `interlude ctl`, and returns what it prints. Blocks.
    @discardableResult
    func control(_ arguments: String...) throws -> String {
        try Command(
            [Self.executable, "ctl"] + arguments, environment: ["XDG_RUNTIME_DIR": folder.path]
        ).successful().output
    }

    /// Waits until the player has printed `words` to standard error. Blocks.
    func hasSaid(_ words: String) -> Bool {
        errors.wait(within: .seconds(20)) { $0.firstRange(of: Data(words.utf8)) } != nil
    }

    /// The lines on standard error that are not status lines.
    var complaints: [String] {
        errors.text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("interlude") }
    }

    /// Waits until the player ends by itself. Blocks.
    func finish() -> Int32? {
        let status = process.wait(atMost: .seconds(20))
        errors.waitForEnd()
        return status
    }

    func interrupt() { process.signal(SIGINT) }
}
