import MediaTime

/// A piece of what a listener has heard, mixed: 48 kHz, mono, 16 bits, 20 ms (rule M8).
public struct AudioPacket: Hashable, Sendable {
    /// Frames in every packet; after the last frame of a session comes silence.
    public static let frameCount = 960

    /// The output frame of the first sample. Packets touch, unless some were dropped between them.
    public var frame: FrameTime

    /// The samples, both channels' mean.
    public var samples: [Int16]

    public init(frame: FrameTime, samples: [Int16]) {
        self.frame = frame
        self.samples = samples
    }

    public var duration: Duration { .frames(samples.count) }
}
