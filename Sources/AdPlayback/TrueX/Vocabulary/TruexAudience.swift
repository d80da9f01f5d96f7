/// Who looks at the pages on which a player shows its units.
public enum TruexAudience: String, Hashable, Sendable, Codable, CaseIterable {
    /// No pages are served; who else looks is nobody's to know.
    case unknown
    /// No page is open.
    case nobody
    /// There are pages, and none of them is seen.
    case hidden
    /// At least one page is seen.
    case watching
}
