import MediaTime

/// What was heard around the two joints of a break: the stream is in the left samples, the spot in
/// the right ones.
struct JointPicture: Hashable, Sendable {
    /// One channel's samples around each joint.
    struct Window: Hashable, Sendable {
        var stream: [Float]
        var spot: [Float]
    }

    /// Around the first frame of the spot, and around its last one, each in the window's middle.
    var toSpot: Window
    var toStream: Window

    /// Frames before and after a joint that are shown: 20 ms.
    static let reach = FrameTime.rate / 50

    /// Cuts the pictures out of interleaved `samples`; `nil` if no spot is in them with enough
    /// around it.
    init?(cutting samples: [Float]) {
        let frameCount = samples.count / 2
        let spots = (0..<frameCount).filter { samples[2 * $0 + 1] != 0 }
        guard let first = spots.first, let last = spots.last, first >= Self.reach,
            last + Self.reach < frameCount
        else { return nil }
        toSpot = Self.window(of: samples, around: first)
        toStream = Self.window(of: samples, around: last)
    }

    private static func window(of samples: [Float], around frame: Int) -> Window {
        let frames = frame - reach..<frame + reach
        return Window(
            stream: frames.map { samples[2 * $0] }, spot: frames.map { samples[2 * $0 + 1] })
    }
}
