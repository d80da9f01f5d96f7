import Foundation

/// The output of a sound server's sink, recorded with `parec` as interleaved stereo floats at
/// 48 kHz.
///
/// `parec` asks for fragments of 200 ms: a shorter request would make PipeWire's cycles short, and
/// PipeWire then loses whole cycles on a busy machine.
package final class MonitorRecording: Sendable {
    private static let fragmentMilliseconds = 200

    private let recorder: ServerProcess
    private let output = ProcessOutput()

    init(of source: String, at server: String) throws {
        recorder = ServerProcess(arguments: [
            "parec", "-s", server, "-d", source, "--raw", "--format=float32le",
            "--rate=48000", "--channels=2", "--latency-msec=\(Self.fragmentMilliseconds)",
        ])
        let errors = ProcessOutput()
        try recorder.start(output: output, errors: errors)
        // A monitor returns silence too, so the first sample shows that the recording runs.
        guard wait(within: .seconds(20), until: { !$0.isEmpty }) else {
            throw ServerProcess.Failure.notReady(recorder.name, said: errors.text)
        }
    }

    /// Waits until the recording fulfils `condition`.
    ///
    /// Returns `false` if it does not within `limit`.
    package func wait(
        within limit: Duration = .seconds(20), until condition: ([Float]) -> Bool
    ) -> Bool {
        output.wait(within: limit) { condition(Self.samples(in: $0)) ? true : nil } ?? false
    }

    /// The recording so far.
    package var samples: [Float] { Self.samples(in: output.bytes) }

    /// Ends the recording, and returns it. Blocks until it contains everything played so far.
    @discardableResult
    package func stop() -> [Float] {
        let sampleCount = output.bytes.count / 4
        let unread = 2 * 2 * Self.fragmentMilliseconds * 48
        // A server that is gone plays nothing more.
        _ = wait(within: .seconds(3)) { $0.count >= sampleCount + unread }
        recorder.stop()
        output.waitForEnd()
        return Self.samples(in: output.bytes)
    }

    private static func samples(in bytes: Data) -> [Float] {
        [Float](unsafeUninitializedCapacity: bytes.count / 4) { samples, count in
            count = bytes.copyBytes(to: samples) / 4
        }
    }
}
