import MediaTime

/// A piece of what a sink plays, as its monitor gave it.
package struct MonitorFragment: Hashable, Sendable {
    /// Interleaved, left and right.
    package var samples: [Float]

    /// How many frames the capture had taken before.
    package var firstFrame: Int

    /// When it came out of the monitor.
    package var arrival: MonotonicTime

    /// When frame 0 of the capture was heard by the sink's own clock, had it been there.
    package var origin: MonotonicTime

    package init(
        samples: [Float], firstFrame: Int, arrival: MonotonicTime, origin: MonotonicTime
    ) {
        self.samples = samples
        self.firstFrame = firstFrame
        self.arrival = arrival
        self.origin = origin
    }

    package var frameCount: Int { samples.count / 2 }

    /// When the capture's frame `frame` is heard by the sink's own clock.
    package func heard(_ frame: Int) -> MonotonicTime {
        origin.advanced(by: Double(frame) / Double(FrameTime.rate))
    }
}
