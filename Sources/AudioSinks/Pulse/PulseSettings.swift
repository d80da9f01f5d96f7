import FoundationEssentials
import MediaTime

/// The settings of a ``PulseSink``.
package struct PulseSettings: Hashable, Sendable {
    /// The server's address; `nil` for the one that the environment names.
    package var server: String?

    /// The sink's name; `nil` for the one that the environment or the server prefers.
    package var sinkName: String?

    /// The length of the audio queued between the player and the listener's ear, within
    /// ``latencies``.
    package private(set) var latency: Duration

    /// Whether it can be changed while a stream plays: not if the environment sets it, because
    /// libpulse then overrides the request.
    private let canChangeLatency: Bool

    private static let latencyVariable = "PULSE_LATENCY_MSEC"
    private static let defaultLatency = Duration.milliseconds(200)

    /// Below 20 ms a server has underruns, and no more than 2 s are kept to be rendered again.
    package static let latencies = Duration.milliseconds(20)...Duration.seconds(2)

    /// How much silence is played before the device may sleep.
    package var longestSilence = Duration.seconds(10)

    /// The stream's name in the listener's mixer.
    package var title: String

    /// If `latency` is `nil`, takes it from the environment, or the default of 200 ms.
    package init(
        server: String? = nil, sinkName: String? = nil, latency: Duration? = nil,
        title: String = "Interlude",
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let inEnvironment = environment[Self.latencyVariable].flatMap { Int($0) }
            .map { Duration.milliseconds($0) }
        let wanted = latency ?? inEnvironment ?? Self.defaultLatency
        self.server = server
        self.sinkName = sinkName
        self.latency = min(max(wanted, Self.latencies.lowerBound), Self.latencies.upperBound)
        self.title = title
        canChangeLatency = environment[Self.latencyVariable] == nil
    }

    /// The limit up to which underruns lengthen the queue.
    private static let longestRaised = Duration.milliseconds(500)

    /// PipeWire has underruns below this.
    private static let shortestAtPipeWire = Duration.milliseconds(25)

    /// Makes the queue half as long again. Returns whether that is possible.
    mutating func raiseLatency() -> Bool {
        guard canChangeLatency, latency < Self.longestRaised else { return false }
        latency = min(latency * 3 / 2, Self.longestRaised)
        return true
    }

    /// Adapts to the kind of server. Returns whether the queue must be resized.
    mutating func suit(_ server: PulseServerKind) -> Bool {
        guard canChangeLatency, server == .pipeWire, latency < Self.shortestAtPipeWire else {
            return false
        }
        latency = Self.shortestAtPipeWire
        return true
    }

    /// How much the sink reads at a time, which is the least delay of a change. PipeWire turns it
    /// into one of its shorter cycles, 5.3 ms.
    private static let sinkBlock = Duration.microseconds(5500)

    /// How much the server requests at a time (`minreq`). By the server's formula, sink = (queue −
    /// 2 · minreq) / 2, the sink gets one block. The rest stays in a queue that can still be
    /// replaced.
    ///
    /// It is a number of blocks and a half, if the latency has enough of them. The server requests
    /// audio when it has read a whole block more than this, and so two requests empty the queue.
    /// The memory of the write two requests ago then returns together with the next request,
    /// without a wake-up of its own.
    var requestInterval: Duration {
        // PipeWire's cycle is as long as the shortest request of all streams, and no change is heard
        // before the next cycle. The request of a corked stream does not count.
        guard latency >= Self.sinkBlock * 4 else { return latency / 4 }
        let least = latency / 2 - Self.sinkBlock
        let blockCount = (least / Self.sinkBlock - 0.5).rounded(.up)
        return Self.sinkBlock * Int(saturating: blockCount) + Self.sinkBlock / 2
    }

    /// How much audio the server must queue (`tlength`), including the sink's block: ``latency``,
    /// or slightly more to fit whole blocks.
    var queued: Duration { max(latency, (requestInterval + Self.sinkBlock) * 2) }

    /// How much must be queued before the server starts playing (`prebuf`), also after an underrun.
    /// With 0 its read index would advance during an underrun, and it would drop as much of the
    /// next audio.
    static let startLevel = Duration.milliseconds(10)

    /// The least queue while the sink waits for a plan.
    var leastQueued: Duration { min(.milliseconds(40), latency / 4) }

    /// A server without a sign of life for this long counts as lost.
    var timeout: Duration { latency * 2 + .milliseconds(500) }
}
