import AudioMixing
import MediaTime

extension Arrangement {
    /// Fades out every voice that was audible up to ``start`` and does not play on.
    func letGo(on timeline: inout OutputTimeline, after before: OutputTimeline) {
        for clip in before.clips where clip.output.contains(start) {
            switch clip.role {
            case .fadingAway:
                for turn in before.turns(from: clip) where turn.envelope == clip.envelope {
                    timeline.add(
                        turn.part(FrameRange(max(turn.output.start, start), turn.output.end)))
                }
            case .playing:
                guard timeline.clip(of: clip.voice, at: start) == nil else { continue }
                fadeAway(clip, on: &timeline, after: before)
            }
        }
    }

    private func fadeAway(
        _ clip: PlannedClip, on timeline: inout OutputTimeline, after before: OutputTimeline
    ) {
        guard clip.envelope.gain(at: start) > 0 else { return }
        let (envelope, end) = leaving(clip, after: before)
        let tail = FrameRange(start, end)
        let turns = before.turns(from: clip)
        switch clip.voice {
        case .stream, .voiceOver:
            timeline.add(clip.part(tail).leaving(under: envelope))
        case .spot where turns.count == 1:
            timeline.add(clip.part(tail).leaving(under: envelope))
        case .spot, .muteMusic:
            for turn in turns {
                let part = turn.part(turn.output.intersection(tail))
                timeline.add(part.leaving(under: envelope))
            }
        }
    }

    /// The envelope for fading out `clip` from ``start`` on, and the frame at which the fade ends.
    ///
    /// A fade-out that has begun continues, unless it is a crossfade, which may be long. A spot or a
    /// voice-over must fade before its own end, because it has no samples after it.
    private func leaving(
        _ clip: PlannedClip, after before: OutputTimeline
    ) -> (Envelope, end: FrameTime) {
        let current = clip.envelope
        if current.level.to == 0 { return (current, current.level.end) }
        if current.exit.curve != .equalPower, current.exit.gain(at: start) < 1 {
            return (current, current.exit.end)
        }
        var count = breaks.first { $0.start == start }.map(fade(of:)) ?? fadeFrameCount
        switch clip.voice {
        case .spot: count = min(count, (before.turns(from: clip).last ?? clip).output.end - start)
        case .voiceOver: count = min(count, clip.output.end - start)
        case .stream: count = max(count, changeFrameCount)
        case .muteMusic: break
        }
        let level = Ramp(
            start: start, frameCount: count, from: current.gain(at: start), to: 0)
        return (Envelope(level: level), level.end)
    }
}

extension PlannedClip {
    fileprivate func leaving(under envelope: Envelope) -> PlannedClip {
        var clip = self
        clip.envelope = envelope
        clip.role = .fadingAway
        return clip
    }
}

extension OutputTimeline {
    /// `clip` and the clips that follow it without a gap: its continuation, or its next turns.
    fileprivate func turns(from clip: PlannedClip) -> [PlannedClip] {
        var turns = [clip]
        while let last = turns.last,
            let next = clips.first(where: { next in
                next.voice == last.voice && next.output.start == last.output.end
                    && [.zero, last.sourceFrame(at: last.output.end)].contains(next.sourceStart)
            })
        {
            turns.append(next)
        }
        return turns
    }
}
