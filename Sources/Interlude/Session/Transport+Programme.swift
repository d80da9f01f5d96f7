import AdPlayback
import MediaTime
import Playout

/// What the breaks ask of the programme.
struct BreakIntent: Hashable, Sendable {
    /// Where the spots are; `nil` where no stream is open.
    let layout: BreakLayout?

    /// Whether there are spots that come before a stream of which nothing was heard yet.
    let comesFirst: Bool

    /// What becomes of the stream under spots.
    let underSpots: Arrangement.StreamUnderSpots

    /// Whether the streamer has muted the stream.
    let isMutedByStreamer: Bool

    /// The listener's.
    let volume: Float

    /// Where peaks of spots are kept under the ceiling.
    let spotLimit: Arrangement.SpotLimit

    /// What is heard in the place of a stream that the streamer has muted, once it is loaded.
    let muteMusic: Arrangement.MuteMusic?
}

/// What the interactive breaks ask of the programme.
struct InteractiveIntent: Hashable, Sendable {
    /// The stream frame before which it stops by itself; `nil` if it does not.
    let stop: FrameTime?

    /// What is to be heard of the voice that speaks the choice card.
    let voiceOver: Arrangement.VoiceOver?
}

/// What the programme does.
extension Transport {
    /// Keeps where the stream is as output frame `frame` comes, and puts a stream that has become
    /// ready in its place.
    mutating func takeOver(
        at frame: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        takeBackExhaustion(from: frame, in: view)
        if hold == nil, let position = streamFrame(at: frame, in: view) {
            current?.position = position
        }
        if let current, view.timeline.plays(current.voice, before: frame) {
            self.current?.hasBegun = true
        }
        if let old = takeOver() { outbox.send(.closeStream(generation: old)) }
        // What is not paused fills the buffer as soon as it is heard.
        if isPaused, current?.readiness == .ready { move(.bufferFilled, in: view, &outbox) }
    }

    /// What the programme does under `breaks`; `nil` where nothing is left to be heard of it.
    ///
    /// It stops by itself before stream frame `stop`.
    func programme(
        under breaks: BreakIntent, stoppingAt stop: FrameTime?
    ) -> Arrangement.Programme? {
        guard let current, current.exhaustedAt == nil else { return nil }
        var programme = Arrangement.Programme(voice: current.voice, position: current.position)
        programme.stop = stop
        let reasons = standingReasons
        if !reasons.isDisjoint(with: [.starved, .listener, .onTheWay, .truex]) {
            programme.state = .waiting
        } else if breaks.isMutedByStreamer {
            programme.state = .mutedByStreamer
        } else if reasons.contains(.waitingForAds) {
            programme.state = .waiting
        } else if !current.hasBegun, breaks.comesFirst, firstSpotWait != .over,
            // A live stream goes on under them, so that it is live afterwards.
            !current.isLive || breaks.underSpots != .muted
        {
            // Nothing of the stream is heard before the advertisements that come before it.
            programme.state = .waitingForSpots
        }
        let isVeryFirst =
            !current.hasBegun && current.generation == 1 && breaks.layout?.breakRange == nil
        programme.entry = isVeryFirst ? .cut : .fade
        return programme
    }

    /// Notes whether the stream waits for its first spots from output frame `frame` on: for `limit`
    /// at most, or for as long as they take if that is `nil`.
    ///
    /// It does not wait for spots that are kept back.
    mutating func noteFirstSpotWait(
        under breaks: BreakIntent, from frame: FrameTime, limit: Duration?
    ) {
        guard firstSpotWait != .over else { return }
        guard let current, !current.hasBegun, breaks.comesFirst, breaks.layout?.breakRange == nil
        else {
            return firstSpotWait = .none
        }
        if case .until = firstSpotWait { return }
        firstSpotWait = .until(limit.map { frame + $0.frameCount } ?? .distantFuture)
    }

    /// Lets the stream begin without its first spots if they have taken too long by output frame
    /// `frame`. Returns whether they have.
    mutating func endFirstSpotWait(at frame: FrameTime) -> Bool {
        guard case .until(let limit) = firstSpotWait, limit <= frame else { return false }
        firstSpotWait = .over
        return true
    }

    /// Whether at output frame `frame` the listener goes from one frame of a live stream to another,
    /// or is still on the way, as `timeline` has it.
    func isCrossing(at frame: FrameTime, on timeline: OutputTimeline) -> Bool {
        guard let current, current.isLive, current.origin == .jumped else { return false }
        return timeline.clips.contains { clip in
            guard case .stream = clip.voice, clip.voice != current.voice else { return false }
            return clip.output.contains(frame)
        }
    }
}
