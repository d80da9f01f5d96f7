import MediaTime

/// An entry of a now-playing feed, at its place in the stream.
package struct NowPlayingEntry: Hashable, Sendable {
    package var kind: TritonCue
    /// Its start by the clock of the station, in milliseconds, which names it.
    package var time: Int64
    /// Where in the stream it is heard.
    package var position: FrameTime
    /// `nil` if the feed does not say.
    package var duration: Duration?
    /// The id of the advertisement; `nil` if the feed has none.
    package var adID: String?

    package init(
        _ kind: TritonCue, time: Int64, at position: FrameTime, duration: Duration? = nil,
        adID: String? = nil
    ) {
        self.kind = kind
        self.time = time
        self.position = position
        self.duration = duration
        self.adID = adID
    }
}
