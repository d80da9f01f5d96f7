import Foundation
import Glibc
import Synchronization

/// What a sound server's sink plays, recorded with `parec` as interleaved stereo floats at 48 kHz.
package final class MonitorRecording: Sendable {
    private let recorder: ServerProcess
    private let samples = Mutex<[Float]>([])
    private let output = Pipe()

    init(of source: String, at server: String) throws {
        recorder = ServerProcess(arguments: [
            "parec", "-s", server, "-d", source, "--raw", "--format=float32le",
            "--rate=48000", "--channels=2", "--latency-msec=20",
        ])
        try recorder.start(output: output.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
        Thread.detachNewThread { [self] in read() }
        // A monitor gives silence too, so the first sample says that recording goes on.
        _ = wait { !$0.isEmpty }
    }

    /// Waits until what was recorded fulfils `condition`.
    ///
    /// Returns `false` if it does not within `limit`.
    package func wait(
        within limit: Duration = .seconds(10), until condition: ([Float]) -> Bool
    ) -> Bool {
        let deadline = ContinuousClock.now + limit
        while !condition(recorded) {
            guard ContinuousClock.now < deadline else { return false }
            usleep(20_000)  // polls another process
        }
        return true
    }

    /// All samples so far.
    package var recorded: [Float] { samples.withLock { $0 } }

    /// Ends the recording, and returns it.
    @discardableResult
    package func stop() -> [Float] {
        recorder.stop()
        return recorded
    }

    private func read() {
        var rest = Data()
        while case let chunk = output.fileHandleForReading.availableData, !chunk.isEmpty {
            rest.append(chunk)
            let count = rest.count / 4
            rest.withUnsafeBytes { bytes in
                samples.withLock { samples in
                    for index in 0..<count {
                        samples.append(
                            bytes.loadUnaligned(fromByteOffset: 4 * index, as: Float.self))
                    }
                }
            }
            rest = Data(rest.dropFirst(4 * count))
        }
    }
}
