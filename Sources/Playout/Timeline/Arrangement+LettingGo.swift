import AudioMixing
import MediaTime

extension Arrangement {
    /// Fades out whatever was heard up to ``start`` and does not play on.
    func letGo(on timeline: inout OutputTimeline, after before: OutputTimeline) {
        for clip in before.clips where clip.output.contains(start) {
            switch clip.role {
            case .fadingAway:
                timeline.add(clip.part(FrameRange(start, clip.output.end)))
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
        let (envelope, end) = leaving(clip)
        var tail = clip
        tail.envelope = envelope
        tail.role = .fadingAway
        switch clip.voice {
        case .stream, .spot:
            timeline.add(tail.part(FrameRange(start, end)))
        case .muteMusic:
            for turn in before.clips where turn.voice == .muteMusic && turn.role == .playing {
                tail.output = turn.output
                tail.sourceStart = turn.sourceStart
                timeline.add(tail.part(turn.output.intersection(FrameRange(start, end))))
            }
        }
    }

    /// The envelope under which `clip` leaves from ``start`` on, and the frame at which it is gone.
    ///
    /// A fade out that is under way goes on; a spot has no samples to fade after its own end.
    private func leaving(_ clip: PlannedClip) -> (Envelope, end: FrameTime) {
        let current = clip.envelope
        if current.level.to == 0 { return (current, current.level.end) }
        if current.exit.gain(at: start) < 1 { return (current, current.exit.end) }
        var count = breaks.first { $0.start == start }.map(fade(of:)) ?? fadeFrameCount
        if case .spot = clip.voice { count = min(count, clip.output.end - start) }
        let level = Ramp(
            start: start, frameCount: count, from: current.gain(at: start), to: 0)
        return (Envelope(level: level), level.end)
    }
}
