import MediaTime

/// The live edge of a stream, and how far behind it the listener was at certain moments.
struct LiveEdge: Hashable, Sendable {
    /// The stream frame up to which a live stream was received; `nil` before the first report, and
    /// for a file.
    var frame: FrameTime?

    /// The output frame that was heard when ``frame`` was reported.
    var time = FrameTime.zero

    /// How many frames behind live the listener was when the stream started to play.
    var initialLag: Int?

    /// How many frames behind live the listener was when the place was heard that they last asked for;
    /// `nil` if they have asked for none.
    var chosenLag: Int?

    /// How many frames behind live the listener was when the output was lost or held; `nil` once
    /// the session has dealt with it.
    var lagAtLoss: Int?

    /// How much of the stream is kept because storage is short; `nil` if the configured amount is
    /// kept.
    var kept: Duration?

    /// Whether the shortage of storage was logged.
    var isShort = false
}
