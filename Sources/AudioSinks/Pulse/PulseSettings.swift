import Foundation
import MediaTime

/// Where and how ``PulseSink`` plays.
package struct PulseSettings: Hashable, Sendable {
    /// The server's address; `nil` for the one that the environment names.
    package var server: String?

    /// The sink's name; `nil` for the one that the environment or the server prefers.
    package var sinkName: String?

    /// How much sound waits between here and the ear: one of ``latencies``.
    package private(set) var latency: Duration

    /// Whether it can be changed while a stream plays: not if the environment says how much it is,
    /// because libpulse then asks for that in its own way.
    private let canChangeLatency: Bool

    private static let latencyVariable = "PULSE_LATENCY_MSEC"
    private static let defaultLatency = Duration.milliseconds(200)

    /// Below 20 ms a server runs dry, and more than 2 s are not kept to be rendered again.
    package static let latencies = Duration.milliseconds(20)...Duration.seconds(2)

    /// How much silence is played before the device may sleep.
    package var longestSilence = Duration.seconds(10)

    /// What the listener's mixer calls the stream.
    package var title: String

    /// Where `latency` is `nil`, the environment or a default says how much.
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

    /// The most that the queue grows to because it runs dry.
    private static let longestRaised = Duration.milliseconds(500)

    /// PipeWire runs dry below this.
    private static let shortestAtPipeWire = Duration.milliseconds(25)

    /// Makes the queue half as long again. Returns whether that can be.
    mutating func raiseLatency() -> Bool {
        guard canChangeLatency, latency < Self.longestRaised else { return false }
        latency = min(latency * 3 / 2, Self.longestRaised)
        return true
    }

    /// Takes note of what server it is. Returns whether the queue that was asked for is not the one
    /// that is wanted.
    mutating func suit(_ server: PulseServerKind) -> Bool {
        guard canChangeLatency, server == .pipeWire, latency < Self.shortestAtPipeWire else {
            return false
        }
        latency = Self.shortestAtPipeWire
        return true
    }

    /// What the sink takes at a time: a change can be heard after that at the earliest. PipeWire
    /// makes one of its shorter cycles of it, 5.3 ms.
    private static let sinkBlock = Duration.microseconds(5500)

    /// How much the server asks for at a time. Its formula, sink = (queue − 2 · this) / 2, leaves
    /// a block to the sink, and the rest in a queue that can still be replaced.
    ///
    /// A number of blocks and a half, where there are blocks enough. The server asks when it has
    /// read a whole block more than this, and so two requests take as much out of the queue as is
    /// in it: what was given to it two requests ago comes back together with the next one, and
    /// nobody is woken for that.
    var requestInterval: Duration {
        // PipeWire's cycle is as long as the shortest request of all streams, and no change is heard
        // before the next cycle. The request of a corked stream does not count.
        guard latency >= Self.sinkBlock * 4 else { return latency / 4 }
        let least = latency / 2 - Self.sinkBlock
        let blockCount = (least / Self.sinkBlock - 0.5).rounded(.up)
        return Self.sinkBlock * Int(saturating: blockCount) + Self.sinkBlock / 2
    }

    /// How much sound the server is asked to queue, the sink's block included: ``latency``, or as
    /// little more as whole blocks need.
    var queued: Duration { max(latency, (requestInterval + Self.sinkBlock) * 2) }

    /// How much has to be queued before the server begins, also after it ran dry. With none it
    /// would go on counting while dry, and drop as much of what comes next.
    static let startLevel = Duration.milliseconds(10)

    /// Less than this must not be queued while a plan is waited for.
    var leastQueued: Duration { min(.milliseconds(40), latency / 4) }

    /// After how long without a sign of life a server is taken for lost.
    var timeout: Duration { latency * 2 + .milliseconds(500) }
}
