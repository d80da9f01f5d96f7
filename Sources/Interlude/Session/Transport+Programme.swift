import AdPlayback
import MediaTime
import Playout

/// The requests of the breaks to the programme.
struct BreakIntent: Hashable, Sendable {
    /// The layout of the spots; `nil` if no stream is open.
    let layout: BreakLayout?

    /// Whether the stream is heard before the first break.
    var beginsWithStream: Bool {
        guard let layout, let breakRange = layout.breakRange else { return true }
        return breakRange.start > layout.validFrom
    }

    /// Whether there are spots that precede a stream which has not started.
    let comesFirst: Bool

    /// What the stream does while a spot plays.
    let underSpots: Arrangement.StreamUnderSpots

    /// Whether the streamer has muted the stream, or its preroll is muted.
    let isMutedByStation: Bool

    /// The listener's volume as a factor.
    let volume: Float

    /// What the volume of advertisements is multiplied by as well.
    let adVolume: Float

    /// Where the limiter keeps peaks of spots under the ceiling.
    let spotLimit: Arrangement.SpotLimit

    /// The music in place of a stream that its streamer has muted; `nil` until it is loaded.
    let muteMusic: Arrangement.MuteMusic?
}

/// The requests of the interactive breaks to the programme.
struct InteractiveIntent: Hashable, Sendable {
    /// The stream frame at which the stream stops by itself, before that frame is heard; `nil` if
    /// it plays on.
    let stop: FrameTime?

    /// The voice-over of the choice card; `nil` if none is to play.
    let voiceOver: Arrangement.VoiceOver?
}

/// Decides what the programme does.
extension Transport {
    /// Stores the stream's position at output frame `frame`, and puts an incoming stream that is
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
        // A stream that is not paused reports this when it is heard.
        if isPaused, current?.readiness == .ready { move(.bufferFilled, in: view, &outbox) }
    }

    /// The programme under the requests `breaks`; `nil` if the stream has no more audio.
    ///
    /// The programme stops by itself before stream frame `stop`.
    func programme(
        under breaks: BreakIntent, stoppingAt stop: FrameTime?
    ) -> Arrangement.Programme? {
        guard let current, current.exhaustedAt == nil else { return nil }
        var programme = Arrangement.Programme(voice: current.voice, position: current.position)
        programme.stop = stop
        let reasons = standingReasons
        if !reasons.isDisjoint(with: [.starved, .listener, .onTheWay, .truex]) {
            programme.state = .waiting
        } else if breaks.isMutedByStation {
            programme.state = .mutedByStreamer
        } else if reasons.contains(.waitingForAds) {
            programme.state = .waiting
        } else if !current.hasBegun, breaks.comesFirst, firstStream.spotWait != .over,
            // A live stream plays on muted under the spots, so that it is live afterwards.
            !current.isLive || breaks.underSpots != .muted
        {
            // The spots that precede the stream come first.
            programme.state = .waitingForSpots
        }
        let isVeryFirst =
            !current.hasBegun && current.generation == 1 && breaks.beginsWithStream
        programme.entry = isVeryFirst ? .cut : .fade
        return programme
    }

    /// Records whether the stream waits for its first spots from output frame `frame` on, for at
    /// most `limit`; `nil` for no limit.
    ///
    /// The stream does not wait for suspended spots.
    mutating func noteFirstSpotWait(
        under breaks: BreakIntent, from frame: FrameTime, limit: Duration?
    ) {
        guard firstStream.spotWait != .over else { return }
        guard let current, !current.hasBegun, breaks.comesFirst, breaks.layout?.breakRange == nil
        else {
            return firstStream.spotWait = .none
        }
        if case .until = firstStream.spotWait { return }
        firstStream.spotWait = .until(limit.map { frame + $0.frameCount } ?? .distantFuture)
    }

    /// Ends the wait for the first spots if its limit has passed at output frame `frame`. Returns
    /// whether it has.
    mutating func endFirstSpotWait(at frame: FrameTime) -> Bool {
        guard case .until(let limit) = firstStream.spotWait, limit <= frame else { return false }
        firstStream.spotWait = .over
        return true
    }

    /// Whether the listener is moving from one place of a live stream to another at output frame
    /// `frame` of `timeline`.
    func isCrossing(at frame: FrameTime, on timeline: OutputTimeline) -> Bool {
        guard let current, current.isLive, current.origin == .jumped else { return false }
        return timeline.clips.contains { clip in
            guard case .stream = clip.voice, clip.voice != current.voice else { return false }
            return clip.output.contains(frame)
        }
    }
}
