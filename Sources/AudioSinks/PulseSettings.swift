import MediaTime

/// Where and how ``PulseSink`` plays.
package struct PulseSettings: Hashable, Sendable {
    /// The server's address; `nil` for the one that the environment names.
    package var server: String?

    /// The sink's name; `nil` for the one that the environment or the server prefers.
    package var sinkName: String?

    /// How much sound waits between here and the ear: one of ``latencies``.
    package var latency: Duration

    /// Below 20 ms a server runs dry (B17), and more than 2 s are not kept to be rendered again.
    package static let latencies = Duration.milliseconds(20)...Duration.seconds(2)

    /// What the listener's mixer calls the stream.
    package var title: String

    package init(
        server: String? = nil, sinkName: String? = nil,
        latency: Duration = .milliseconds(200), title: String = "Interlude"
    ) {
        self.server = server
        self.sinkName = sinkName
        self.latency = min(max(latency, Self.latencies.lowerBound), Self.latencies.upperBound)
        self.title = title
    }

    /// How much the server asks for at a time. Its formula, sink = (latency − 2 · this) / 2, leaves
    /// 10 ms to the sink, and the rest in a queue that can still be replaced.
    var requestInterval: Duration {
        max(latency / 2 - .milliseconds(10), latency / 4)
    }

    /// How much has to be queued before the server begins, also after it ran dry. With none it
    /// would go on counting while dry, and drop as much of what comes next.
    static let startLevel = Duration.milliseconds(10)

    /// Less than this must not be queued while a plan is waited for.
    var leastQueued: Duration { min(.milliseconds(40), latency / 4) }

    /// After how long without a sign of life a server is taken for lost.
    var patience: Duration { latency * 2 + .milliseconds(500) }
}
