import MediaTime

/// How much later than necessary a sink places the next change of plan: the time in which the
/// session makes the plan.
///
/// It grows when a plan was late, or a session on a busy machine would be late every time. It
/// shrinks with each plan in time.
struct SwitchMargin: Hashable {
    /// 1 ms.
    static let least = FrameTime.rate / 1000
    /// The greatest margin if changes are occasionally late. 20 ms.
    static let usualMost = FrameTime.rate / 50
    /// The greatest margin if a change is late repeatedly: a busy machine must get it through too.
    /// 320 ms.
    static let most = 16 * usualMost

    private(set) var frameCount = Self.least

    init(frameCount: Int = Self.least) {
        self.frameCount = frameCount
    }

    /// How much longer it is than the least one.
    var extraFrameCount: Int { frameCount - Self.least }

    /// Records a plan in time.
    mutating func notePlanInTime() {
        frameCount = max(min(frameCount, Self.usualMost) * 15 / 16, Self.least)
    }

    /// Records a plan that came too late.
    mutating func noteLatePlan() {
        frameCount = min(frameCount * 2, Self.most)
    }
}
