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
