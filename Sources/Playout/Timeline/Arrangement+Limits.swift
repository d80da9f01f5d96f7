import AudioMixing
import MediaTime

extension Arrangement {
    /// Enables the limiter where gains add up to more than one, and where ``spotLimit`` requires
    /// it. Single sources that are not amplified, and crossfades, stay untouched.
    func layLimits(on timeline: inout OutputTimeline) {
        let sounds = joined(timeline.clips.filter { $0.output.end > start })
        var corners: Set<FrameTime> = [start, .distantFuture]
        for sound in sounds {
            corners.formUnion([sound.output.start, sound.output.end])
            for ramp in [sound.envelope.level, sound.envelope.entry, sound.envelope.exit]
            where ramp.from != ramp.to {
                corners.formUnion([ramp.start, ramp.end])
            }
        }
        let edges = corners.filter { $0 >= start }.sorted()
        for (first, last) in zip(edges, edges.dropFirst()) {
            let piece = FrameRange(first, last)
            let heard = sounds.filter { $0.output.contains(first) }
            if isLimitedAnyway(heard) || isRaised(heard, in: piece) { timeline.limit(piece) }
        }
    }

    private func isLimitedAnyway(_ sounds: [PlannedClip]) -> Bool {
        switch spotLimit {
        case .whereRaised: false
        case .everywhere: sounds.contains(where: \.isSpot)
        }
    }

    /// Whether the gains of `sounds`, none of which has a corner within `piece`, add up to more
    /// than one in it.
    private func isRaised(_ sounds: [PlannedClip], in piece: FrameRange) -> Bool {
        // A little more than one: crossfades add up to one only within rounding.
        let ceiling: Float = 1.000_01
        // In a piece without an end all gains are constant.
        let probeCount = piece.end == .distantFuture ? 0 : 32
        return (0...probeCount).contains { probe in
            let time = probe == 0 ? piece.start : piece.start + piece.count * probe / probeCount
            return sounds.reduce(0) { $0 + $1.gain(at: time) } > ceiling
        }
    }

    /// `clips`, with those that continue each other (the turns of a loop) joined.
    private func joined(_ clips: [PlannedClip]) -> [PlannedClip] {
        clips.reduce(into: []) { sounds, clip in
            if let last = sounds.last, last.voice == clip.voice, last.role == clip.role,
                last.envelope == clip.envelope, last.gain == clip.gain,
                last.output.end == clip.output.start
            {
                sounds[sounds.count - 1].output.end = clip.output.end
            } else {
                sounds.append(clip)
            }
        }
    }
}
