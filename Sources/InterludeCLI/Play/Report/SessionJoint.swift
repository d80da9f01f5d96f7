import MediaTime

/// A place where what is heard changes between the stream and a spot, or between two spots.
struct SessionJoint: Hashable, Sendable {
    var from: Side
    var to: Side

    /// The output frame with which the new sound begins.
    var frame: FrameTime

    /// Output frames between the end of what was heard before and ``frame``; `nil` if nothing was,
    /// or the log does not say where it ended.
    var gap: Int?

    /// The stream frame with which the stream leaves or comes back; `nil` between two spots.
    var streamFrame: FrameTime?

    /// Of a joint to the stream: how far the stream went on since it was left, and how much output
    /// time had passed; `nil` if it was not left.
    var progress: Progress?

    enum Side: Hashable, Sendable {
        /// Nothing was heard yet.
        case silence
        case stream
        /// A spot, by the number of its play.
        case spot(Int)
    }

    struct Progress: Hashable, Sendable {
        var streamFrameCount: Int
        var outputFrameCount: Int

        /// How the stream went on, in words.
        var words: String {
            if streamFrameCount == outputFrameCount { return "continued, to the frame" }
            if streamFrameCount == 0 { return "stood still, to the frame" }
            let behind = outputFrameCount - streamFrameCount
            return behind > 0
                ? "\(behind) frames further behind" : "\(-behind) frames further ahead"
        }
    }
}
