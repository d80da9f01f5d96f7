import AudioMixing
import MediaTime
import PCMAudio

/// The clips of all voices on the output timeline, both rendered and planned.
package struct OutputTimeline: Hashable, Sendable {
    package private(set) var clips: [PlannedClip] = []

    /// Where sources are summed or amplified, and the limiter works.
    package private(set) var limited: [FrameRange] = []

    package init() {}

    /// Removes everything from output frame `time` on; clips that play there end there.
    package mutating func cut(at time: FrameTime) {
        clips = clips.compactMap { clip in
            guard clip.output.start < time else { return nil }
            var clip = clip
            clip.output.end = min(clip.output.end, time)
            return clip
        }
        limited = limited.compactMap { range in
            range.start < time ? FrameRange(range.start, min(range.end, time)) : nil
        }
    }

    /// Ends `voice` at output frame `time`; other voices play on.
    package mutating func end(_ voice: Voice, at time: FrameTime) {
        clips = clips.compactMap { clip in
            guard clip.voice == voice, clip.output.end > time else { return clip }
            guard clip.output.start < time else { return nil }
            var clip = clip
            clip.output.end = time
            return clip
        }
    }

    package mutating func add(_ clip: PlannedClip) {
        guard !clip.output.isEmpty else { return }
        clips.append(clip)
    }

    /// Enables the limiter in `range`, joined with the last range if its release would overlap.
    package mutating func limit(_ range: FrameRange) {
        guard !range.isEmpty else { return }
        if let last = limited.last, range.start - last.end <= limiterTailFrameCount {
            limited[limited.count - 1].end = max(last.end, range.end)
        } else {
            limited.append(range)
        }
    }

    /// Drops what ended before output frame `time`, which will not be rendered again.
    package mutating func forget(before time: FrameTime) {
        clips.removeAll { $0.output.end <= time }
        limited.removeAll { $0.end <= time - limiterTailFrameCount }
    }

    /// The first output frame at which the last clip of a voice other than `voice` ends; `nil` if
    /// there is none.
    package func firstEnd(exceptOf voice: Voice?) -> FrameTime? {
        clips.lazy
            .filter { clip in
                clip.voice != voice
                    && !clips.contains { $0.voice == clip.voice && $0.output.end > clip.output.end }
            }
            .map(\.output.end).min().flatMap { $0 == .distantFuture ? nil : $0 }
    }

    /// The clip in which `voice` plays at output frame `time`.
    package func clip(of voice: Voice, at time: FrameTime) -> PlannedClip? {
        clips.last { $0.voice == voice && $0.role == .playing && $0.output.contains(time) }
    }

    /// The position of `voice` at output frame `time`: the frame that it plays, or the one at which
    /// it will resume; `nil` if it has no clip.
    package func position(of voice: Voice, at time: FrameTime) -> FrameTime? {
        if let clip = clip(of: voice, at: time) { return clip.sourceFrame(at: time) }
        return clips.first {
            $0.voice == voice && $0.role == .playing && $0.output.start >= time
        }?.sourceStart
    }

    /// The first output frame from `time` on at which `voice` has reached its frame `frame`; `nil`
    /// if it does not reach it.
    package func time(of voice: Voice, reaching frame: FrameTime, from time: FrameTime)
        -> FrameTime?
    {
        clips.lazy
            .filter { $0.voice == voice && $0.role == .playing && $0.output.end > time }
            .map { clip in
                let start = max(clip.output.start, time)
                return (start + max(0, frame - clip.sourceFrame(at: start)), clip.output.end)
            }
            .first { reached, end in reached <= end }?.0
    }

    /// The end of the last clip in which `voice` plays, and the frame at which it would continue.
    /// `nil` if there is no such clip, or it has no end.
    package func end(of voice: Voice) -> (output: FrameTime, source: FrameTime)? {
        guard let last = clips.last(where: { $0.voice == voice && $0.role == .playing }),
            last.output.end != .distantFuture
        else { return nil }
        return (last.output.end, last.sourceFrame(at: last.output.end))
    }

    /// Whether `voice` plays anywhere before output frame `time`, as far as clips are kept.
    package func plays(_ voice: Voice, before time: FrameTime) -> Bool {
        clips.contains { $0.voice == voice && $0.role == .playing && $0.output.start < time }
    }

    /// The gain of `voice` at output frame `time`.
    package func gain(of voice: Voice, at time: FrameTime) -> Float {
        clip(of: voice, at: time)?.gain(at: time) ?? 0
    }

    /// The plan that a sink renders.
    ///
    /// `handle` returns the samples of a voice; clips of voices without samples are omitted.
    package func plan(
        validFrom: FrameTime, handle: (Voice) -> SampleHandle?
    ) -> MixPlan {
        MixPlan(
            validFrom: validFrom,
            clips: clips.compactMap { clip in
                handle(clip.voice).map {
                    Clip(
                        source: $0, output: clip.output, sourceStart: clip.sourceStart,
                        envelope: clip.envelope.scaled(by: clip.gain))
                }
            },
            limited: limited)
    }
}

extension Envelope {
    /// This envelope with every gain multiplied by `gain`.
    fileprivate func scaled(by gain: Float) -> Envelope {
        var envelope = self
        envelope.level.from *= gain
        envelope.level.to *= gain
        return envelope
    }
}
