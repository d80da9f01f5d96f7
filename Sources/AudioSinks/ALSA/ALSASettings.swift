import MediaTime

/// The settings of an ``ALSASink``.
package struct ALSASettings: Hashable, Sendable {
    /// The device's name in ALSA's configuration.
    package var device: String

    /// How much audio is queued at the device; `nil` for 200 ms at a device whose queue can be
    /// rewritten, and for 40 ms at any other.
    package var latency: Duration?

    /// How much silence is played before the device is closed.
    package var longestSilence = Duration.seconds(10)

    package init(device: String = "default", latency: Duration? = nil) {
        self.device = device
        self.latency = latency.map {
            min(max($0, PulseSettings.latencies.lowerBound), PulseSettings.latencies.upperBound)
        }
    }

    /// The length of the queue at a device whose queue can be rewritten.
    private static let deepQueue = Duration.milliseconds(200)

    /// The length of the queue at any other device. No change is heard before everything queued.
    private static let shallowQueue = Duration.milliseconds(40)

    /// The limit up to which underruns lengthen the queue.
    private static let longestRaised = Duration.milliseconds(500)

    /// The length of the device's memory. The queue is mostly shorter, and underruns lengthen it
    /// without opening the device again.
    var bufferLength: Duration { max(latency ?? Self.deepQueue, Self.longestRaised) }

    /// How often the device reports its position at least.
    static let period = Duration.milliseconds(10)

    /// How many frames to queue at a device with `traits`. At least three of its periods: its
    /// position may be a period old, and another one passes until the next write.
    func queuedFrameCount(at traits: ALSATraits) -> Int {
        let usual = latency ?? (traits.canRewind ? Self.deepQueue : Self.shallowQueue)
        return min(max(usual.frameCount, 3 * traits.periodFrameCount), traits.bufferFrameCount)
    }

    /// A queue half as long again as `frameCount` frames, within the device's memory.
    static func raised(_ frameCount: Int, at traits: ALSATraits) -> Int {
        let limit = min(longestRaised.frameCount, traits.bufferFrameCount)
        return max(frameCount, min(frameCount * 3 / 2, limit))
    }
}
