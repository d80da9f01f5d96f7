import MediaTime

/// A sink that has no device, only a ``RenderLoop``.
protocol LoopedSink: AudioSink {
    var loop: RenderLoop { get }
}

extension LoopedSink {
    package func start(
        rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void
    ) {
        loop.start(rendering: mix, report: report)
    }

    package func requestSwitch() { loop.requestSwitch() }
    package func mixChanged() { loop.wake() }
    package var heardFrame: FrameTime { loop.heardFrame }
    package var renderedFrame: FrameTime { loop.renderedFrame }
    package func finish(within limit: Duration) throws { try loop.finish(within: limit) }
}
