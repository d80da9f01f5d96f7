/// A sink that writes a WAV file.
package final class WAVSink: LoopedSink {
    let loop: RenderLoop

    /// Creates the file at `path`, or truncates an existing one.
    package init(
        path: String, format: WAVFormat, clock: OutputClock
    ) throws(SinkFailure) {
        let output = try WAVOutput(path: path, format: format)
        loop = RenderLoop(named: "interlude-wav", clock: clock, output: output)
    }
}
