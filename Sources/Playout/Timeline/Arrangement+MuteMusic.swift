import AudioMixing
import MediaTime

extension Arrangement {
    /// Lays the mute music, turn after turn, wherever no spot is heard.
    func layMuteMusic(on timeline: inout OutputTimeline, after before: OutputTimeline) {
        guard let muteMusic, muteMusic.frameCount > 0 else { return }
        let last = start + muteMusic.reach
        var time = start
        for span in breaks + [FrameRange(last, last)] where span.end > start {
            play(muteMusic, in: FrameRange(time, span.start), on: &timeline, after: before)
            time = span.end
        }
    }

    private func play(
        _ music: MuteMusic, in range: FrameRange, on timeline: inout OutputTimeline,
        after before: OutputTimeline
    ) {
        var level = Ramp(start: range.start, frameCount: fadeFrameCount, from: 0, to: volume)
        var phase = 0
        if range.start == start, let clip = before.clip(of: .muteMusic, at: start) {
            phase = Int(clip.sourceFrame(at: start).frames)
            level = clip.envelope.level
            if level.to != volume {
                level = Ramp(
                    start: start, frameCount: fadeFrameCount, from: level.gain(at: start),
                    to: volume)
            }
        }
        var time = range.start
        while time < range.end {
            let turn = FrameRange(time, min(range.end, time + (music.frameCount - phase)))
            timeline.add(
                PlannedClip(
                    voice: .muteMusic, output: turn, sourceStart: FrameTime(Int64(phase)),
                    envelope: Envelope(level: level)))
            time = turn.end
            phase = 0
        }
    }
}
