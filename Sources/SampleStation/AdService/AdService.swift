import Advertising

/// The rules of the ad service: sessions, streams and spots.
///
/// A value without I/O or a clock; times are relative to the start of the station.
struct AdService: Sendable {
    let manifest: StationManifest
    var catalogue: StreamCatalogue
    var sessions: [String: ListenerSession] = [:]
    var log = ReportLog()

    /// Retired spots with their replacements.
    var retired: [AdID: AdID?] = [:]

    /// The next requests for a session fail with these errors, whatever they contain.
    var failures: [SessionError.Kind] = []

    /// The start of the station in seconds since 1970.
    let startTime: Double

    let preStreamInterval: Duration
    private let apiKey: String
    private let customerToken: String
    private var lastUserID = 0

    init(_ configuration: StationConfiguration, startTime: Double) {
        manifest = configuration.media.manifest
        apiKey = configuration.apiKey
        customerToken = configuration.customerToken
        preStreamInterval = configuration.preStreamInterval
        self.startTime = startTime
        catalogue = StreamCatalogue(manifest, startTime: startTime)
    }

    /// Starts a session with the id `id`. `base` is the address by which the player reached the
    /// station.
    mutating func start(
        _ request: SessionRequest, id: String, base: String
    ) throws(SessionError) -> SessionAnswer {
        if !failures.isEmpty {
            throw SessionError(failures.removeFirst(), "an operator asked for this failure")
        }
        guard request.apiKey == apiKey else {
            throw SessionError(.authentication, "this apiKey is not known")
        }
        guard request.customerToken == customerToken else {
            throw SessionError(.security, "this customerToken does not belong to the apiKey")
        }
        lastUserID += 1
        sessions[id] = ListenerSession(userID: lastUserID, base: base)
        return SessionAnswer(sessionId: id, userId: lastUserID)
    }

    mutating func end(_ id: String) throws(SessionError) {
        _ = try session(id)
        sessions[id] = nil
    }

    func session(_ id: String) throws(SessionError) -> ListenerSession {
        guard let session = sessions[id] else {
            throw SessionError(.authentication, "there is no such session; start one first")
        }
        return session
    }

    func streams(for id: String) throws(SessionError) -> [LiveStream] {
        let base = try session(id).base
        return catalogue.streams.map { $0.located(at: base) }
    }

    func stream(_ streamID: Int, for id: String) throws(SessionError) -> LiveStream {
        try stream(streamID).located(at: session(id).base)
    }

    /// The stream with paths in place of addresses.
    func stream(_ id: Int) throws(SessionError) -> LiveStream {
        guard let stream = catalogue.stream(id) else {
            throw SessionError(.stream, "there is no stream \(id)")
        }
        return stream
    }
}

/// The station's state for one player.
struct ListenerSession: Sendable {
    let userID: Int

    /// The address by which the player reached the station; the base of the addresses sent to it.
    let base: String

    var streamID: Int?

    /// When it last got a pre-stream spot.
    var lastPreStream: Duration?

    private(set) var eventCount = 0
    private var recentEvents: [NumberedEvent] = []

    /// The number of events kept for a player that reconnects.
    private static let keptEvents = 256

    init(userID: Int, base: String) {
        self.userID = userID
        self.base = base
    }

    mutating func note(_ event: StationEvent) -> NumberedEvent {
        eventCount += 1
        let numbered = NumberedEvent(number: eventCount, event: event)
        recentEvents.append(numbered)
        if recentEvents.count > Self.keptEvents { recentEvents.removeFirst() }
        return numbered
    }

    /// The events that a player is missing after the one with `number`.
    func events(after number: Int) -> [NumberedEvent] {
        recentEvents.filter { $0.number > number }
    }
}
