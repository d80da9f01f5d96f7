/// Owns the ad service, and sends its events to the connected sessions.
actor AdServer {
    private var service: AdService
    private let clock: StationClock
    private var feeds: [String: Feed] = [:]
    private var lastFeed = 0

    /// A connection that receives a session's events.
    private struct Feed {
        let number: Int
        let events: AsyncStream<NumberedEvent>.Continuation
    }

    init(_ service: AdService, clock: StationClock) {
        self.service = service
        self.clock = clock
    }

    /// Reads or changes the service.
    func ask<Answer: Sendable>(
        _ work: @Sendable (inout AdService, Duration) throws -> Answer
    ) throws -> Answer {
        try work(&service, clock.elapsed())
    }

    /// Changes the service, and sends the resulting events. Returns the number of sessions that get
    /// one.
    @discardableResult
    func operate(
        _ work: @Sendable (inout AdService) throws -> [AddressedEvent]
    ) throws -> Int {
        let deliveries = try work(&service)
        send(deliveries)
        return deliveries.count
    }

    func addStream(_ change: StreamChange) throws(SessionError) -> LiveStream {
        let (stream, deliveries) = try service.addStream(change, at: clock.elapsed())
        send(deliveries)
        return stream
    }

    func updateStream(_ id: Int, _ change: StreamChange) throws(SessionError) -> LiveStream {
        let (stream, deliveries) = try service.updateStream(id, change)
        send(deliveries)
        return stream
    }

    /// Ends a session and its event stream.
    func end(_ session: String) throws(SessionError) {
        try service.end(session)
        feeds.removeValue(forKey: session)?.events.finish()
    }

    /// The events of a session: the missed ones after `number`, then new ones.
    ///
    /// Ends with the session, or when the session connects again.
    func events(
        of session: String, after number: Int
    ) throws(SessionError) -> AsyncStream<NumberedEvent> {
        let missed = try service.session(session).events(after: number)
        let (stream, events) = AsyncStream.makeStream(of: NumberedEvent.self)
        for event in missed { events.yield(event) }
        lastFeed += 1
        let feed = lastFeed
        events.onTermination = { _ in
            Task { await self.forget(feed, of: session) }
        }
        feeds.updateValue(Feed(number: feed, events: events), forKey: session)?.events.finish()
        return stream
    }

    func listenerCame(to codec: LiveCodec) {
        service.catalogue.countListener(at: codec.mountPoint, by: 1)
    }

    func listenerLeft(_ codec: LiveCodec) {
        service.catalogue.countListener(at: codec.mountPoint, by: -1)
    }

    private func send(_ deliveries: [AddressedEvent]) {
        for delivery in deliveries {
            feeds[delivery.session]?.events.yield(delivery.event)
        }
    }

    private func forget(_ feed: Int, of session: String) {
        if feeds[session]?.number == feed { feeds[session] = nil }
    }
}
