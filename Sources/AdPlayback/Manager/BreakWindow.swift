import MediaTime

/// The part of the programme in whose place a marked break is heard, in programme frames.
package struct BreakWindow: Hashable, Sendable, Codable {
    /// The number of the break among those that the stream marks, from 1.
    package var number: Int

    /// The frame at which the stream leaves.
    package var begin: FrameTime

    /// The frame at which the stream returns at the latest: spots are cut there.
    package var end: FrameTime

    package init(number: Int, begin: FrameTime, end: FrameTime) {
        self.number = number
        self.begin = begin
        self.end = max(begin, end)
    }

    /// Why no more of a marked break is heard.
    package enum Ending: String, Hashable, Sendable, Codable {
        /// It lasted as long as was known when it began.
        case whole
        /// A marker ended it before that.
        case early
        /// A marker took it back.
        case cancelled
    }
}

/// The place of the programme at an output frame.
package struct ProgrammePlace: Hashable, Sendable, Codable {
    package var output: FrameTime

    /// The programme frame that is heard there, or from which on the programme continues.
    package var frame: FrameTime

    /// Whether the programme advances from there on.
    package var isRunning: Bool

    package init(output: FrameTime, frame: FrameTime, isRunning: Bool) {
        self.output = output
        self.frame = frame
        self.isRunning = isRunning
    }

    /// The output frame at which the programme has reached `frame`, if it stands for `heldCount`
    /// frames on the way: not before ``output``. `nil` if it stands still before that.
    func output(of frame: FrameTime, holding heldCount: Int = 0) -> FrameTime? {
        if frame <= self.frame { return output }
        return isRunning ? output + heldCount + (frame - self.frame) : nil
    }
}
