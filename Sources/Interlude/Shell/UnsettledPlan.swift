import MediaTime

/// A plan that was published, and that the sink has neither taken over nor refused yet.
struct UnsettledPlan: Hashable, Sendable {
    var number: Int

    /// The first output frame that is different.
    var start: FrameTime

    /// Up to where was heard, if that is beyond ``start``: something else than the plan says.
    var heard: FrameTime?
}
