import MediaTime

/// Where a live stream is live, and how far behind that the listener was when it mattered.
struct LiveEdge: Hashable, Sendable {
    /// The newest stream frame received; `nil` before the first, and of a file.
    var frame: FrameTime?

    /// The output frame that was heard when ``frame`` was.
    var time = FrameTime.zero

    /// How many frames behind live the stream was when it began to be heard.
    var initialLag: Int?

    /// How many frames behind live the listener was when the output was lost, until they are there
    /// again.
    var lagAtLoss: Int?

    /// How much of the stream is kept, if there is no room for as much as is asked for.
    var kept: Duration?

    /// Whether it was said that there is no room to keep as much of the stream as is asked for.
    var isShort = false
}
