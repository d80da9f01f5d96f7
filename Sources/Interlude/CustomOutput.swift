import MediaTime

/// An output that an app provides: a device of its own, a network, or the memory of a test.
///
/// A session calls its output on one thread, which belongs to the session and does nothing else. No
/// two calls overlap. The session keeps the output until ``close()``, or until it has failed.
///
/// With ``AudioOutput/Clock/real``, the output sets the pace: the session keeps
/// ``AudioOutput/latency`` of audio queued in it, 40 ms by default, and a change is heard after what
/// is queued. An output without a clock of its own gets as many frames as time has passed. With
/// ``AudioOutput/Clock/virtual``, the session calls it as fast as possible, and every frame counts as
/// heard at once. Two runs with the same files then play the same samples.
public protocol CustomOutput: AnyObject, Sendable {
    /// Plays the next samples: 48,000 stereo frames a second, interleaved, 32-bit floats between −1
    /// and 1. `frame` is the output frame of the first one. Each call continues where the last one
    /// ended.
    ///
    /// `samples` are valid during the call only. It may block, as a device does whose memory is full,
    /// but a change is heard later by that time. If it throws, the session ends with a
    /// ``SessionFailure`` of the kind ``SessionFailure/Kind/output``, which has the text of the error.
    func play(_ samples: Span<Float>, from frame: FrameTime) throws

    /// How many of the frames played are not heard yet. `nil`, the default, for an output without a
    /// clock of its own.
    ///
    /// The session reads it about a hundred times a second. The events of a break follow from it: a
    /// spot has started when its first frame is heard. Ignored in virtual time.
    ///
    /// It has to fall to 0 after the last frame: the session ends only when everything was heard. If
    /// it has not fallen for a second by then, what is left counts as heard.
    var unheardFrameCount: Int? { get }

    /// Releases the output. Called once, after the last frame was heard or the session has stopped
    /// waiting for that, and not after ``play(_:from:)`` has thrown. Does nothing by default.
    func close() throws
}

extension CustomOutput {
    public var unheardFrameCount: Int? { nil }
    public func close() {}
}

/// An output of an app as an output device. Equal to itself only.
public struct CustomDevice: Hashable, Sendable {
    public let output: any CustomOutput

    public init(_ output: any CustomOutput) { self.output = output }

    public static func == (left: CustomDevice, right: CustomDevice) -> Bool {
        left.output === right.output
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(output)) }
}

extension AudioOutput {
    /// An output that the app provides.
    public static func custom(
        _ output: any CustomOutput, clock: Clock = .real
    ) -> AudioOutput {
        AudioOutput(.custom(CustomDevice(output)), clock: clock)
    }
}
