/// Where an ad stands (rule A5). The numbers are the published ones.
public enum AdType: Int, Hashable, Sendable, CaseIterable {
    /// Between the rows of a page.
    case inlineBanner = 0

    /// Over the whole of a screen that is opened.
    case interstitial = 1

    /// At the bottom of a screen, whatever is scrolled above it.
    case screenBanner = 2
}
