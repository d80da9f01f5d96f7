import Foundation

/// A sound server of a test's own, with one null sink.
package protocol PrivateSoundServer: AnyObject, Sendable {
    /// What a client passes as the server, or finds in `PULSE_SERVER`.
    var address: String { get }
}

extension PrivateSoundServer {
    /// Begins to record what a sink plays: interleaved floats, from a moment before now on.
    package func record(_ sinkName: String = PrivatePulseAudio.sinkName) throws -> MonitorRecording
    {
        try MonitorRecording(of: "\(sinkName).monitor", at: address)
    }

    /// What `pactl` prints for `arguments`. Blocks.
    package func control(_ arguments: String...) throws -> String {
        try Command(["pactl", "-s", address] + arguments).output
    }

    /// Asks `pactl` the same again and again until `isFulfilled` says yes to what it prints. Blocks.
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
