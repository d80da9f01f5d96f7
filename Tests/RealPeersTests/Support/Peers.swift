import Foundation
import TestServers

/// What the tests of this target share.
enum Peers {
    /// Whether every program is installed that a test needs.
    static var areInstalled: Bool { PrivateIcecast.isInstalled && PrivatePulseAudio.isInstalled }

    /// Whether the long versions are wanted: five minutes in place of seconds.
    static var areLong: Bool { ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1" }

    /// Has the sound server hold more sound than usual where the test is not about how little is
    /// enough, so that others who use the machine do not decide how it ends. Long runs play as a
    /// listener does.
    static var latency: [String] { areLong ? [] : ["--latency", "1s"] }

    /// A file of `SampleMedia`.
    static func sample(_ name: String) -> String {
        URL(filePath: #filePath).appending(path: "../../../../SampleMedia/\(name)")
            .standardizedFileURL.path
    }
}
