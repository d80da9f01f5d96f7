import AdPlayback
import MediaTime
import PCMAudio
import Playout

extension Arrangement {
    /// The length of the crossfade between two places of a live stream: 50 ms.
    private static let crossfadeFrameCount = FrameTime.rate / 20

    /// Combines the requests of the session's values for the output from frame `frame` on.
    init(
        from frame: FrameTime, _ transport: Transport, _ breaks: BreakIntent,
        _ interactive: InteractiveIntent, in view: PlanView
    ) {
        let fade = view.configuration.fade
        self.init(start: frame, fadeFrameCount: fade.frameCount)
        volume = breaks.volume
        adVolume = breaks.adVolume
        if case .fading = transport.ending { return }
        programme = transport.programme(under: breaks, stoppingAt: interactive.stop)
        // With a fade of zero there is no crossfade either.
        if fade > .zero, transport.isCrossing(at: frame, on: view.timeline) {
            programme?.entry = .crossfade(frameCount: Self.crossfadeFrameCount)
        }
        if let layout = breaks.layout {
            spots = layout.spots.filter { $0.range.end > frame }.map {
                var spot = PlacedSpot(
                    voice: .spot(token: $0.token.rawValue), range: $0.range,
                    gain: Gain.decibels($0.decibels).linear)
                spot.fadeStart = $0.fadeStart
                spot.turnFrameCount = $0.turnFrameCount
                return spot
            }
        }
        underSpots = breaks.underSpots
        spotLimit = breaks.spotLimit
        voiceOver = interactive.voiceOver
        if breaks.isMutedByStation, programme?.state != .waiting { muteMusic = breaks.muteMusic }
    }
}

extension SessionPlan {
    /// Lays out `arrangement`, and adds the markers of its events. `isLive` is whether the stream
    /// counts as live.
    mutating func lay(
        _ arrangement: Arrangement, of transport: Transport, _ layout: BreakLayout?, isLive: Bool
    ) {
        self.layout = layout
        stream = transport.current.map { LaidStream(voice: $0.voice, isLive: isLive) }
        markers.cut(at: arrangement.start)
        arrangement.lay(on: &timeline)
        mark(arrangement, transport)
        if case .fading(_, let limit) = transport.ending {
            let end = min(arrangement.start + arrangement.fadeFrameCount, limit)
            fadeEnd = min(fadeEnd ?? end, end)
        }
    }

    private mutating func mark(_ arrangement: Arrangement, _ transport: Transport) {
        let start = arrangement.start
        if let music = arrangement.muteMusic {
            markers.add(.muteMusicRunsOut, at: start + music.reach / 2)
        }
        if transport.isPaused, isPauseNews(of: transport) { markers.add(.pauses, at: start) }
        rest = rest(in: arrangement)
        guard let current = transport.current else { return }
        guard let programme = arrangement.programme, programme.state != .waiting else { return }
        if let breakRange = layout?.breakRange { markBreaks(arrangement, current, breakRange) }
        guard let first = firstAudible(of: current.voice, in: arrangement) else { return }
        let begin = max(first.output.start, start)
        let position = first.sourceFrame(at: begin)
        if current.told.isComingBack, !markers.hasReturn {
            markers.add(.returns(streamFrame: position), at: begin)
        }
        guard isPlayNews(of: current) else { return }
        markers.add(
            current.told.isShifted ? .shifts(streamFrame: position) : .plays(streamFrame: position),
            at: begin)
    }

    /// Whether it is still to be reported that the stream plays, or plays elsewhere.
    private func isPlayNews(of current: Transport.Side) -> Bool {
        markers.toldToPlay.map { !$0 } ?? (current.told.isShifted || !current.told.plays)
    }

    /// Whether a pause is still to be reported. It is reported once, even if nothing of the stream
    /// was heard yet.
    private func isPauseNews(of transport: Transport) -> Bool {
        markers.toldToPlay
            ?? (transport.state == .pausing || transport.current?.told.plays == true)
    }

    /// Adds the markers for the start of the break in `breakRange`, and for the stream's return.
    private mutating func markBreaks(
        _ arrangement: Arrangement, _ current: Transport.Side, _ breakRange: FrameRange
    ) {
        var ends = arrangement.breaks.map(\.end)
        // A break that was cut short, or is heard to its last frame just now, has no spots left.
        if breakRange.start < arrangement.start, !ends.contains(breakRange.end) {
            ends.insert(breakRange.end, at: 0)
        }
        let hasBegun = current.hasBegun || breakRange.start > arrangement.start
        if breakRange.start >= arrangement.start, !ends.isEmpty, hasBegun {
            markers.add(
                .leaves(
                    HeardMarkers.BreakStart(arrangement.underSpots),
                    streamFrame: leavingFrame(of: current, at: breakRange.start)),
                at: breakRange.start)
        }
        for later in arrangement.breaks where later.start > breakRange.end {
            markers.add(
                .leaves(
                    HeardMarkers.BreakStart(arrangement.underSpots),
                    streamFrame: leavingFrame(of: current, at: later.start)),
                at: later.start)
        }
        for end in ends where end >= arrangement.start {
            if let position = timeline.position(of: current.voice, at: end) {
                markers.add(.returns(streamFrame: position), at: end)
            }
        }
    }

    /// The stream frame at output frame `time`, where a break starts.
    private func leavingFrame(of current: Transport.Side, at time: FrameTime) -> FrameTime {
        let before = timeline.clip(of: current.voice, at: time - 1)
        return before?.sourceFrame(at: time)
            ?? timeline.position(of: current.voice, at: time) ?? current.position
    }

    /// The first clip of `voice` that is not silenced by a break.
    private func firstAudible(of voice: Voice, in arrangement: Arrangement) -> PlannedClip? {
        let breaks = arrangement.underSpots == .muted ? arrangement.breaks : []
        return timeline.clips.first { clip in
            let begin = max(clip.output.start, arrangement.start)
            return clip.voice == voice && clip.role == .playing
                && clip.output.end > arrangement.start && !breaks.contains { $0.contains(begin) }
        }
    }

    /// Where the stream stops by itself; `nil` if it plays on.
    private func rest(in arrangement: Arrangement) -> Rest? {
        guard let programme = arrangement.programme, programme.state != .waiting,
            let stop = programme.stop
        else { return nil }
        if let rest, rest.voice == programme.voice, rest.streamFrame == stop,
            rest.start < arrangement.start
        {
            return rest
        }
        return restStart(of: programme, at: stop, in: arrangement).map {
            Rest(voice: programme.voice, start: $0, streamFrame: stop)
        }
    }

    /// The output frame at which a stream that stops at `stop` stands still; `nil` if it does not
    /// reach `stop` on the timeline.
    private func restStart(
        of programme: Arrangement.Programme, at stop: FrameTime, in arrangement: Arrangement
    ) -> FrameTime? {
        guard programme.position < stop else {
            // The stream is at its stop already. Only the spots that precede it are heard first.
            let spots = programme.state == .waitingForSpots ? arrangement.breaks.last?.end : nil
            return max(arrangement.start, spots ?? arrangement.start)
        }
        let end = timeline.end(of: programme.voice)
        return end?.source == stop ? end?.output : nil
    }
}

extension HeardMarkers.BreakStart {
    init(_ stream: Arrangement.StreamUnderSpots) {
        switch stream {
        case .muted: self = .muted
        case .held: self = .held
        case .ducked: self = .ducked
        }
    }
}
