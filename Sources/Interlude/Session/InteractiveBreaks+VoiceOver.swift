import AdPlayback
import MediaTime
import PCMAudio
import Playout

/// Plays the voice-over of the choice card.
extension InteractiveBreaks {
    mutating func speak(
        _ order: TruexRendererMachine.VoiceOver, _ outbox: inout SessionOutbox
    ) {
        switch order {
        case .play(let addresses): load(addresses[...], &outbox)
        case .pause: voices.current?.isPaused = true
        case .resume: voices.current?.isPaused = false
        case .stop:
            guard let voice = voices.current.take() else { return }
            outbox.send(.dropVoiceOver(number: voice.number))
        }
        outbox.wantSwitch()
    }

    private mutating func load(
        _ addresses: ArraySlice<String>, _ outbox: inout SessionOutbox
    ) {
        speak(.stop, &outbox)
        guard let address = addresses.first else { return }
        voices.count += 1
        voices.current = VoiceOver(number: voices.count, rest: addresses.dropFirst())
        outbox.send(.loadVoiceOver(number: voices.count, address: address))
    }

    mutating func takeVoiceOver(
        _ number: Int, _ frameCount: Int, _ loudness: SpotLoudness?,
        _ outbox: inout SessionOutbox
    ) {
        guard voices.current?.number == number else { return }
        voices.current?.frameCount = frameCount
        voices.current?.loudness = loudness
        outbox.wantSwitch()
    }

    /// Logs that this voice-over cannot be played, and loads the next one.
    mutating func loseVoiceOver(
        _ number: Int, _ reason: String, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let voice = voices.current, voice.number == number else { return }
        outbox.warn(
            "the voice-over of the choice card is not heard: \(reason)", at: view.heard)
        load(voice.rest, &outbox)
    }

    /// The output frame after the last one of the voice-over; `nil` while that is not laid out.
    func voiceOverEnd(in view: PlanView) -> FrameTime? {
        guard let voice = voices.current, !voice.isPaused else { return nil }
        return view.timeline.end(of: voice.voice)?.output
    }

    /// Loads the next voice-over once the present one was heard to its end.
    mutating func attendToVoiceOver(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard let voice = voices.current, let count = voice.frameCount,
            let end = view.timeline.end(of: voice.voice), end.output <= view.heard,
            end.source >= FrameTime(Int64(count))
        else { return }
        load(voice.rest, &outbox)
    }

    /// Stores the position of the voice-over at output frame `frame`. At the first call, also
    /// decides its gain in a programme of loudness `programmeLoudness`, in LUFS.
    mutating func keepVoiceOver(
        before frame: FrameTime, programmeLoudness: Double?, in view: PlanView
    ) {
        guard let voice = voices.current, voice.frameCount != nil else { return }
        voices.current?.decibels =
            voice.decibels
            ?? view.configuration.loudness.gain(for: voice.loudness, in: programmeLoudness)
        if let clip = view.timeline.clip(of: voice.voice, at: frame) {
            voices.current?.position = clip.sourceFrame(at: frame)
        } else if let end = view.timeline.end(of: voice.voice), end.output <= frame {
            voices.current?.position = max(voice.position, end.source)
        }
    }

    /// The requests of the interactive breaks to the programme.
    var intent: InteractiveIntent {
        let turn = coordinator.nextTurn
        return InteractiveIntent(
            stop: turn == .distantFuture ? nil : turn, voiceOver: arrangedVoiceOver)
    }

    private var arrangedVoiceOver: Arrangement.VoiceOver? {
        guard let voice = voices.current, let count = voice.frameCount, !voice.isPaused,
            voice.position < FrameTime(Int64(count))
        else { return nil }
        return Arrangement.VoiceOver(
            voice: voice.voice, position: voice.position, end: FrameTime(Int64(count)),
            gain: Gain.decibels(voice.decibels ?? 0).linear)
    }
}
