import Foundation
import TestFiles

/// A stream that `pacat` plays beside the tested one. In a recording, frames that the server or
/// the machine lost are missing from both.
///
/// It is silent on the left, where the tested stream is. On the right frame n is (n + 1) / 2²⁴.
package final class ReferenceStream: Sendable {
    private let player: ServerProcess
    private let folder: TemporaryFolder

    /// Starts to play `duration` of it. Returns at once.
    package init(at server: some PrivateSoundServer, lasting duration: Duration) throws {
        folder = try TemporaryFolder()
        let file = folder.file("reference.raw")
        let frameCount = Int(duration / .milliseconds(1)) * 48
        var samples: [Float] = []
        samples.reserveCapacity(2 * frameCount)
        for frame in 0..<frameCount {
            samples.append(0)
            samples.append(Float(frame + 1) / 16_777_216)
        }
        try samples.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
        player = ServerProcess(arguments: [
            "pacat", "-s", server.address, "-d", PrivatePulseAudio.sinkName, "--raw",
            "--format=float32le", "--rate=48000", "--channels=2", "--latency-msec=1000", file,
        ])
        try player.start()
    }

    deinit { player.stop() }
}
