import AudioMixing
import MediaTime

/// Silence for which the stream is corked: the sound server has asked for it, so that something
/// else is heard, or there is nothing to be heard, and the device may sleep.
///
/// Output time stands still at ``end`` meanwhile.
struct PulseCork: Hashable {
    /// The first output frame that is heard only when it is over.
    let end: FrameTime
    var stage = Stage.fading
    /// Whether the session was told.
    var isReported = false

    enum Stage: Hashable {
        /// The sound fades out, and the stream is not corked yet.
        case fading
        case corked
        /// It is about to be over, and the server was asked where the stream stands.
        case asking(since: MonotonicTime)
        /// The stream was uncorked, and what it plays to may have to wake up first.
        case waking(since: MonotonicTime)
    }

    /// How long the sound takes to fade out, and in again.
    static let fadeFrameCount = FrameTime.rate / 100

    /// Whether nothing from ``end`` on is given to the server.
    var keepsSilent: Bool {
        switch stage {
        case .fading, .corked, .asking: true
        case .waking: false
        }
    }

    /// Whether the listener has heard the fade to its end.
    var isHeard: Bool { stage != .fading }
}

/// Falling silent where the server asks for it, or nothing is to be heard for long.
extension PulseMachine {
    private static let reason = "the sound server has asked for silence"

    /// Seconds that an output may take to wake up.
    private static let longestWaking = 5.0

    /// Fades out and corks the stream when it has to be silent, and goes on with the frame that
    /// would have been next when that is over.
    mutating func updateCork(_ server: PulseServerState) {
        switch cork?.stage {
        case nil:
            let isQuiet = isIdle && pendingSwitch == nil && renderer.renderBarrier == nil
            if server.isSilenceWanted || isQuiet { fadeOut() }
        case .fading:
            guard let cork, renderer.heard >= cork.end else { return }
            commands.insert(.cork)
            self.cork?.stage = .corked
            if server.isSilenceWanted { report(cork) }
        case .corked:
            if let cork, server.isSilenceWanted { report(cork) }
            if !server.isSilenceWanted && !isIdle { cork?.stage = .asking(since: now) }
        case .asking(let since):
            // The queue is filled before the stream is uncorked. A plan that is waited for comes first:
            // nothing is rendered before it, and silence would be heard instead.
            guard let clock = link?.clock, clock.time >= since, renderer.renderBarrier == nil
            else { return }
            resume()
        case .waking(let since):
            let isAwake = !server.isSuspended
            if isAwake || now.seconds(since: since) > Self.longestWaking { release() }
        }
    }

    /// Whether nothing was heard for long, and nobody waits for a frame of the silence.
    private var isIdle: Bool {
        let silence = renderer.rendered - settings.longestSilence.frameCount
        return renderer.soundEnd <= silence && renderer.mix.nextMark == .distantFuture
            && renderer.mix.outputEnd == .distantFuture
    }

    private mutating func report(_ cork: PulseCork) {
        guard !cork.isReported else { return }
        self.cork?.isReported = true
        renderer.tellHeard()
        renderer.report(.held(reason: Self.reason))
    }

    /// Writes the sound that can still be changed again, with a fade to silence.
    private mutating func fadeOut() {
        // The plan that is awaited is refused when it comes. The session lays out a later one.
        renderer.dropBarrier()
        let start = firstReplaceable
        renderer.goBack(to: start)
        let end = min(start + PulseCork.fadeFrameCount, max(renderer.mix.outputEnd, start))
        cork = PulseCork(end: end)
        fade = Ramp(start: start, frameCount: end - start, from: 1, to: 0)
    }

    private mutating func resume() {
        guard let end = cork?.end else { return }
        cork?.stage = .waking(since: now)
        fade = Ramp(start: end, frameCount: PulseCork.fadeFrameCount, from: 0, to: 1)
        link?.resume(with: end)
        commands.insert(.uncork)
    }

    /// Ends the silence, however that came about, and says so if it was said to have begun.
    private mutating func release() {
        let wasReported = cork?.isReported ?? false
        cork = nil
        if wasReported { renderer.report(.released) }
    }
}
