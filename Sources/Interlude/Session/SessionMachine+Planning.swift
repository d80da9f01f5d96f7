import AdPlayback
import MediaTime
import PCMAudio
import Playout

/// How what was decided becomes clips.
extension SessionMachine {
    /// Lays out everything anew from output frame `frame` on, and publishes it.
    mutating func arrange(from frame: FrameTime) {
        switching = .settled
        lastScore = score
        lastFrame = frame
        lastPlanHasNewLayout = adsAwaitSwitch
        if adsAwaitSwitch {
            adsAwaitSwitch = false
            tell(.switchable(frame))
        }
        layOut(from: frame)
    }

    /// The sink refused the last plan: the one before it holds up to `frame`.
    mutating func arrangeAnew(from frame: FrameTime) {
        score.timeline = lastScore.timeline
        score.agenda = lastScore.agenda
        score.rest = lastScore.rest
        // What stood in both plans was told already, as far as it was heard.
        score.agenda.drop(before: lastFrame, heard: heard)
        if lastPlanHasNewLayout { tell(.layoutRefused(frame)) }
        layOut(from: frame)
    }

    private mutating func layOut(from frame: FrameTime) {
        takeOver(at: frame)
        keepVoiceOver(before: frame)
        heardProgramme.note(score.timeline, before: frame)
        score.agenda.cut(at: frame)
        if let away = score.layout?.away, away.end < frame, away.end <= heard {
            score.layout = nil
        }
        noteFirstSpotWait(from: frame)
        let arrangement = arrangement(from: frame)
        arrangement.lay(on: &score.timeline)
        mark(arrangement)
        if case .fading(let end, let limit) = ending {
            ending = .at(min(frame + arrangement.fadeFrameCount, limit), end)
        }
        score.timeline.forget(before: max(.zero, heard - 2 * FrameTime.rate))
        effects.append(.publish(score.timeline, validFrom: frame))
    }

    /// Keeps where the stream is, and puts a stream that has become ready in its place.
    private mutating func takeOver(at frame: FrameTime) {
        takeBackExhaustion(from: frame)
        if hold == nil, let position = streamFrame(at: frame) { deck.current?.position = position }
        if let current = deck.current, score.timeline.plays(current.voice, before: frame) {
            deck.current?.hasBegun = true
        }
        if let old = takeOverNext() { effects.append(.closeStream(generation: old)) }
        // What is not paused fills the buffer as soon as it is heard.
        if isPaused, deck.current?.readiness == .ready { move(.bufferFilled) }
    }

    /// Lets the stream that is being opened take over, if it is ready, and the one that is heard
    /// does not stand still for something else.
    ///
    /// Returns the generation that is not needed any more.
    private mutating func takeOverNext() -> Int? {
        guard hold?.phase != .standing || deck.incoming?.origin == .opened else { return nil }
        let old = deck.takeOver(isPaused ? .paused : .running)
        if hold?.phase == .leaving, deck.current?.position == hold?.target {
            hold = nil
            deck.current?.isShifted = false
            deck.current?.isComingBack = true
        }
        return old
    }

    private func arrangement(from frame: FrameTime) -> Arrangement {
        var arrangement = Arrangement(
            start: frame, fadeFrameCount: configuration.fade.frameCount)
        arrangement.volume = focus.userVolume
        if case .fading = ending { return arrangement }
        arrangement.programme = programme
        if isCrossing(at: frame) {
            arrangement.programme?.entry = .crossfade(frameCount: Self.crossfadeFrameCount)
        }
        if let layout = score.layout, layout.away != nil {
            arrangement.spots = layout.spots.filter { $0.range.end > frame }.map {
                Arrangement.PlacedSpot(
                    voice: .spot(token: $0.token.rawValue), range: $0.range,
                    gain: Gain.decibels($0.decibels).linear)
            }
        }
        arrangement.underSpots = underSpots
        arrangement.spotLimit = spotLimit
        arrangement.voiceOver = arrangedVoiceOver
        if focus.streamer == .muted, let muteMusicFrameCount, programme?.state != .waiting {
            arrangement.muteMusic = Arrangement.MuteMusic(frameCount: muteMusicFrameCount)
        }
        return arrangement
    }

    /// Whether a stream that could begin waits for the advertisements before it to be laid out.
    ///
    /// It does not wait for those that are kept back.
    var waitsForFirstSpots: Bool {
        guard let current = deck.current, firstSpotWait != .over else { return false }
        return !current.hasBegun && adsComeFirst && score.layout == nil
    }

    /// Notes whether the stream waits in the layout that begins at `frame`, and for how long.
    private mutating func noteFirstSpotWait(from frame: FrameTime) {
        switch firstSpotWait {
        case .over: break
        case .until where waitsForFirstSpots: break
        case .until, .none:
            let limit = configuration.firstSpotLimit.map { frame + $0.frameCount }
            firstSpotWait = waitsForFirstSpots ? .until(limit ?? .distantFuture) : .none
        }
    }

    /// Lets the stream begin without its first spots if they have taken too long.
    mutating func endFirstSpotWait() {
        guard case .until(let frame) = firstSpotWait, frame <= heard else { return }
        firstSpotWait = .over
        wantSwitch()
    }

    /// How long two places of a live stream are heard together where the listener goes from one to
    /// the other (A56, A78): 50 ms.
    private static let crossfadeFrameCount = FrameTime.rate / 20

    private var adsComeFirst: Bool { adsAreBusy && ads.admission == .open }

    private var programme: Arrangement.Programme? {
        guard let current = deck.current, current.exhaustedAt == nil else { return nil }
        var programme = Arrangement.Programme(
            voice: current.voice, position: current.position)
        let turn = truex.coordinator.nextTurn
        programme.stop = turn == .distantFuture ? nil : turn
        if current.readiness != .ready || current.transport == .paused || hold != nil {
            programme.state = .waiting
        } else if focus.streamer == .muted {
            programme.state = .mutedByStreamer
        } else if !current.hasBegun, adsComeFirst, firstSpotWait != .over {
            // Nothing of the stream is heard before the advertisements that come before it.
            if waitsForFirstSpots {
                programme.state = .waiting
            } else if !consumesUnderFirstSpots {
                programme.state = .waitingForSpots
            }
        }
        let isVeryFirst =
            !current.hasBegun && current.generation == 1 && score.layout == nil
        programme.entry = isVeryFirst ? .cut : .fade
        return programme
    }

    /// Whether at output frame `frame` the listener goes from one frame of a live stream to
    /// another, or is still on his way.
    ///
    /// Who wants no ramps gets none.
    private func isCrossing(at frame: FrameTime) -> Bool {
        guard let current = deck.current, current.isLive, current.origin == .jumped,
            configuration.fade > .zero
        else { return false }
        return score.timeline.clips.contains { clip in
            guard case .stream = clip.voice, clip.voice != current.voice else { return false }
            return clip.output.contains(frame)
        }
    }

    /// Whether a stream that has not been heard yet goes on under a pre-stream ad.
    ///
    /// A live stream does, so that it is live afterwards; a file begins with its first frame.
    private var consumesUnderFirstSpots: Bool {
        guard let current = deck.current, current.isLive else { return false }
        return underSpots == .muted
    }

    private var underSpots: Arrangement.StreamUnderSpots {
        switch configuration.breakPolicy {
        case .mute: .muted
        case .hold:
            deck.current?.isLive == true && configuration.resume == .live ? .muted : .held
        case .duck:
            .ducked(
                gain: AudioFocus.duck, attackFrameCount: Duration.milliseconds(150).frameCount,
                releaseFrameCount: Duration.milliseconds(600).frameCount)
        }
    }

    /// Writes down what is to be said once the arrangement is heard.
    private mutating func mark(_ arrangement: Arrangement) {
        let start = arrangement.start
        markMuteMusic(arrangement)
        if isPaused, isPauseNews { score.agenda.add(.pauses, at: start) }
        noteRest(arrangement)
        guard let current = deck.current else { return }
        guard let programme = arrangement.programme, programme.state != .waiting else { return }
        markBreaks(arrangement, current)
        guard let first = firstAudible(of: current.voice, in: arrangement) else { return }
        let begin = max(first.output.start, start)
        let position = first.sourceFrame(at: begin)
        if current.isComingBack, !score.agenda.hasReturn {
            score.agenda.add(.returns(streamFrame: position), at: begin)
        }
        guard isPlayNews(of: current) else { return }
        score.agenda.add(
            current.isShifted ? .shifts(streamFrame: position) : .plays(streamFrame: position),
            at: begin)
    }

    /// Whether it is still to be told that the stream plays, or plays elsewhere.
    private func isPlayNews(of current: StreamDeck.Side) -> Bool {
        score.agenda.toldToPlay.map { !$0 } ?? (current.isShifted || !current.isToldToPlay)
    }

    /// Whether a pause is still to be told: once, also if nothing of the stream was heard yet.
    private var isPauseNews: Bool {
        score.agenda.toldToPlay ?? (state == .pausing || deck.current?.isToldToPlay == true)
    }

    private mutating func markBreaks(_ arrangement: Arrangement, _ current: StreamDeck.Side) {
        guard let away = score.layout?.away else { return }
        var ends = arrangement.breaks.map(\.end)
        // A break that was cut short has no spots any more.
        if ends.isEmpty, away.start < arrangement.start { ends = [away.end] }
        if away.start >= arrangement.start, !ends.isEmpty, current.hasBegun {
            let leave = Agenda.Mark.leaves(
                breakStart, streamFrame: leavingFrame(of: current, at: away.start))
            score.agenda.add(leave, at: away.start)
        }
        for end in ends where end >= arrangement.start {
            if let position = score.timeline.position(of: current.voice, at: end) {
                score.agenda.add(.returns(streamFrame: position), at: end)
            }
        }
    }

    /// The stream frame that comes at output frame `time`, from which on a break is heard.
    private func leavingFrame(of current: StreamDeck.Side, at time: FrameTime) -> FrameTime {
        let before = score.timeline.clip(of: current.voice, at: time - 1)
        return before?.sourceFrame(at: time)
            ?? score.timeline.position(of: current.voice, at: time) ?? current.position
    }

    /// The first clip of `voice` in which it is not silenced by a break.
    private func firstAudible(
        of voice: Voice, in arrangement: Arrangement
    ) -> PlannedClip? {
        let breaks = arrangement.underSpots == .muted ? arrangement.breaks : []
        return score.timeline.clips.first { clip in
            let begin = max(clip.output.start, arrangement.start)
            return clip.voice == voice && clip.role == .playing
                && clip.output.end > arrangement.start && !breaks.contains { $0.contains(begin) }
        }
    }

    private mutating func markMuteMusic(_ arrangement: Arrangement) {
        guard let music = arrangement.muteMusic else { return }
        score.agenda.add(.muteMusicRunsOut, at: arrangement.start + music.reach / 2)
    }

    private var breakStart: Agenda.BreakStart {
        switch underSpots {
        case .muted: .muted
        case .held: .held
        case .ducked: .ducked
        }
    }
}
