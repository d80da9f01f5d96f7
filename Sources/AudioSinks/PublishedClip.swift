/// Names a clip to the session that published it.
package struct PublishedClip: Hashable, Sendable {
    /// The number of its plan, as ``PublishedMix/publish(_:keeping:)`` returned it.
    package var plan: Int

    /// Its place among the clips of that plan.
    package var index: Int

    package init(plan: Int, index: Int) {
        self.plan = plan
        self.index = index
    }
}
