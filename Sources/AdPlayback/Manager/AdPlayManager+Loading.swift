import Advertising
import MediaTime

extension AdPlayManager {
    /// Keeps the spot whose turn it is, and a few after it, loading or loaded.
    mutating func loadAhead(_ outbox: inout Outbox) {
        if configuration.playback == .automatic {
            loadOpeningBumper(&outbox)
            while activeSpots.count(where: { $0.bumper == nil && !$0.hasBegun })
                <= configuration.preloadCount, let queued = queue.pop()
            {
                let player = AdvertisementPlayer(queued)
                activeSpots.insert(player, at: turn(of: queued, outbox))
                load(player, &outbox)
            }
            loadSlates(&outbox)
            moveClosingBumperBack(&outbox)
            loadClosingBumper(&outbox)
        }
        if let first = activeSpots.firstIndex(where: { $0.bumper == nil }) {
            activeSpots[first].isHandedOut = true
        }
    }

    /// Requests the audio of a spot.
    mutating func load(_ player: AdvertisementPlayer, _ outbox: inout Outbox) {
        if openBreak?.stage == .announced {
            openBreak?.stage = .resolving
            outbox.log(.breakResolving, of: openBreak?.id)
        }
        outbox.log(.slotLoading, of: openBreak?.id, player)
        outbox.send(.load(player.token, player.advertisement, configuration.deadlines))
        arm(player, &outbox)
    }

    mutating func connected(_ token: PlayToken, _ outbox: inout Outbox) {
        guard let index = index(of: token), activeSpots[index].connected() == .moved else {
            staleCount += 1
            return
        }
        outbox.send(.disarmWatchdog(token, .connect))
        outbox.send(.armWatchdog(token, .stall, after: configuration.deadlines.stall))
    }

    mutating func loaded(_ token: PlayToken, _ audio: SpotAudio, _ outbox: inout Outbox) {
        guard let index = index(of: token) else {
            staleCount += 1
            return
        }
        let before = activeSpots[index]
        switch activeSpots[index].loaded(audio) {
        case .moved:
            disarm(before, &outbox)
            outbox.log(
                .slotLoaded(frameCount: audio.frameCount, audio.loudness), of: openBreak?.id,
                before)
        case .failed(let failure): fail(at: index, failure, &outbox)
        case .stale: staleCount += 1
        }
    }

    mutating func failed(_ token: PlayToken, _ failure: SpotFailure, _ outbox: inout Outbox) {
        guard let index = index(of: token) else {
            staleCount += 1
            return
        }
        fail(at: index, failure, &outbox)
    }

    mutating func expired(_ token: PlayToken, _ phase: WatchdogPhase, _ outbox: inout Outbox) {
        guard let index = index(of: token) else {
            staleCount += 1
            return
        }
        act(on: activeSpots[index].watchdog(phase), at: index, &outbox)
    }

    private mutating func act(
        on outcome: AdvertisementPlayer.Outcome, at index: Int, _ outbox: inout Outbox
    ) {
        switch outcome {
        case .moved: break
        case .failed(let failure): fail(at: index, failure, &outbox)
        case .stale: staleCount += 1
        }
    }

    /// Ends a spot that has no frames; one that has is cut where the sink allows it.
    private mutating func fail(at index: Int, _ failure: SpotFailure, _ outbox: inout Outbox) {
        guard outbox.range(of: activeSpots[index]) == nil else {
            activeSpots[index].pendingEnd = .fail(failure)
            return
        }
        let player = activeSpots.remove(at: index)
        callOff(player, &outbox)
        end(player, .failed(failure), at: outbox.heard, &outbox)
    }

    func index(of token: PlayToken) -> Int? {
        activeSpots.firstIndex { $0.token == token }
    }

    /// Lets go of a spot's samples, loaded or not.
    func callOff(_ player: AdvertisementPlayer, _ outbox: inout Outbox) {
        disarm(player, &outbox)
        outbox.send(player.isLoading ? .cancelLoad(player.token) : .release(player.token))
    }

    func arm(_ player: AdvertisementPlayer, _ outbox: inout Outbox) {
        let rest: Duration = .frames(
            outbox.range(of: player).map { max(0, $0.end - outbox.heard) } ?? 0)
        for phase in player.watchdogs {
            let wait = configuration.deadlines.wait(for: phase, rest: rest)
            outbox.send(.armWatchdog(player.token, phase, after: wait))
        }
    }

    func disarm(_ player: AdvertisementPlayer, _ outbox: inout Outbox) {
        for phase in player.watchdogs { outbox.send(.disarmWatchdog(player.token, phase)) }
    }
}
