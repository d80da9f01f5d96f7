/// Pushes and the catalogue.
extension ServiceSession {
    /// Handles the pushes in order.
    func receive(_ event: PushEvent) {
        switch event {
        case .streamAdded(let stream), .streamUpdated(let stream):
            if put(stream).isNew {
                observers.tellCatalogue { $0.onStreamAdded(stream) }
            } else {
                observers.tellCatalogue { $0.onStreamUpdated(stream) }
            }
        case .streamRemoved(let stream): remove(stream)
        case .streamerMuted(let stream):
            put(stream).listening?.receive(event)
            observers.tellSessions { $0.streamerMuted(stream) }
        case .streamerUnmuted(let stream):
            put(stream).listening?.receive(event)
            observers.tellSessions { $0.streamerUnMuted(stream) }
        case .playInStreamAd(let instruction): pass(event, to: instruction.streamId)
        case .playAdGroup(let instruction): pass(event, to: instruction.streamId)
        }
    }

    /// Requests the whole catalogue and replaces the present one.
    func requestStreams() async throws(SessionError) -> [LiveStream] {
        guard let link else { throw .notStarted }
        do throws(ServiceFailure) {
            var streams: [LiveStream] = []
            // A push during the request may be newer than the answer.
            for _ in 0..<3 {
                guard self.link === link else { throw .cancelled }
                let version = state.withLock { $0.catalogueVersion }
                streams = try await link.streams()
                guard !replaceCatalogue(streams, of: link, ifStillAt: version) else { break }
            }
            return streams
        } catch {
            throw error.sessionError
        }
    }

    /// Returns `false` and does nothing if a change was pushed since `version`, or the session no
    /// longer belongs to `link`.
    private func replaceCatalogue(
        _ streams: [LiveStream], of link: Link, ifStillAt version: Int
    ) -> Bool {
        let ids = Set(streams.map(\.id))
        let change = state.withLock { state -> (removed: [LiveStream], orphan: StreamPlayback?)? in
            guard case .established(let present, _) = state.connection, present === link,
                state.catalogueVersion == version
            else { return nil }
            let removed = state.catalogue.filter { !ids.contains($0.id) }
            state.catalogue = streams
            let isOrphaned = state.listening.map { !ids.contains($0.stream.id) } ?? false
            return (removed, isOrphaned ? state.listening : nil)
        }
        guard let change else { return false }
        change.orphan?.leave(.stopped)
        for stream in change.removed { observers.tellCatalogue { $0.onStreamRemoved(stream) } }
        return true
    }

    /// Adds a stream or replaces the one with its id.
    ///
    /// Returns the playback at the same moment. A starting playback gets the change either from the
    /// catalogue or from the event.
    private func put(_ stream: LiveStream) -> (isNew: Bool, listening: StreamPlayback?) {
        state.withLock { state in
            state.catalogueVersion += 1
            let listening = state.listening?.stream.id == stream.id ? state.listening : nil
            if let index = state.catalogue.firstIndex(where: { $0.id == stream.id }) {
                state.catalogue[index] = stream
                return (false, listening)
            }
            state.catalogue.append(stream)
            return (true, listening)
        }
    }

    /// Stops a removed stream (rule M3).
    private func remove(_ stream: LiveStream) {
        let (isKnown, listening) = state.withLock { state -> (Bool, StreamPlayback?) in
            state.catalogueVersion += 1
            let count = state.catalogue.count
            state.catalogue.removeAll { $0.id == stream.id }
            let listening = state.listening?.stream.id == stream.id ? state.listening : nil
            return (state.catalogue.count < count, listening)
        }
        listening?.leave(.stopped)
        if isKnown { observers.tellCatalogue { $0.onStreamRemoved(stream) } }
    }

    private func pass(_ event: PushEvent, to streamID: Int) {
        guard let listening, listening.stream.id == streamID else { return }
        listening.receive(event)
    }
}
