import MediaTime

/// A packet of the mixed audio that a listener has heard: 48 kHz, mono, 16 bits, 20 ms (rule M8).
public struct AudioPacket: Hashable, Sendable {
    /// Frames in every packet. Silence fills the last packet of a session.
    public static let frameCount = 960

    /// The output frame of the first sample. Packets are contiguous, unless some were dropped.
    public var frame: FrameTime

    /// The samples: the mean of both channels.
    public var samples: [Int16]

    public init(frame: FrameTime, samples: [Int16]) {
        self.frame = frame
        self.samples = samples
    }

    public var duration: Duration { .frames(samples.count) }
}
