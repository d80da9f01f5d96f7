import AdPlayback
import AudioSinks
import Dispatch
import FoundationEssentials
import MediaTime
import PCMAudio
import Playout

extension SessionLoop {
    func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .openStream(let generation, let source, let namer, let frame):
            open(generation, source, namedBy: namer, from: frame)
        case .jump(let earlier, let generation, let frame):
            jump(from: earlier, generation, to: frame)
        case .awaitReady(let generation, let frame, let threshold):
            awaitReady(generation, from: frame, threshold)
        case .closeStream(let generation): close(generation)
        case .sourceTaken(let generation): take(generation)
        case .sourceRefused(let generation, let reason): refuse(generation, reason)
        case .catchUp(let generation, let count): streams[generation]?.catchUp(by: count)
        case .requestSwitch:
            switchTicket = ask()
            parts.sink.requestSwitch()
        case .publish(let timeline, let frame): publish(timeline, validFrom: frame)
        case .loadMuteMusic: loadMuteMusic()
        case .advertisements(let effect): carryOut(effect)
        case .truex(let command): carryOut(command)
        case .loadVoiceOver(let number, let address): loadVoiceOver(number, from: address)
        case .dropVoiceOver(let number): dropVoiceOver(number)
        case .log(let record): observer.logged(record)
        case .stateChanged(let state): observer.stateChanged(state)
        case .availableDelayChanged(let delay): observer.availableDelayChanged(delay)
        case .refuse: break
        case .end(let end, let frame): finish(end, at: frame)
        }
    }

    private func publish(_ timeline: OutputTimeline, validFrom frame: FrameTime) {
        let plan = timeline.plan(validFrom: frame) { self.store(of: $0)?.handle }
        let voices = timeline.clips.map(\.voice).filter { self.store(of: $0) != nil }
        let stores = Set(voices).compactMap { store(of: $0) }
        let number = mix.publish(plan, keeping: stores)
        self.voices[number] = voices
        let start = min(frame, unsettledPlan?.start ?? frame)
        unsettledPlan = UnsettledPlan(number: number, start: start, heard: unsettledPlan?.heard)
        parts.sink.mixChanged()
    }

    /// The samples of a voice; `nil` once it is gone.
    private func store(of voice: Voice) -> SampleStore? {
        switch voice {
        case .stream(let generation): streams[generation]?.store ?? retired[generation]
        case .spot(let token): spots[PlayToken(token)]?.spot?.store
        case .muteMusic: muteMusic
        case .voiceOver(let number): voiceOvers[number]?.spot?.store
        }
    }

    /// Plays out what is left, lets go of everything, and says so.
    private func finish(_ end: SessionEnd, at frame: FrameTime) {
        isOver = true
        for watchdog in watchdogs.values { watchdog.timer.cancel() }
        for slot in spots.values { slot.load.cancel() }
        muteMusicLoad?.cancel()
        closeTruex()
        for stream in streams.values { stream.close() }
        for reply in changes.values { reply(.sessionIsOver) }
        mix.outputEnd = min(frame, mix.outputEnd)
        // This thread reads no messages while it waits for the sink, and for those who are told what
        // was heard. A delegate that is told of a level may ask the session something: it is answered
        // that the session is over.
        for message in mailbox.close() { message.turnAway() }
        var end = end
        do {
            try parts.sink.finish(within: .seconds(2))
            heardAudio?.finish()
        } catch {
            heardAudio?.cancel()
            if case .asked = end { end = .failed(SessionFailure(.output, "\(error)")) }
        }
        waitForLevels()
        observer.statusChanged(status)
        observer.ended(end)
    }
}
