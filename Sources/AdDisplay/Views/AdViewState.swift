/// What has become of an ad view (rule A4). The numbers are the published ones.
public enum AdViewState: Int, Hashable, Sendable, CaseIterable {
    /// Nothing was asked for yet.
    case uninitialized = 0

    /// An ad is asked for.
    case loading = 1

    /// There is none; the reason was told.
    case failed = 2

    /// It is there, and was not seen yet.
    case loaded = 3

    /// At least half of it was in view.
    case impressed = 4

    /// It was seen and clicked.
    case clicked = 5

    /// The interstitial was shown and is gone. A banner never comes to this.
    case closed = 6
}
