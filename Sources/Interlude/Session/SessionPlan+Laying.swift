import AdPlayback
import MediaTime
import PCMAudio
import Playout

extension Arrangement {
    /// How long two places of a live stream are heard together where the listener goes from one to
    /// the other: 50 ms.
    private static let crossfadeFrameCount = FrameTime.rate / 20

    /// What is heard from output frame `frame` on, as the values of a session want it.
    init(
        from frame: FrameTime, _ transport: Transport, _ breaks: BreakIntent,
        _ interactive: InteractiveIntent, in view: PlanView
    ) {
        let fade = view.configuration.fade
        self.init(start: frame, fadeFrameCount: fade.frameCount)
        volume = breaks.volume
        if case .fading = transport.ending { return }
        programme = transport.programme(under: breaks, stoppingAt: interactive.stop)
        // A listener who wants no ramps gets none.
        if fade > .zero, transport.isCrossing(at: frame, on: view.timeline) {
            programme?.entry = .crossfade(frameCount: Self.crossfadeFrameCount)
        }
        if let layout = breaks.layout {
            spots = layout.spots.filter { $0.range.end > frame }.map {
                PlacedSpot(
                    voice: .spot(token: $0.token.rawValue), range: $0.range,
                    gain: Gain.decibels($0.decibels).linear)
            }
        }
        underSpots = breaks.underSpots
        spotLimit = breaks.spotLimit
        voiceOver = interactive.voiceOver
        if breaks.isMutedByStreamer, programme?.state != .waiting { muteMusic = breaks.muteMusic }
    }
}

extension SessionPlan {
    /// Lays `arrangement` out, and marks what is to be said of it once it is heard.
    mutating func lay(
        _ arrangement: Arrangement, of transport: Transport, _ layout: BreakLayout?
    ) {
        self.layout = layout
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

    /// Whether it is still to be told that the stream plays, or plays elsewhere.
    private func isPlayNews(of current: Transport.Side) -> Bool {
        markers.toldToPlay.map { !$0 } ?? (current.told.isShifted || !current.told.plays)
    }

    /// Whether a pause is still to be told: once, also if nothing of the stream was heard yet.
    private func isPauseNews(of transport: Transport) -> Bool {
        markers.toldToPlay
            ?? (transport.state == .pausing || transport.current?.told.plays == true)
    }

    /// Marks where the stream leaves for the break in `breakRange`, and where it is back.
    private mutating func markBreaks(
        _ arrangement: Arrangement, _ current: Transport.Side, _ breakRange: FrameRange
    ) {
        var ends = arrangement.breaks.map(\.end)
        // A break that was cut short has no spots any more.
        if ends.isEmpty, breakRange.start < arrangement.start { ends = [breakRange.end] }
        if breakRange.start >= arrangement.start, !ends.isEmpty, current.hasBegun {
            markers.add(
                .leaves(
                    HeardMarkers.BreakStart(arrangement.underSpots),
                    streamFrame: leavingFrame(of: current, at: breakRange.start)),
                at: breakRange.start)
        }
        for end in ends where end >= arrangement.start {
            if let position = timeline.position(of: current.voice, at: end) {
                markers.add(.returns(streamFrame: position), at: end)
            }
        }
    }

    /// The stream frame that comes at output frame `time`, from which on a break is heard.
    private func leavingFrame(of current: Transport.Side, at time: FrameTime) -> FrameTime {
        let before = timeline.clip(of: current.voice, at: time - 1)
        return before?.sourceFrame(at: time)
            ?? timeline.position(of: current.voice, at: time) ?? current.position
    }

    /// The first clip of `voice` in which it is not silenced by a break.
    private func firstAudible(of voice: Voice, in arrangement: Arrangement) -> PlannedClip? {
        let breaks = arrangement.underSpots == .muted ? arrangement.breaks : []
        return timeline.clips.first { clip in
            let begin = max(clip.output.start, arrangement.start)
            return clip.voice == voice && clip.role == .playing
                && clip.output.end > arrangement.start && !breaks.contains { $0.contains(begin) }
        }
    }

    /// Where the stream stops by itself; `nil` if it does not.
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

    /// The output frame from which on a stream that stops at `stop` stands still.
    private func restStart(
        of programme: Arrangement.Programme, at stop: FrameTime, in arrangement: Arrangement
    ) -> FrameTime? {
        guard programme.position < stop else {
            // Nothing of it is heard before, but what comes before the stream is.
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
