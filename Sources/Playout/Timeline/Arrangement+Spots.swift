import AudioMixing
import MediaTime

extension Arrangement {
    /// Lays the spots: with fades at the edges of each break, with crossfades where spots overlap,
    /// and without a fade where they touch.
    func laySpots(on timeline: inout OutputTimeline, after before: OutputTimeline) {
        for span in breaks where span.end > start {
            let spots = spots.filter { span.contains($0.range.start) && $0.range.end > start }
            // One that was to begin already, and begins later, has nothing to go on with.
            let current = spots.map {
                $0.range.start > start ? nil : before.clip(of: $0.voice, at: start)?.envelope
            }
            func next(after index: Int) -> PlacedSpot? { spots.dropFirst(index + 1).first }
            let begun = zip(spots.indices, current).map { index, envelope in
                envelope.map {
                    goingOn(
                        alone($0, of: spots[index], before: next(after: index)), through: span)
                }
            }
            let shared = begun.lazy.compactMap(\.self).first ?? envelope(of: span)
            for (index, spot) in spots.enumerated() {
                let envelope = crossfaded(
                    begun[index] ?? shared, of: spot, after: index > 0 ? spots[index - 1] : nil,
                    before: next(after: index), from: current[index])
                for turn in spot.turns(from: start) {
                    timeline.add(
                        PlannedClip(
                            voice: spot.voice, output: turn.output,
                            sourceStart: FrameTime(Int64(turn.phase)),
                            envelope: envelope, gain: spot.gain))
                }
            }
        }
    }

    /// The length in frames of the fades at the edges of a break; shorter in a short break.
    func fade(of span: FrameRange) -> Int { min(fadeFrameCount, span.count / 2) }

    /// The envelope of all spots of a new break, but for crossfades. They share one: a ramp across a
    /// joint then continues in the next spot.
    private func envelope(of span: FrameRange) -> Envelope {
        Envelope(
            level: .constant(heardAdVolume),
            entry: Ramp(
                start: max(span.start, start), frameCount: fade(of: span), from: 0, to: 1),
            exit: exit(of: span, over: fade(of: span)))
    }

    /// The envelope of all spots of a break that is already playing, under `current`.
    private func goingOn(_ current: Envelope, through span: FrameRange) -> Envelope {
        var envelope = current
        if current.level.to != heardAdVolume {
            envelope.level = current.level.turned(
                at: start, to: heardAdVolume, over: fadeFrameCount)
        }
        guard current.exit.end != span.end else { return envelope }
        let rest = current.exit.gain(at: start)
        if rest < 1 {
            // It was fading out towards an end that has moved: fade in again from here.
            envelope.entry = Ramp(
                start: start, frameCount: fadeFrameCount,
                from: current.entry.gain(at: start) * rest, to: 1)
        }
        envelope.exit = exit(of: span, over: fadeFrameCount)
        return envelope
    }

    /// The fade-out at the end of a break; shorter if the plan begins within it, and longer if the
    /// last spot has a fade of its own.
    private func exit(of span: FrameRange, over frameCount: Int) -> Ramp {
        let own = spots.first { $0.range.end == span.end }?.fadeStart
        let first = max(own ?? (span.end - frameCount), start)
        return Ramp(start: first, frameCount: span.end - first, from: 1, to: 0)
    }
}

extension Arrangement.PlacedSpot {
    /// The output frames from `start` on in which its sound is heard without a break, and the first of
    /// its frames in each.
    fileprivate func turns(from start: FrameTime) -> [(output: FrameRange, phase: Int)] {
        var time = max(range.start, start)
        guard let turnFrameCount, turnFrameCount > 0 else {
            return [(FrameRange(time, range.end), time - range.start)]
        }
        var turns: [(FrameRange, Int)] = []
        while time < range.end {
            let phase = (time - range.start) % turnFrameCount
            let end = min(range.end, time + (turnFrameCount - phase))
            turns.append((FrameRange(time, end), phase))
            time = end
        }
        return turns
    }
}
