import AudioMixing
import MediaTime
import Playout

/// What is known of a spot apart from the plans.
struct SpotFacts {
    /// The length of its sound in frames.
    var frameCount = 0
    /// What the event log says that it is; `nil` for an advertisement.
    var bumper: String?

    var isSlate: Bool { bumper == "slate" }
}

/// The rules for the spots that a sink has rendered.
extension HeardParts {
    /// The first rule that the spots break, whose numbers are those of their play tokens; `nil` if
    /// they break none. Two ads are heard together for `crossfade` frames at most.
    func complaint(about spots: [UInt64: SpotFacts], crossfade: Int) -> String? {
        soundComplaint(spots) ?? togetherComplaint(spots, crossfade: crossfade)
    }

    /// The parts in which a spot plays, with its number.
    private var played: [(token: UInt64, part: Part)] {
        parts.compactMap { part in
            guard case .spot(let token) = part.clip.voice, part.clip.role == .playing else {
                return nil
            }
            return (token, part)
        }
    }

    /// Where each spot was heard.
    var spotRanges: [UInt64: FrameRange] {
        played.reduce(into: [:]) { ranges, one in
            let start = ranges[one.token]?.start ?? one.part.output.start
            ranges[one.token] = FrameRange(start, one.part.output.end)
        }
    }

    /// The number of times that the sound of a spot has begun again.
    var turnCount: Int {
        let ranges = spotRanges
        return played.count { one in
            one.part.clip.sourceFrame(at: one.part.output.start) == .zero
                && one.part.output.start > ranges[one.token]!.start
        }
    }

    /// The number of spots that begin before the previous one has ended.
    var crossfadeCount: Int {
        let ranges = spotRanges.values.sorted { $0.start < $1.start }
        return zip(ranges, ranges.dropFirst()).count { $1.start < $0.end }
    }

    /// A spot is heard frame by frame from its first one to its last, and a slate over and over.
    private func soundComplaint(_ spots: [UInt64: SpotFacts]) -> String? {
        var ranges: [UInt64: FrameRange] = [:]
        for (token, part) in played {
            let (output, facts) = (part.output, spots[token] ?? SpotFacts())
            let start = ranges[token]?.start ?? output.start
            if let end = ranges[token]?.end, output.start != end {
                return "spot \(token), heard up to \(end), goes on at \(output.start)"
            }
            var expected = output.start - start
            if facts.isSlate { expected %= max(1, facts.frameCount) }
            let frame = part.clip.sourceFrame(at: output.start)
            if frame != FrameTime(Int64(expected)) {
                return "spot \(token) is at \(frame), not at \(expected), at \(output.start)"
            }
            if frame + output.count > FrameTime(Int64(facts.frameCount)) {
                return "spot \(token) plays beyond its \(facts.frameCount) frames"
            }
            ranges[token] = FrameRange(start, output.end)
        }
        return nil
    }

    /// Two ads are heard together in a crossfade, which takes half of the shorter one at most and
    /// is no louder than one of them. Bumpers and slates have none.
    private func togetherComplaint(
        _ spots: [UInt64: SpotFacts], crossfade: Int
    ) -> String? {
        let ranges = spotRanges.sorted { $0.value.start < $1.value.start }
        for (index, (first, range)) in ranges.enumerated() {
            for (second, other) in ranges.dropFirst(index + 1) {
                let both = range.intersection(other)
                guard !both.isEmpty else { break }
                let facts = [first, second].map { spots[$0] ?? SpotFacts() }
                let shorter = facts.map(\.frameCount).min() ?? 0
                let hasCrossfade = facts.allSatisfy { $0.bumper == nil }
                let limit = hasCrossfade ? min(crossfade, shorter / 2) : 0
                if both.count > limit {
                    return "spots \(first) and \(second) are heard together in \(both)"
                }
                // It plays on if the second one was cut while it came in.
                let wasCut = range.count < facts[0].frameCount || both.end < range.end
                if let words = fadeComplaint(in: both, from: first, to: second, wasCut: wasCut) {
                    return words
                }
            }
        }
        return nil
    }

    /// The second spot comes in from nothing, the first one goes out to nothing unless it was cut, and
    /// both are never louder than one.
    private func fadeComplaint(
        in both: FrameRange, from first: UInt64, to second: UInt64, wasCut: Bool
    ) -> String? {
        // A frame of a short fade is a large step.
        let step = 2 / Float(both.count)
        if let gain = fade(of: second, at: both.start), gain > step {
            return "spot \(second) begins at \(both.start) with gain \(gain)"
        }
        if !wasCut, let gain = fade(of: first, at: both.end - 1), gain > step {
            return "spot \(first) ends at \(both.end) with gain \(gain)"
        }
        for frame in [both.start, both.start + both.count / 2, both.end - 1] {
            let gains = [first, second].compactMap { fade(of: $0, at: frame) }
            let power = gains.reduce(0) { $0 + $1 * $1 }
            if power > 1.001 {
                return "spots \(first) and \(second) have power \(power) at \(frame)"
            }
        }
        return nil
    }

    /// The gain of a spot's fades at output frame `frame`; `nil` if it does not play there.
    private func fade(of token: UInt64, at frame: FrameTime) -> Float? {
        let envelope = played.first { $0.token == token && $0.part.output.contains(frame) }?.part
            .clip.envelope
        return envelope.map { $0.entry.gain(at: frame) * $0.exit.gain(at: frame) }
    }
}
