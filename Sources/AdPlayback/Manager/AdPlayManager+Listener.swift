import MediaTime

extension AdPlayManager {
    /// Whether there is a spot to be skipped.
    package var canSkip: Bool { skippable != nil }

    /// Where in the line the spot is that would be skipped.
    private var skippable: Int? {
        line.firstIndex { $0.range != nil }.flatMap { line[$0].wish == nil ? $0 : nil }
    }

    /// Cuts the spot that is heard, as soon as the sink can.
    mutating func skip(_ outbox: inout Outbox) {
        guard let index = skippable else { return outbox.send(.refuse(.nothingToSkip)) }
        line[index].wish(.skip)
    }

    mutating func pause(_ outbox: inout Outbox) {
        guard !holdsFocus else {
            outbox.send(.refuse(.pauseDuringAdvertisement))
            return
        }
        stream = .paused
        outbox.send(.pauseAllowed)
    }

    mutating func click(_ id: Int, _ outbox: inout Outbox) {
        let clickable = [banner.advertisement, takenByApp?.advertisement].compactMap { $0 }
        let clicked = clickable.first { $0.id == id && $0.bannerTargetURL != nil }
        guard let clicked else {
            outbox.send(.refuse(.nothingToClick))
            return
        }
        outbox.send(.clickReport(clicked))
    }

    mutating func setVolume(_ volume: Float, _ outbox: inout Outbox) {
        guard focus.userVolume != volume else { return }
        focus.userVolume = volume
        outbox.send(.focusChanged(focus))
    }

    mutating func setStreamer(_ streamer: AudioFocus.Streamer, _ outbox: inout Outbox) {
        guard focus.streamer != streamer else { return }
        focus.streamer = streamer
        outbox.send(.focusChanged(focus))
    }

    /// While the device is gone or held nothing is heard, so nothing can last too long.
    mutating func setOutput(_ state: Output, _ outbox: inout Outbox) {
        guard output != state else { return }
        let before = output
        output = state
        for player in line where player.isPlaying {
            switch state {
            case .running: arm(player, &outbox)
            case .lost, .held: disarm(player, &outbox)
            }
            if state == .held { log(.slotPaused, of: player, &outbox) }
            if before == .held { log(.slotResumed, of: player, &outbox) }
        }
    }

    private func log(
        _ kind: AdEvent.Kind, of player: AdvertisementPlayer, _ outbox: inout Outbox
    ) {
        outbox.log(
            kind, of: openBreak?.id, slot: player.token, player.advertisement, at: heardEnd)
    }
}
