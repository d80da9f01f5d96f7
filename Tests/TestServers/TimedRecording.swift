import Foundation
import Glibc

/// The output of `parec` for a sink's monitor, with the arrival time of each piece.
package final class TimedRecording: Sendable {
    private let recorder: ServerProcess
    private let output = ProcessOutput()
    private let pieces = Watched<[(byteCount: Int, nanoseconds: Int64)]>([])

    /// Records with the least delay that `parec` allows, from a moment before now on. Blocks.
    package init(of source: String, at server: String) throws {
        recorder = ServerProcess(arguments: [
            "parec", "-s", server, "-d", source, "--raw", "--format=float32le",
            "--rate=48000", "--channels=2", "--latency-msec=5",
        ])
        try recorder.start(output: output)
        let (output, pieces) = (output, pieces)
        Thread.detachNewThread {
            // Called with each piece that arrives.
            _ = output.wait(within: .seconds(600)) { bytes -> Bool? in
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
                pieces.change { $0.append((bytes.count, now)) }
                return nil
            }
        }
        _ = pieces.wait(within: .seconds(20)) { ($0.last?.byteCount ?? 0) > 0 ? true : nil }
    }

    /// Ends the recording. Returns interleaved floats, with the arrival time of each frame in
    /// nanoseconds of `CLOCK_MONOTONIC`.
    package func stop() -> (samples: [Float], arrival: (_ frame: Int) -> Int64) {
        recorder.stop()
        output.waitForEnd()
        let bytes = output.bytes
        let samples = [Float](unsafeUninitializedCapacity: bytes.count / 4) { samples, count in
            count = bytes.copyBytes(to: samples) / 4
        }
        let pieces = pieces.current
        return (
            samples,
            { frame in
                pieces.first { $0.byteCount >= 8 * (frame + 1) }?.nanoseconds ?? .max
            }
        )
    }
}
