import AudioMixing
import MediaTime

/// A silence for which the stream is corked.
///
/// Either the sound server has requested it in favour of another stream, or there is nothing to
/// play and the device may sleep. Output time stands still at ``end`` meanwhile.
struct PulseCork: Hashable {
    /// The first output frame that plays after the silence.
    let end: FrameTime
    var stage = Stage.fading
    /// Whether it was reported to the session.
    var isReported = false

    enum Stage: Hashable {
        /// The audio fades out, and the stream is not corked yet.
        case fading
        case corked
        /// It is about to end, and the machine waits for the stream's position from the server.
        case asking(since: MonotonicTime)
        /// The stream was uncorked, and its sink may have to wake up first.
        case waking(since: MonotonicTime)
    }

    /// The length of the fade-out and the fade-in. 10 ms.
    static let fadeFrameCount = FrameTime.rate / 100

    /// Whether nothing from ``end`` on may be written to the server.
    var keepsSilent: Bool {
        switch stage {
        case .fading, .corked, .asking: true
        case .waking: false
        }
    }

    /// Whether the listener has heard the whole fade-out.
    var isHeard: Bool { stage != .fading }
}

/// Corks the stream when the server requests silence, or when there is nothing to play for long.
extension PulseMachine {
    private static let reason = "the sound server has asked for silence"

    /// The timeout in seconds for an output to wake up.
    private static let longestWaking = 5.0

    /// Fades out and corks the stream when it must be silent, and continues with the next frame
    /// afterwards.
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
            // The queue is filled before the stream is uncorked. If a plan is awaited, wait for it
            // first: nothing is rendered before it, and the gap would be audible.
            guard let clock = link?.clock, clock.time >= since, renderer.renderBarrier == nil
            else { return }
            resume()
        case .waking(let since):
            let isAwake = !server.isSuspended
            if isAwake || now.seconds(since: since) > Self.longestWaking { release() }
        }
    }

    /// Whether there was only silence for long, and the session waits for no frame of it.
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

    /// Renders the audio that can still be changed again, with a fade to silence.
    private mutating func fadeOut() {
        // The awaited plan will be refused when it arrives. The session then makes a later one.
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

    /// Ends the silence, and reports that if its beginning was reported.
    private mutating func release() {
        let wasReported = cork?.isReported ?? false
        cork = nil
        if wasReported { renderer.report(.released) }
    }
}
