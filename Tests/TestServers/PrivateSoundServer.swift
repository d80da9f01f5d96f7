import Foundation

/// A test's own sound server, with one null sink.
package protocol PrivateSoundServer: AnyObject, Sendable {
    /// The server address for a client, or for `PULSE_SERVER`.
    var address: String { get }
}

extension PrivateSoundServer {
    /// Begins to record a sink's output: interleaved floats, from a moment before now on.
    package func record(_ sinkName: String = PrivatePulseAudio.sinkName) throws -> MonitorRecording
    {
        try MonitorRecording(of: "\(sinkName).monitor", at: address)
    }

    /// The output of `pactl` for `arguments`. Blocks.
    package func control(_ arguments: String...) throws -> String {
        try Command(["pactl", "-s", address] + arguments).output
    }

    /// Runs `pactl` repeatedly until `isFulfilled` accepts its output. Blocks.
    ///
    /// Returns `false` if it does not within `limit`.
    package func control(
        _ arguments: String..., within limit: Duration = .seconds(20),
        until isFulfilled: (String) -> Bool
    ) throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            let run = try Command(["pactl", "-s", address] + arguments)
            if isFulfilled(run.output) { return true }
        }
        return false
    }

    /// Whether these programs are installed.
    static func areInstalled(_ programs: String...) -> Bool {
        programs.allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    }
}
