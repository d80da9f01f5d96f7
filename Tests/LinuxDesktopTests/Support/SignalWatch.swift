import Foundation
import TestServers

/// Takes down the signals that players send.
final class SignalWatch: Sendable {
    private let process: ServerProcess
    private let output = ProcessOutput()

    /// Returns once nothing can be missed any more. Blocks.
    init(_ environment: [String: String]) throws {
        process = ServerProcess(
            arguments: ["dbus-monitor", "path='/org/mpris/MediaPlayer2',type='signal'"],
            environment: environment)
        try process.start(output: output)
        // It has got a name, and lost it by becoming a monitor.
        guard wait(for: "NameLost") else {
            throw ServerProcess.Failure.notReady("dbus-monitor", said: output.text)
        }
    }

    deinit { process.stop() }

    /// Waits until `words` were seen, one after the other. Blocks.
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
