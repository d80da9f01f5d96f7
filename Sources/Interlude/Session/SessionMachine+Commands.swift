import AdPlayback
import Advertising
import MediaTime
import PCMAudio

/// Passes each command to the value that carries it out.
extension SessionMachine {
    mutating func carryOut(_ command: SessionCommand) {
        guard !isStopping else { return outbox.refuse("the session is stopping") }
        switch command {
        case .push(let pushed):
            let spots = breaks.number(pushed)
            guard breaks.admit(spots, at: heard, &outbox) else { return }
            outbox.post(.advertisements(.advertisementsAvailable(spots)))
        case .pushAtLiveEdge(let pushed):
            let spots = breaks.number(pushed)
            if breaks.admit(spots, at: heard, &outbox) { deliver(.advertisements(spots)) }
        case .pushInStream(let pushed, let place):
            let spots = breaks.number(pushed)
            guard breaks.admit(spots, beside: marked.placed.waitingCount, at: heard, &outbox) else {
                return
            }
            push(spots, at: place)
        case .streamerMuted: if breaks.admitMute(&outbox) { deliver(.streamerMuted) }
        case .streamerUnmuted: if breaks.admitMute(&outbox) { deliver(.streamerUnmuted) }
        case .ignoreAdvertisements:
            marked.placed.dropWaiting(.ignored, at: heard, &outbox)
            outbox.post(.advertisements(.ignoreReceivedAdvertisements))
        case .ignoreAdvertisement(let id):
            if marked.placed.dropSpot(id: id, at: heard, &outbox) { break }
            outbox.post(.advertisements(.ignoreSpot(id: id)))
        case .skip: outbox.post(.advertisements(.skip))
        case .skipBreak: outbox.post(.advertisements(.skipBreak))
        case .setVolume(let gain): setVolume(gain)
        case .setAdVolume(let gain): setAdVolume(gain)
        case .changeVolume(let step): changeVolume(by: step)
        case .mute: setVolume(.silence)
        case .unmute: setVolume(volumeUnmuted)
        case .pause:
            // The manager suspends spots as soon as it allows a pause, so ask it last.
            if let refusal = transport.pauseRefusal { return outbox.refuse(refusal) }
            outbox.post(.advertisements(.pauseRequested))
        case .unpause: transport.unpause(in: view, &outbox)
        case .goLive:
            guard let frame = transport.liveTarget(&outbox), ask(for: frame), isPaused else {
                return
            }
            transport.move(.resume, in: view, &outbox)
        case .setDelay(let delay):
            if let frame = transport.target(ofDelay: delay, in: view, &outbox) { ask(for: frame) }
        case .seek(let time):
            if let frame = transport.target(ofSeek: time, in: view, &outbox) { ask(for: frame) }
        case .truex(let message): truex.takeMessage(message, in: view, &outbox)
        case .truexAudience(let audience): truex.takeAudience(audience, in: view, &outbox)
        case .play(let source): transport.change(to: source, namedBy: .operator, in: view, &outbox)
        case .playPublic(let source):
            transport.change(to: source, namedBy: .listener, in: view, &outbox)
        case .setFill(let spots): marked.setFill(spots, &outbox)
        case .setPrivacy(let privacy):
            marked.setPrivacy(privacy, &outbox)
            // With the timing that the operator has chosen.
            breaks.beacons.sendLeft(under: self.privacy, at: heard, &outbox)
            takeCues()
        case .stop: stop()
        }
    }

    private mutating func push(_ spots: [Advertisement], at place: StreamPlace) {
        if place == .end, transport.current?.isLive == true {
            let refusal = "a live stream has no end; push now, or name a time"
            breaks.drop(spots, .noEnd, at: heard, &outbox)
            outbox.warn(refusal, at: heard)
            return outbox.refuse(refusal)
        }
        let frame = transport.listenerPlace(at: heard, in: view)
        if let refusal = marked.placed.add(spots, at: place, after: frame) {
            breaks.drop(spots, .passed, at: heard, &outbox)
            // A script receives no reply, so the reason is logged as well.
            outbox.warn(refusal, at: heard)
            return outbox.refuse(refusal)
        }
        takeCues()
    }

    private mutating func setVolume(_ volume: Gain) {
        if volume.linear > 0 { volumeUnmuted = volume }
        outbox.post(.advertisements(.volumeChanged(volume.linear)))
        noteVolume(volume.linear, adVolume: focus.adVolume)
        outbox.wantSwitch()
    }

    private mutating func setAdVolume(_ volume: Gain) {
        outbox.post(.advertisements(.adVolumeChanged(volume.linear)))
        noteVolume(focus.userVolume, adVolume: volume.linear)
        outbox.wantSwitch()
    }

    private mutating func changeVolume(by step: Gain) {
        // A recording may hold any number.
        guard step.linear > 0 else { return outbox.refuse("the step is not a gain") }
        let volume = focus.userVolume
        let isLouder = step.linear > 1
        guard !isLouder || volume < Gain.loudest.linear else {
            return outbox.refuse("the volume is at its maximum")
        }
        guard isLouder || volume > 0 else { return outbox.refuse("volume is 0 already") }
        // From silence, a step in decibels would stay silent.
        let start: Float = volume > 0 ? volume : 0.05
        setVolume(Gain(linear: min(Gain.loudest.linear, start * step.linear)))
    }

    /// `command` after it was carried out, without reference to the state before.
    func effective(_ command: SessionCommand) -> SessionCommand {
        let volume = SessionCommand.setVolume(Gain(linear: focus.userVolume))
        if case .changeVolume = command { return volume }
        return command == .mute || command == .unmute ? volume : command
    }

    /// Carries out the scripted commands up to and including output frame `frame`.
    mutating func runScript(through frame: FrameTime) {
        while let next = script.first, next.time <= frame {
            script.removeFirst()
            carryOut(next.command)
            route()
        }
    }

    /// Delivers `event` now, or when a listener behind live reaches the point that is live now.
    private mutating func deliver(_ event: DelayedEvent) {
        breaks.deliver(
            event, at: transport.streamFrame(at: heard, in: view),
            shift: transport.shiftFrameCount(in: view), heard: heard, &outbox)
    }

    /// Seeks to stream frame `frame` for the listener. In a stream with pods the coordinator
    /// decides: it may refuse, or play a break first.
    ///
    /// Returns `false` if the seek was refused.
    @discardableResult
    private mutating func ask(for frame: FrameTime) -> Bool {
        guard transport.hold == nil else {
            outbox.refuse(Transport.heldWords)
            return false
        }
        guard !breaks.manager.forbidsLeaving else {
            outbox.refuse("the stream does not allow this advertisement to be left")
            return false
        }
        let place = transport.streamFrame(at: heard, in: view)
        let frame = place.map { marked.target(ofSeek: frame, from: $0) } ?? frame
        guard truex.isActive else {
            transport.goWhereAsked(frame, in: view, &outbox)
            return true
        }
        let before = effects.count
        truex.tell(.seekRequested(to: frame), in: view, &outbox)
        route()
        return !effects[before...].contains { if case .refuse = $0 { true } else { false } }
    }

    /// Seeks to stream frame `frame`: the listener's target, or a break that comes before it.
    mutating func goWhereAsked(_ frame: FrameTime) {
        guard let from = transport.streamFrame(at: heard, in: view) else { return }
        // The end of a pod that was heard already, or a place that was asked for before a pod, may
        // not have arrived.
        let frame = transport.reach(in: view).map { min(frame, $0.end) } ?? frame
        truex.ping?.seek(from: from)
        guard transport.hold == nil else {
            return transport.leaveHold(to: frame, in: view, &outbox)
        }
        transport.goWhereAsked(frame, in: view, &outbox)
    }
}
