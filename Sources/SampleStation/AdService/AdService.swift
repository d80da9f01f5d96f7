import Advertising

/// Everything that the back end decides: who may listen, what there is, which spots go out.
///
/// No I/O and no clock of its own; times are since the station began.
struct AdService: Sendable {
    let manifest: StationManifest
    var catalogue: StreamCatalogue
    var sessions: [String: ListenerSession] = [:]
    var log = ReportLog()

    /// Spots that are not to be played again, and what is played in their place.
    var retired: [Int: Int?] = [:]

    /// Errors that the next requests for a session get, whatever they ask.
    var failures: [SessionError.Kind] = []

    /// When the station began, in seconds since 1970.
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

    /// Lets a player in, as `id`; `base` is the address by which it reached the station.
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

    /// The stream with its paths as they are.
    func stream(_ id: Int) throws(SessionError) -> LiveStream {
        guard let stream = catalogue.stream(id) else {
            throw SessionError(.stream, "there is no stream \(id)")
        }
        return stream
    }
}

/// What the station knows of one player.
struct ListenerSession: Sendable {
    let userID: Int

    /// Below which answers name their addresses: as the player itself reached the station.
    let base: String

    /// The stream that it listens to.
    var streamID: Int?

    /// When it was last given a pre-stream spot.
    var lastPreStream: Duration?

    private(set) var eventCount = 0
    private var recentEvents: [NumberedEvent] = []

    /// Events that are kept for a player that comes back.
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

    /// What the player has not had yet that has had events up to `number`.
    func events(after number: Int) -> [NumberedEvent] {
        recentEvents.filter { $0.number > number }
    }
}
