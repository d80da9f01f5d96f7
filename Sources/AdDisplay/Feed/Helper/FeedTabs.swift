/// Feeds of which one at most is looked at, such as those of several tabs (rule I8).
///
/// Belongs to the executor of its helpers.
public final class FeedTabs {
    private weak var active: StreamAdHelper?

    public init() {}

    /// Ends what the active feed does, before another one begins.
    func makeWay(for helper: StreamAdHelper) {
        if let active, active !== helper { active.setActive(.inactive) }
        active = helper
    }
}
