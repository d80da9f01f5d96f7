import AudioMixing
import MediaTime
import PCMAudio

/// What every voice does on the output timeline: the part that was rendered, and the plan.
package struct OutputTimeline: Hashable, Sendable {
    package private(set) var clips: [PlannedClip] = []

    /// Where sources are summed or raised, and the limiter works.
    package private(set) var limited: [FrameRange] = []

    package init() {}

    /// Takes away everything from output frame `time` on; what plays there ends there.
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

    /// Lets the limiter work in `range`, joined with a range after which it has not let go yet.
    package mutating func limit(_ range: FrameRange) {
        guard !range.isEmpty else { return }
        if let last = limited.last, range.start - last.end <= limiterTailFrameCount {
            limited[limited.count - 1].end = max(last.end, range.end)
        } else {
            limited.append(range)
        }
    }

    /// Forgets what ended before output frame `time`, which will not be rendered again.
    package mutating func forget(before time: FrameTime) {
        clips.removeAll { $0.output.end <= time }
        limited.removeAll { $0.end <= time - limiterTailFrameCount }
    }

    /// The clip in which `voice` plays at output frame `time`.
    package func clip(of voice: Voice, at time: FrameTime) -> PlannedClip? {
        clips.last { $0.voice == voice && $0.role == .playing && $0.output.contains(time) }
    }

    /// Where `voice` is at output frame `time`: the frame that it plays, or the one with which it
    /// will go on; `nil` if the timeline does not say.
    package func position(of voice: Voice, at time: FrameTime) -> FrameTime? {
        if let clip = clip(of: voice, at: time) { return clip.sourceFrame(at: time) }
        return clips.first {
            $0.voice == voice && $0.role == .playing && $0.output.start >= time
        }?.sourceStart
    }

    /// The first output frame from `time` on at which `voice` is at its frame `frame` or past it;
    /// `nil` if it plays no further than before it.
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

    /// Where the last clip in which `voice` plays ends, and the frame with which it would go on;
    /// `nil` if it plays nowhere, or on and on.
    package func end(of voice: Voice) -> (output: FrameTime, source: FrameTime)? {
        guard let last = clips.last(where: { $0.voice == voice && $0.role == .playing }),
            last.output.end != .distantFuture
        else { return nil }
        return (last.output.end, last.sourceFrame(at: last.output.end))
    }

    /// Whether `voice` plays anywhere before output frame `time`, as far as is remembered.
    package func plays(_ voice: Voice, before time: FrameTime) -> Bool {
        clips.contains { $0.voice == voice && $0.role == .playing && $0.output.start < time }
    }

    /// The gain at which `voice` is heard at output frame `time`.
    package func gain(of voice: Voice, at time: FrameTime) -> Float {
        clip(of: voice, at: time)?.gain(at: time) ?? 0
    }

    /// The plan that a sink renders.
    ///
    /// `handle` finds the samples of a voice; clips of voices that have none are left out.
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
    /// This envelope, so much louder throughout.
    fileprivate func scaled(by gain: Float) -> Envelope {
        var envelope = self
        envelope.level.from *= gain
        envelope.level.to *= gain
        return envelope
    }
}
