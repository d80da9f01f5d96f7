/// A sink that plays to an output of an app.
package final class CustomSink: LoopedSink {
    let loop: RenderLoop

    /// Keeps `latency` of audio queued in an output with a clock of its own; `nil` for the default.
    ///
    /// `output` is used on the sink's thread only.
    package init(_ output: any BlockOutput, clock: OutputClock, latency: Duration?) {
        let lead = latency.map { max($0.frameCount, SimulatedDeviceClock.blockLength) }
        loop = RenderLoop(
            named: "interlude-app", clock: clock, output: output,
            lead: lead ?? SimulatedDeviceClock.lead)
    }
}
