import AdPlayback
import Advertising
import MediaTime
import PCMAudio
import Playout

extension SessionMachine {
    mutating func carryOut(_ command: SessionCommand) {
        guard state != .stopping else { return refuse("the session is stopping") }
        switch command {
        case .push(let spots): if admit(spots) { tell(.advertisementsAvailable(spots)) }
        case .pushAtLiveEdge(let spots): if admit(spots) { deliver(.advertisements(spots)) }
        case .ignoreAdvertisements: tell(.ignoreReceivedAdvertisements)
        case .pause: askToPause()
        case .unpause: unpause()
        case .goLive: goLive()
        case .setDelay(let delay): setDelay(delay)
        case .seek(let time): seek(to: time)
        case .setVolume(let gain): setVolume(gain)
        case .skip: tell(.skip)
        case .skipBreak: tell(.skipBreak)
        case .truex(let message): takeMessage(message)
        case .truexAudience(let audience): takeAudience(audience)
        case .streamerMuted: if admit() { deliver(.streamerMuted) }
        case .streamerUnmuted: if admit() { deliver(.streamerUnmuted) }
        case .play(let source): change(to: source, namedBy: .operator)
        case .playPublic(let source): change(to: source, namedBy: .listener)
        case .stop: stop()
        }
    }

    /// Carries out what the script says up to output frame `frame`.
    mutating func runScript(through frame: FrameTime) {
        while let next = script.first, next.time <= frame {
            script.removeFirst()
            carryOut(next.command)
        }
    }

    /// How many spots and mutes wait at most, in the queue or for a listener who is behind live.
    static let waitingLimit = 1000

    /// Whether there is room for a push, or for one mute. Without room the push is dropped whole.
    private mutating func admit(_ spots: [Advertisement] = []) -> Bool {
        let count = breaks.waitingCount + max(1, spots.count)
        if count <= Self.waitingLimit { return true }
        drop(spots, .queueFull)
        refuse("no more than \(Self.waitingLimit) advertisements may wait; 'ignore' drops them")
        return false
    }

    /// Delivers what belongs to the live edge now, or when a listener who is behind gets there.
    private mutating func deliver(_ event: DelayedEvent) {
        let shift = shiftFrameCount
        guard shift > 0 || !breaks.delayed.isEmpty, let place = streamFrame(at: heard) else {
            return receive(event)
        }
        // What happens live happens in order, wherever the live edge is reckoned to be by now.
        breaks.delayed.add(event, at: max(place + shift, breaks.delayed.lastOccurrence ?? .zero))
    }

    mutating func receive(_ event: DelayedEvent) {
        switch event {
        case .advertisements(let advertisements): tell(.advertisementsAvailable(advertisements))
        case .streamerMuted:
            tell(.streamerMuted)
            log("stream.muted", ["by": "streamer"])
            if breaks.muteMusicFrameCount == nil { effects.append(.loadMuteMusic) }
        case .streamerUnmuted:
            tell(.streamerUnmuted)
            log("stream.unmuted", ["by": "streamer"])
        }
        wantSwitch()
    }

    /// Says of each push that is kept for a listener who will not come to it that it is not used.
    mutating func dropDelayed() {
        for case .advertisements(let spots) in breaks.delayed.removeAll() { drop(spots, .stopped) }
    }

    /// Says of a push that it is not used.
    mutating func drop(_ spots: [Advertisement], _ reason: AdEvent.NotUsedReason) {
        guard !spots.isEmpty else { return }
        let dropped = AdEvent(kind: .breakDropped(spotCount: spots.count, reason), frame: heard)
        effects.append(.log(EventRecord(dropped)))
    }

    private mutating func askToPause() {
        // The manager holds spots back from when it allows a pause, so it is asked last.
        guard transport.lifecycle.canPause else { return refuse("nothing plays") }
        guard transport.hold == nil else { return refuse(Self.heldWords) }
        tell(.pauseRequested)
    }

    private mutating func unpause() {
        transport.candidate?.startsPaused = false
        guard !transport.output.isHeld || isPaused else {
            return refuse("the sound server has asked for silence; it has to take that back")
        }
        move(.resume)
    }

    /// The manager has allowed a pause.
    mutating func pause() {
        transport.candidate?.startsPaused = true
        move(.pause)
    }

    private mutating func setVolume(_ gain: Gain) {
        tell(.volumeChanged(gain.linear))
        wantSwitch()
    }

    private mutating func stop() {
        dropCandidate(CommandReply.overWords)
        tell(.stop(.user))
        closeTruex()
        move(.stop)
        guard transport.output == .running, heard > .zero else { return endAtOnce() }
        transport.ending = .fading(.asked, by: outputEnd)
        wantSwitch()
    }

    /// Ends a session that was asked to stop and cannot fade: nobody would hear it.
    mutating func endAtOnce() {
        transport.ending = .at(heard, .asked)
        finishIfHeard()
    }

    /// Why a listener can do nothing with a stream that stands still.
    static let heldWords =
        "the stream stands still for an interactive advertisement; answer it first"

    mutating func refuse(_ words: String) {
        effects.append(.refuse(words))
    }
}
