/// Where a ``RenderLoop`` puts what it rendered. Used on the loop's thread only.
protocol BlockOutput: AnyObject {
    /// Takes interleaved samples. May wait for a disk.
    func write(_ samples: Span<Float>) throws(SinkFailure)

    /// Completes what was written. Called once, unless writing failed.
    func close() throws(SinkFailure)
}
