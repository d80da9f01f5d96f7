import AudioMixing
import MediaTime

extension Arrangement {
    /// Audio that plays alone while the stream stands still.
    package struct VoiceOver: Hashable, Sendable {
        package var voice: Voice

        /// The frame at which it continues.
        package var position: FrameTime

        /// The frame after its last one.
        package var end: FrameTime

        /// Its constant gain.
        package var gain: Float

        package init(voice: Voice, position: FrameTime, end: FrameTime, gain: Float) {
            self.voice = voice
            self.position = position
            self.end = end
            self.gain = gain
        }
    }

    /// Lays the voice-over from ``start`` on, with fades at its beginning and end.
    func layVoiceOver(on timeline: inout OutputTimeline, after before: OutputTimeline) {
        guard let voiceOver else { return }
        let range = FrameRange(start, count: voiceOver.end - voiceOver.position)
        let current = before.clip(of: voiceOver.voice, at: start)?.envelope.level
        var level = current ?? .constant(0)
        if level.to != heardAdVolume {
            level = level.turned(at: start, to: heardAdVolume, over: fade(of: range))
        }
        let exit = range.end - fade(of: range)
        timeline.add(
            PlannedClip(
                voice: voiceOver.voice, output: range, sourceStart: voiceOver.position,
                envelope: Envelope(
                    level: level,
                    exit: Ramp(start: exit, frameCount: fade(of: range), from: 1, to: 0)),
                gain: voiceOver.gain))
    }
}
