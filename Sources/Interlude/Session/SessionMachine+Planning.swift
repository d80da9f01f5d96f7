import AdPlayback
import MediaTime
import PCMAudio
import Playout

/// How what was decided becomes a plan.
extension SessionMachine {
    /// The sink has named `frame`, the first that can still be changed: it has dealt with every plan
    /// that was published before.
    mutating func planAfterRequest(from frame: FrameTime) {
        ledger.takeAnswer()
        planAll(from: frame)
    }

    /// The sink refused the last plan: the one before it holds up to `frame`.
    mutating func planAgain(from frame: FrameTime) {
        ledger.refuse()
        planAll(from: frame)
    }

    /// Plans everything that is heard from output frame `frame` on, and publishes it.
    private mutating func planAll(from frame: FrameTime) {
        let layout = layOutBreak(from: frame)
        takeOver(at: frame)
        keepVoiceOver(before: frame)
        heardProgramme.note(plan.timeline, before: frame)
        let intent = breakIntent(in: layout)
        transport.noteFirstSpotWait(
            under: intent, from: frame, limit: configuration.firstSpotLimit)
        let arrangement = arrangement(from: frame, under: intent)
        var next = plan
        next.layout = layout
        next.markers.cut(at: frame)
        arrangement.lay(on: &next.timeline)
        mark(arrangement, in: layout, on: &next)
        if case .fading(_, let limit) = transport.ending {
            let end = min(frame + arrangement.fadeFrameCount, limit)
            next.fadeEnd = min(next.fadeEnd ?? end, end)
        }
        next.timeline.forget(before: max(.zero, heard - 2 * FrameTime.rate))
        effects.append(.publish(next.timeline, validFrom: frame))
        ledger.offer(next, from: frame)
    }

    /// Keeps where the stream is, and puts a stream that has become ready in its place.
    private mutating func takeOver(at frame: FrameTime) {
        takeBackExhaustion(from: frame)
        if transport.hold == nil, let position = streamFrame(at: frame) {
            transport.current?.position = position
        }
        if let current = transport.current, plan.timeline.plays(current.voice, before: frame) {
            transport.current?.hasBegun = true
        }
        if let old = transport.takeOver() { effects.append(.closeStream(generation: old)) }
        // What is not paused fills the buffer as soon as it is heard.
        if isPaused, transport.current?.readiness == .ready { move(.bufferFilled) }
    }

    private func arrangement(from frame: FrameTime, under intent: BreakIntent) -> Arrangement {
        var arrangement = Arrangement(
            start: frame, fadeFrameCount: configuration.fade.frameCount)
        arrangement.volume = focus.userVolume
        if case .fading = transport.ending { return arrangement }
        let turn = truex.coordinator.nextTurn
        arrangement.programme = transport.programme(
            under: intent, stoppingAt: turn == .distantFuture ? nil : turn)
        // A listener who wants no ramps gets none.
        if configuration.fade > .zero, transport.isCrossing(at: frame, on: plan.timeline) {
            arrangement.programme?.entry = .crossfade(frameCount: Self.crossfadeFrameCount)
        }
        if let layout = intent.layout {
            arrangement.spots = layout.spots.filter { $0.range.end > frame }.map {
                Arrangement.PlacedSpot(
                    voice: .spot(token: $0.token.rawValue), range: $0.range,
                    gain: Gain.decibels($0.decibels).linear)
            }
        }
        arrangement.underSpots = intent.underSpots
        arrangement.spotLimit = spotLimit
        arrangement.voiceOver = arrangedVoiceOver
        if intent.isMutedByStreamer, let frameCount = breaks.muteMusicFrameCount,
            arrangement.programme?.state != .waiting
        {
            arrangement.muteMusic = Arrangement.MuteMusic(frameCount: frameCount)
        }
        return arrangement
    }

    /// Lets the stream begin without its first spots if they have taken too long.
    mutating func endFirstSpotWait() {
        if transport.endFirstSpotWait(at: heard) { wantSwitch() }
    }

    /// How long two places of a live stream are heard together where the listener goes from one to
    /// the other: 50 ms.
    private static let crossfadeFrameCount = FrameTime.rate / 20

    private func breakIntent(in layout: BreakLayout?) -> BreakIntent {
        BreakIntent(
            layout: layout, comesFirst: adsAreBusy && breaks.manager.admission == .open,
            underSpots: underSpots, isMutedByStreamer: focus.streamer == .muted)
    }

    private var underSpots: Arrangement.StreamUnderSpots {
        switch configuration.breakPolicy {
        case .mute: .muted
        case .hold:
            transport.current?.isLive == true && configuration.resume == .live ? .muted : .held
        case .duck:
            .ducked(
                gain: AudioFocus.duck, attackFrameCount: Duration.milliseconds(150).frameCount,
                releaseFrameCount: Duration.milliseconds(600).frameCount)
        }
    }

    /// Writes down what is to be said once the arrangement is heard.
    private func mark(
        _ arrangement: Arrangement, in layout: BreakLayout?, on plan: inout SessionPlan
    ) {
        let start = arrangement.start
        if let music = arrangement.muteMusic {
            plan.markers.add(.muteMusicRunsOut, at: start + music.reach / 2)
        }
        if isPaused, isPauseNews(in: plan) { plan.markers.add(.pauses, at: start) }
        plan.rest = rest(in: arrangement, on: plan)
        guard let current = transport.current else { return }
        guard let programme = arrangement.programme, programme.state != .waiting else { return }
        if let away = layout?.away { markBreaks(arrangement, current, away, on: &plan) }
        guard let first = firstAudible(of: current.voice, in: arrangement, on: plan) else { return }
        let begin = max(first.output.start, start)
        let position = first.sourceFrame(at: begin)
        if current.told.isComingBack, !plan.markers.hasReturn {
            plan.markers.add(.returns(streamFrame: position), at: begin)
        }
        guard isPlayNews(of: current, in: plan) else { return }
        plan.markers.add(
            current.told.isShifted ? .shifts(streamFrame: position) : .plays(streamFrame: position),
            at: begin)
    }

    /// Whether it is still to be told that the stream plays, or plays elsewhere.
    private func isPlayNews(of current: Transport.Side, in plan: SessionPlan) -> Bool {
        plan.markers.toldToPlay.map { !$0 } ?? (current.told.isShifted || !current.told.plays)
    }

    /// Whether a pause is still to be told: once, also if nothing of the stream was heard yet.
    private func isPauseNews(in plan: SessionPlan) -> Bool {
        plan.markers.toldToPlay
            ?? (state == .pausing || transport.current?.told.plays == true)
    }

    /// Marks where the stream leaves for a break, which it is away for from the beginning of `away`,
    /// and where it is back.
    private func markBreaks(
        _ arrangement: Arrangement, _ current: Transport.Side, _ away: FrameRange,
        on plan: inout SessionPlan
    ) {
        var ends = arrangement.breaks.map(\.end)
        // A break that was cut short has no spots any more.
        if ends.isEmpty, away.start < arrangement.start { ends = [away.end] }
        if away.start >= arrangement.start, !ends.isEmpty, current.hasBegun {
            let streamFrame = leavingFrame(of: current, at: away.start, on: plan.timeline)
            plan.markers.add(.leaves(breakStart, streamFrame: streamFrame), at: away.start)
        }
        for end in ends where end >= arrangement.start {
            if let position = plan.timeline.position(of: current.voice, at: end) {
                plan.markers.add(.returns(streamFrame: position), at: end)
            }
        }
    }

    /// The stream frame that comes at output frame `time`, from which on a break is heard.
    private func leavingFrame(
        of current: Transport.Side, at time: FrameTime, on timeline: OutputTimeline
    ) -> FrameTime {
        let before = timeline.clip(of: current.voice, at: time - 1)
        return before?.sourceFrame(at: time)
            ?? timeline.position(of: current.voice, at: time) ?? current.position
    }

    /// The first clip of `voice` in which it is not silenced by a break.
    private func firstAudible(
        of voice: Voice, in arrangement: Arrangement, on plan: SessionPlan
    ) -> PlannedClip? {
        let breaks = arrangement.underSpots == .muted ? arrangement.breaks : []
        return plan.timeline.clips.first { clip in
            let begin = max(clip.output.start, arrangement.start)
            return clip.voice == voice && clip.role == .playing
                && clip.output.end > arrangement.start && !breaks.contains { $0.contains(begin) }
        }
    }

    private var breakStart: HeardMarkers.BreakStart {
        switch underSpots {
        case .muted: .muted
        case .held: .held
        case .ducked: .ducked
        }
    }
}
