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

    /// Whether these programs are installed.
    static func areInstalled(_ programs: String...) -> Bool {
        programs.allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    }
}
