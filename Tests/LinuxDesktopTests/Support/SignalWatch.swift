import Foundation
import TestServers

/// Records the signals that players send.
final class SignalWatch: Sendable {
    private let process: ServerProcess
    private let output = ProcessOutput()

    /// Returns once it receives all signals. Blocks.
    init(_ environment: [String: String]) throws {
        process = ServerProcess(
            arguments: ["dbus-monitor", "path='/org/mpris/MediaPlayer2',type='signal'"],
            environment: environment)
        try process.start(output: output)
        // It got a name, and lost it on becoming a monitor.
        guard wait(for: "NameLost") else {
            throw ServerProcess.Failure.notReady("dbus-monitor", said: output.text)
        }
    }

    deinit { process.stop() }

    /// Waits until `words` have appeared in this order. Blocks.
    func wait(for words: String...) -> Bool {
        output.wait(within: .seconds(20)) { seen -> Bool? in
            var rest = seen
            for word in words {
                guard let place = rest.firstRange(of: Data(word.utf8)) else { return nil }
                rest = rest[place.upperBound...]
            }
            return true
        } == true
    }
}
