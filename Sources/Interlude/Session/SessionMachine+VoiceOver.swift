import AdPlayback
import MediaTime
import PCMAudio
import Playout

/// How the voice that speaks the choice card is heard.
extension SessionMachine {
    mutating func speak(_ order: TruexRendererMachine.VoiceOver) {
        switch order {
        case .play(let addresses): load(addresses[...])
        case .pause: truex.voices.current?.isPaused = true
        case .resume: truex.voices.current?.isPaused = false
        case .stop:
            guard let voice = truex.voices.current.take() else { return }
            effects.append(.dropVoiceOver(number: voice.number))
        }
        wantSwitch()
    }

    private mutating func load(_ addresses: ArraySlice<String>) {
        speak(.stop)
        guard let address = addresses.first else { return }
        truex.voices.count += 1
        truex.voices.current = VoiceOver(number: truex.voices.count, rest: addresses.dropFirst())
        effects.append(.loadVoiceOver(number: truex.voices.count, address: address))
    }

    mutating func takeVoiceOver(_ number: Int, _ frameCount: Int, _ loudness: SpotLoudness?) {
        guard truex.voices.current?.number == number else {
            staleCount += 1
            return
        }
        truex.voices.current?.frameCount = frameCount
        truex.voices.current?.loudness = loudness
        wantSwitch()
    }

    /// This voice is not heard; the next one is.
    mutating func loseVoiceOver(_ number: Int, _ reason: String) {
        guard let voice = truex.voices.current, voice.number == number else {
            staleCount += 1
            return
        }
        warn("the voice-over of the choice card is not heard: \(reason)")
        load(voice.rest)
    }

    /// The output frame after its last one; `nil` while that is not laid out.
    var voiceOverEnd: FrameTime? {
        guard let voice = truex.voices.current, !voice.isPaused else { return nil }
        return plan.timeline.end(of: voice.voice)?.output
    }

    /// Goes on to the next voice once one was heard to its end.
    mutating func attendToVoiceOver() {
        guard let voice = truex.voices.current, let count = voice.frameCount,
            let end = plan.timeline.end(of: voice.voice), end.output <= heard,
            end.source >= FrameTime(Int64(count))
        else { return }
        load(voice.rest)
    }

    /// Keeps up to where it will have been heard before output frame `frame`, and settles how loud
    /// it is.
    mutating func keepVoiceOver(before frame: FrameTime) {
        guard let voice = truex.voices.current, voice.frameCount != nil else { return }
        truex.voices.current?.decibels =
            voice.decibels
            ?? configuration.loudness.gain(
                for: voice.loudness, in: breaks.manager.programmeLoudness)
        if let clip = plan.timeline.clip(of: voice.voice, at: frame) {
            truex.voices.current?.position = clip.sourceFrame(at: frame)
        } else if let end = plan.timeline.end(of: voice.voice), end.output <= frame {
            truex.voices.current?.position = max(voice.position, end.source)
        }
    }

    /// What is to be heard of it.
    var arrangedVoiceOver: Arrangement.VoiceOver? {
        guard let voice = truex.voices.current, let count = voice.frameCount, !voice.isPaused,
            voice.position < FrameTime(Int64(count))
        else { return nil }
        return Arrangement.VoiceOver(
            voice: voice.voice, position: voice.position, end: FrameTime(Int64(count)),
            gain: Gain.decibels(voice.decibels ?? 0).linear)
    }
}
