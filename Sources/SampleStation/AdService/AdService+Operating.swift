import Advertising
import MediaTime

/// Commands of an operator. Each returns the events to send.
extension AdService {
    /// Pushes spots from a list to all listeners of the stream.
    mutating func push(
        _ instruction: PlayInStreamAdInstruction
    ) throws(SessionError) -> [AddressedEvent] {
        _ = try stream(instruction.streamId)
        guard instruction.count > 0 else {
            throw SessionError(.generic, "count is \(instruction.count), but has to be 1 or more")
        }
        return deliver(.playInStreamAd(instruction), listeningTo: instruction.streamId)
    }

    mutating func push(_ instruction: PlayAdGroupInstruction) throws(SessionError)
        -> [AddressedEvent]
    {
        _ = try stream(instruction.streamId)
        let groups = manifest.advertising.groups
        guard groups.contains(where: { $0.id == instruction.adGroupId }) else {
            throw SessionError(
                .generic,
                "there is no group \(instruction.adGroupId); there are \(groups.map(\.id))")
        }
        return deliver(.playAdGroup(instruction), listeningTo: instruction.streamId)
    }

    /// Mutes or unmutes a stream's streamer. Sends nothing if that changes nothing.
    mutating func setMute(_ mute: StreamerMute, of id: Int) throws(SessionError) -> [AddressedEvent]
    {
        let wasMuted = try stream(id).muted
        guard wasMuted != mute.isMuted,
            let stream = catalogue.update(id, { $0.muted = mute.isMuted })
        else { return [] }
        return switch mute {
        case .muted: deliverToAll(.streamerMuted(stream))
        case .unmuted: deliverToAll(.streamerUnmuted(stream))
        }
    }

    mutating func addStream(_ change: StreamChange, at now: Duration) throws(SessionError) -> (
        LiveStream, [AddressedEvent]
    ) {
        try checkMount(change.codec ?? .mp3)
        let stream = catalogue.add(change, manifest, startTime: startTime + now.inSeconds)
        return (stream, deliverToAll(.streamAdded(stream)))
    }

    mutating func updateStream(_ id: Int, _ change: StreamChange) throws(SessionError) -> (
        LiveStream, [AddressedEvent]
    ) {
        if let codec = change.codec { try checkMount(codec) }
        guard let stream = catalogue.update(id, { change.apply(to: &$0) }) else {
            throw SessionError(.stream, "there is no stream \(id)")
        }
        return (stream, deliverToAll(.streamUpdated(stream)))
    }

    mutating func removeStream(_ id: Int) throws(SessionError) -> [AddressedEvent] {
        guard let stream = catalogue.remove(id) else {
            throw SessionError(.stream, "there is no stream \(id)")
        }
        let deliveries = deliverToAll(.streamRemoved(stream))
        for session in sessions.keys where sessions[session]?.streamID == id {
            sessions[session]?.streamID = nil
        }
        return deliveries
    }

    /// Retires a spot; a replacement may take its place.
    mutating func retire(_ spot: AdID, replacement: AdID?) throws(SessionError) {
        try checkSpot(spot)
        if let replacement { try checkSpot(replacement) }
        retired[spot] = .some(replacement)
    }

    private func checkMount(_ codec: LiveCodec) throws(SessionError) {
        guard manifest.programme.path(codec) != nil else {
            throw SessionError(.stream, "the station does not send \(codec.rawValue)")
        }
    }

    private mutating func deliver(_ event: StationEvent, listeningTo stream: Int)
        -> [AddressedEvent]
    {
        deliver(event, to: sessions.filter { $0.value.streamID == stream }.map(\.key))
    }

    private mutating func deliverToAll(_ event: StationEvent) -> [AddressedEvent] {
        deliver(event, to: Array(sessions.keys))
    }

    private mutating func deliver(_ event: StationEvent, to ids: [String]) -> [AddressedEvent] {
        ids.sorted().compactMap { id in
            sessions[id]?.note(event).delivery(to: id)
        }
    }
}

extension NumberedEvent {
    fileprivate func delivery(to session: String) -> AddressedEvent {
        AddressedEvent(session: session, event: self)
    }
}
