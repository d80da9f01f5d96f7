import AudioMixing
import MediaTime

extension Arrangement {
    /// Lays the mute music, turn after turn, outside of breaks. After a break it resumes at the
    /// frame at which the break began.
    func layMuteMusic(on timeline: inout OutputTimeline, after before: OutputTimeline) {
        guard let muteMusic, muteMusic.frameCount > 0 else { return }
        let last = start + muteMusic.reach
        var time = start
        var phase = Int(before.position(of: .muteMusic, at: start)?.frames ?? 0)
        for span in breaks + [FrameRange(last, last)] where span.end > start {
            let range = FrameRange(time, span.start)
            time = span.end
            guard !range.isEmpty else { continue }
            let level = opening(of: range, after: before)
            muteMusic.play(range, from: phase, at: level, as: .playing, on: &timeline)
            phase += range.count
            guard !span.isEmpty else { continue }
            let fade = level.turned(at: span.start, to: 0, over: fade(of: span))
            muteMusic.play(
                FrameRange(fade.start, fade.end), from: phase, at: fade, as: .fadingAway,
                on: &timeline)
        }
    }

    /// The gain of the music from the beginning of `range` on.
    private func opening(of range: FrameRange, after before: OutputTimeline) -> Ramp {
        guard range.start == start, let clip = before.clip(of: .muteMusic, at: start) else {
            return Ramp(start: range.start, frameCount: fadeFrameCount, from: 0, to: volume)
        }
        let current = clip.envelope.level
        return current.to == volume
            ? current : current.turned(at: start, to: volume, over: fadeFrameCount)
    }
}

extension Arrangement.MuteMusic {
    /// Lays turns over `range`, starting at frame `first`, which counts through all turns.
    fileprivate func play(
        _ range: FrameRange, from first: Int, at level: Ramp, as role: PlannedClip.Role,
        on timeline: inout OutputTimeline
    ) {
        var phase = first % frameCount
        var time = range.start
        while time < range.end {
            let turn = FrameRange(time, min(range.end, time + (frameCount - phase)))
            timeline.add(
                PlannedClip(
                    voice: .muteMusic, output: turn, sourceStart: FrameTime(Int64(phase)),
                    envelope: Envelope(level: level), role: role))
            time = turn.end
            phase = 0
        }
    }
}
