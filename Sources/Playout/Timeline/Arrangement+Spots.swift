import AudioMixing
import MediaTime

extension Arrangement {
    /// Lays the spots: fades at the edges of each break, nothing where spots touch.
    func laySpots(on timeline: inout OutputTimeline, after before: OutputTimeline) {
        let breaks = self.breaks
        for spot in spots where spot.range.end > start {
            let opens = breaks.contains { $0.start == spot.range.start }
            let closes = breaks.contains { $0.end == spot.range.end }
            let begun = before.clip(of: spot.voice, at: start)
            let fade = min(fadeFrameCount, spot.range.count / 2)
            var envelope = Envelope(level: .constant(volume))
            if opens {
                envelope.entry = Ramp(
                    start: spot.range.start, frameCount: fade, from: 0, to: 1)
            }
            if closes {
                envelope.exit = Ramp(
                    start: spot.range.end - fade, frameCount: fade, from: 1, to: 0)
            }
            if let begun { envelope = goingOn(begun.envelope, as: envelope) }
            let first = max(spot.range.start, start)
            timeline.add(
                PlannedClip(
                    voice: spot.voice, output: FrameRange(first, spot.range.end),
                    sourceStart: FrameTime(Int64(first - spot.range.start)), envelope: envelope))
        }
    }

    /// The envelope `next` for a spot that sounds already, moving there from `current`.
    private func goingOn(_ current: Envelope, as next: Envelope) -> Envelope {
        var envelope = next
        envelope.entry = current.entry
        if current.level.to == volume {
            envelope.level = current.level
        } else {
            envelope.level = Ramp(
                start: start, frameCount: fadeFrameCount, from: current.level.gain(at: start),
                to: volume)
        }
        if current.exit != next.exit, current.exit.gain(at: start) < 1 {
            // The spot was fading out for an end that has moved: it comes back up from here.
            envelope.entry = Ramp(
                start: start, frameCount: fadeFrameCount,
                from: current.entry.gain(at: start) * current.exit.gain(at: start), to: 1)
        }
        return envelope
    }
}
