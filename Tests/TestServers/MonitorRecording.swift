import Foundation

/// What a sound server's sink plays, recorded with `parec` as interleaved stereo floats at 48 kHz.
package final class MonitorRecording: Sendable {
    private let recorder: ServerProcess
    private let output = ProcessOutput()

    init(of source: String, at server: String) throws {
        recorder = ServerProcess(arguments: [
            "parec", "-s", server, "-d", source, "--raw", "--format=float32le",
            "--rate=48000", "--channels=2", "--latency-msec=20",
        ])
        let errors = ProcessOutput()
        try recorder.start(output: output, errors: errors)
        // A monitor gives silence too, so the first sample says that recording goes on.
        guard wait(within: .seconds(20), until: { !$0.isEmpty }) else {
            throw ServerProcess.Failure.notReady(recorder.name, said: errors.text)
        }
    }

    /// Waits until what was recorded fulfils `condition`.
    ///
    /// Returns `false` if it does not within `limit`.
    package func wait(
        within limit: Duration = .seconds(20), until condition: ([Float]) -> Bool
    ) -> Bool {
        output.wait(within: limit) { condition(Self.samples(in: $0)) ? true : nil } ?? false
    }

    /// Ends the recording, and returns it.
    @discardableResult
    package func stop() -> [Float] {
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
