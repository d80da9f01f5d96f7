import Advertising

/// Reads the now-playing feed of a station.
package protocol NowPlayingSupply: Sendable {
    /// Starts to read the feed. Returns at once, and calls `report` once, on any thread. The starts
    /// of the entries have the offset of the feed.
    func load(
        report: @escaping @Sendable (Result<NowPlayingFeed, NowPlayingFailure>) -> Void
    ) -> any SpotLoad
}

/// Why a now-playing feed could not be read, in words.
package struct NowPlayingFailure: Error, Hashable {
    package var words: String

    package init(_ words: String) { self.words = words }

    static let unsupported = NowPlayingFailure("this session reads none")
    static let virtualClock = NowPlayingFailure(
        "its times are those of the real clock, and this output has the virtual one")
}
