/// A sink that discards the audio, for servers without a sound device and for tests.
package final class NullSink: LoopedSink {
    let loop: RenderLoop

    package init(clock: OutputClock) {
        loop = RenderLoop(named: "interlude-null", clock: clock, output: Nowhere())
    }
}

private final class Nowhere: BlockOutput {
    func write(_ samples: Span<Float>) {}
    func close() {}
}
