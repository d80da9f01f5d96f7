import MediaTime

/// Working memory for rendering, allocated once and owned by the caller.
///
/// It also keeps the limiter's state after the last frame, and so a range that follows directly
/// need not look back. That saves time and changes no sample. Call ``forget()`` when the plan or a
/// supply has changed.
package struct MixScratch: ~Copyable {
    /// The most frames that the limiter processes at a time.
    static var capacity: Int { @_noLocks @_noAllocation get { 2048 } }

    /// The sum without the limiter, interleaved.
    var samples = InlineArray<4096, Float>(repeating: 0)
    /// For each frame, the reduction that it needs by itself.
    var needs = InlineArray<2048, Int32>(repeating: 0)
    /// For each frame, the reduction that it gets.
    var reductions = InlineArray<2048, Int32>(repeating: 0)
    let filter = TruePeakFilter()

    /// The frame at which the limiter can continue without looking back.
    var next = FrameTime.distantFuture
    /// The release's reduction one frame before ``next``.
    var reduction: Int32 = 0

    package init() {}

    /// Discards the limiter's state: it looks back again at the next frame that is rendered.
    @_noLocks @_noAllocation
    package mutating func forget() {
        next = .distantFuture
    }
}
