import Foundation
import TestServers

/// Shared parts of this target's tests.
enum Peers {
    /// Whether every program is installed that a test needs.
    static var areInstalled: Bool { PrivateIcecast.isInstalled && PrivatePulseAudio.isInstalled }

    /// Whether the plug-in of ALSA is installed that plays through a sound server.
    static var hasALSAPlugin: Bool {
        let folders = ["/usr/lib", "/usr/lib64"].flatMap { parent in
            // try?: a folder that is not there has no plug-in.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
            return [parent] + names.map { "\(parent)/\($0)" }
        }
        return folders.contains { folder in
            FileManager.default.fileExists(
                atPath: "\(folder)/alsa-lib/libasound_module_pcm_pulse.so")
        }
    }

    /// Whether the long versions are wanted: five minutes instead of seconds.
    static var areLong: Bool { ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1" }

    /// Makes the sound server hold more audio than usual, for tests that do not measure how little
    /// is enough, so that the load of the machine does not decide the result. Long runs use the
    /// default.
    static var latency: [String] { areLong ? [] : ["--latency", "1s"] }

    /// A file of `SampleMedia`.
    static func sample(_ name: String) -> String {
        URL(filePath: #filePath).appending(path: "../../../../SampleMedia/\(name)")
            .standardizedFileURL.path
    }
}
