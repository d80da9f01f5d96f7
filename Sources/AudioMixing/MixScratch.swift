import MediaTime

/// Memory that rendering works in, owned by whoever renders and allocated once.
///
/// It also remembers where the limiter stood after the last frame, so that a
/// range that follows on need not look back again. That saves time and changes
/// no sample; ``forget()`` must be called when the plan or a supply changed.
package struct MixScratch: ~Copyable {
    /// Frames that the limiter looks at in one go.
    static var capacity: Int { @_noLocks @_noAllocation get { 2048 } }

    /// The sum without the limiter, interleaved.
    var samples = InlineArray<4096, Float>(repeating: 0)
    /// For each frame, the reduction that it needs by itself.
    var needs = InlineArray<2048, Int32>(repeating: 0)
    /// For each frame, the reduction that it gets.
    var reductions = InlineArray<2048, Int32>(repeating: 0)
    let filter = TruePeakFilter()

    /// The frame that the limiter comes to next.
    var next = FrameTime.distantFuture
    /// The reduction that the release has come down to one frame before ``next``.
    var reduction: Int32 = 0

    package init() {}

    /// Makes the limiter look back again at the next frame that is rendered.
    @_noLocks @_noAllocation
    package mutating func forget() {
        next = .distantFuture
    }
}
