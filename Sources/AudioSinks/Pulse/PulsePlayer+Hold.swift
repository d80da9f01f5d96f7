import AudioMixing
import MediaTime

/// Falling silent where the server asks for it (B37), or nothing is to be heard for long (A29).
extension PulsePlayer {
    private static let reason = "the sound server has asked for silence"

    /// Seconds that an output may take to wake up.
    private static let longestWaking = 5.0

    /// Fades out and corks the stream when it has to be silent, and goes on with the frame that
    /// would have been next when that is over.
    mutating func obey() {
        switch hold?.stage {
        case nil:
            let isQuiet = isIdle && cut == nil && reader.hold == nil
            if isSilenceAskedFor || isQuiet { fadeOut() }
        case .fading:
            guard let hold, reader.heard >= hold.end else { return }
            link?.cork()
            self.hold?.stage = .corked
            tellIfAskedFor()
        case .corked:
            tellIfAskedFor()
            if !isSilenceAskedFor && !isIdle { hold?.stage = .asking(since: .now) }
        case .asking(let since):
            guard let clock = link?.clock, clock.time >= since else { return }
            goOn()
        case .waking(let since):
            let isAwake = link?.isSuspended == false
            if isAwake || MonotonicTime.now.seconds(since: since) > Self.longestWaking { release() }
        }
    }

    private var isSilenceAskedFor: Bool { mutating get { link?.isSilenceWanted ?? false } }

    /// Whether nothing was heard for long, and nobody waits for a frame of the silence.
    private var isIdle: Bool {
        let silence = reader.rendered - settings.longestSilence.frameCount
        return reader.soundEnd <= silence && reader.mix.nextMark == .distantFuture
            && reader.mix.outputEnd == .distantFuture
    }

    private mutating func tellIfAskedFor() {
        guard isSilenceAskedFor, hold?.isTold == false else { return }
        hold?.isTold = true
        reader.tellHeard()
        reader.report(.held(reason: Self.reason))
    }

    /// Writes the sound that can still be changed again, with a fade to silence.
    private mutating func fadeOut() {
        // A plan that is waited for is refused when it comes, and made anew for a later frame.
        reader.giveUpHold()
        let start = firstReplaceable()
        reader.goBack(to: start)
        let end = min(start + PulseHold.fadeFrameCount, max(reader.mix.outputEnd, start))
        hold = PulseHold(end: end)
        fade = Ramp(start: start, frameCount: end - start, from: 1, to: 0)
    }

    private mutating func goOn() {
        guard let end = hold?.end else { return }
        hold?.stage = .waking(since: .now)
        fade = Ramp(start: end, frameCount: PulseHold.fadeFrameCount, from: 0, to: 1)
        link?.prepareToGoOn(with: end)
        link?.fill(from: reader, upTo: reader.limit, fade: fade)
        link?.uncork()
    }

    /// Ends the silence, however that came about, and says so if it was said to have begun.
    mutating func release() {
        let wasTold = hold?.isTold ?? false
        hold = nil
        if wasTold { reader.report(.released) }
    }

    /// What a held stream is given: the fade, and then silence until it is corked.
    mutating func fillHeld(until end: FrameTime) {
        link?.fill(from: reader, upTo: end, fade: fade)
        if reader.rendered >= end { link?.fillWithSilence(from: end) }
    }

    /// Whether the stream stands still because it was asked to, and its output may be asleep.
    var isHeld: Bool { hold?.isHeard ?? false }
}
