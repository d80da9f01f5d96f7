/// Pushes for the playing stream.
extension StreamPlayback {
    /// Passes `event` to the session, or queues it until there is one. Returns at once.
    func receive(_ event: PushEvent) {
        state.withLock { state in
            switch state.phase {
            case .preparing(let pushed): state.phase = .preparing(pushed: pushed + [event])
            case .playing: Self.carryOut(event, &state)
            case .over: break
            }
        }
    }

    /// Carries out `event` in the playing session. Never blocks or calls observers.
    ///
    /// Spots and mutes belong to the live edge. A listener behind live gets them at the same point
    /// of the programme.
    static func carryOut(_ event: PushEvent, _ state: inout State) {
        guard case .playing(let audio, let answer, var inventory) = state.phase else { return }
        switch event {
        case .playInStreamAd(let instruction):
            let spots = inventory.take(instruction.count, from: instruction.type)
            if !spots.isEmpty { audio.send(.pushAtLiveEdge(spots)) }
        case .playAdGroup(let instruction):
            let spots = inventory.group(instruction.adGroupId)
            if !spots.isEmpty { audio.send(.pushAtLiveEdge(spots)) }
        case .streamerMuted: audio.send(.streamerMuted)
        case .streamerUnmuted: audio.send(.streamerUnmuted)
        case .streamAdded, .streamUpdated, .streamRemoved: break
        }
        state.phase = .playing(audio, answer, inventory)
    }
}
