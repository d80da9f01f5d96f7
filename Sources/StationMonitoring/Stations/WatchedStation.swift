import Interlude

/// A station that is watched, and how.
package struct WatchedStation: Hashable, Sendable {
    /// Unique in a list.
    package var name: String
    package var limits: AlarmLimits
    package var stream: WatchedStream

    package init(name: String, limits: AlarmLimits, stream: WatchedStream) {
        self.name = name
        self.limits = limits
        self.stream = stream
    }
}

/// The stream of a station, and what is heard in its breaks. Another one is another session.
package struct WatchedStream: Hashable, Sendable {
    package var configuration: SessionConfiguration
    /// Request headers for the source.
    package var headers: [Header]
    /// Whether addresses found in documents may be loopback or private.
    package var documentAddresses: SessionOptions.DocumentAddresses

    package struct Header: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(
        _ configuration: SessionConfiguration, headers: [Header] = [],
        documentAddresses: SessionOptions.DocumentAddresses = .publicOnly
    ) {
        self.configuration = configuration
        self.headers = headers
        self.documentAddresses = documentAddresses
        // A station that is gone is watched until it comes back.
        self.configuration.giveUp = nil
        // Nobody listens, so nothing of the stream is needed again.
        self.configuration.maxDelay = .seconds(30)
        // Nobody waits for the first sound either.
        self.configuration.startThreshold = .seconds(1)
    }

    /// The options of a session that watches it.
    var options: SessionOptions {
        var options = SessionOptions()
        options.headers = headers.map { ($0.name, $0.value) }
        options.documentAddresses = documentAddresses
        // Nobody listens, and only the stream's own loudness counts.
        options.levels = .programme
        options.resources = .shared
        return options
    }
}
