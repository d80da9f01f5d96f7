/// The catalogue of a ``Mycrocast``, kept up to date by what the service pushes (rule M3).
public final class LiveStreams: Sendable {
    private let hub: ServiceSession

    init(_ hub: ServiceSession) {
        self.hub = hub
    }

    /// The streams that are known now; none without a session.
    public func getStreams() -> [LiveStream] { hub.catalogue }

    /// The stream `id` as it is known now.
    public func getStream(_ id: LiveStream.ID) -> LiveStream? {
        hub.catalogue.first { $0.id == id }
    }

    /// Asks the service for all streams anew.
    @discardableResult
    public func requestStreams() async throws(SessionError) -> [LiveStream] {
        try await hub.requestStreams()
    }

    /// Has `delegate` told of every change from now on. It is held weakly, and added once.
    public func addObserver(_ delegate: any LiveStreamsDelegate) {
        hub.observers.catalogue.add(ObjectIdentifier(delegate)) { [weak delegate] in delegate }
    }

    /// Has `delegate` told of nothing any more.
    public func removeObserver(_ delegate: any LiveStreamsDelegate) {
        hub.observers.catalogue.remove(ObjectIdentifier(delegate))
    }
}
