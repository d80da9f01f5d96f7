import MediaTime

/// The stream frames that a listener has recently heard of the programme, without spots, as far
/// back as they count for its loudness.
package struct HeardProgramme: Hashable, Sendable {
    /// A stretch of output time in which one stream was heard.
    package struct Stretch: Hashable, Sendable {
        /// The stream's generation, as in ``Voice/stream(generation:)``.
        package let generation: Int
        /// The output frames at which it was heard.
        package fileprivate(set) var output: FrameRange
        fileprivate let sourceStart: FrameTime

        /// The stream frames that were heard.
        package var stream: FrameRange { FrameRange(sourceStart, count: output.count) }
    }

    package private(set) var stretches: [Stretch] = []

    /// The end of the recorded output time.
    private var end: FrameTime

    /// How many frames are kept: three minutes.
    private static let length = 180 * FrameTime.rate

    /// An empty record, which begins at output frame `start`.
    package init(from start: FrameTime = .zero) {
        end = start
    }

    /// Records what `timeline` plays from the end of the last record up to `frame`. Discards
    /// records from `frame` on, which were replaced before they played.
    package mutating func note(_ timeline: OutputTimeline, before frame: FrameTime) {
        takeBack(from: frame)
        let added = FrameRange(end, frame)
        let spots = timeline.clips.filter(\.isSpot).map { $0.output.intersection(added) }
            .filter { !$0.isEmpty }
        for clip in timeline.clips where clip.role == .playing && clip.envelope.level.to > 0 {
            guard case .stream(let generation) = clip.voice else { continue }
            for range in clip.output.intersection(added).without(spots) {
                add(
                    Stretch(
                        generation: generation, output: range,
                        sourceStart: clip.sourceFrame(at: range.start)))
            }
        }
        end = max(end, frame)
        forget()
    }

    private mutating func takeBack(from frame: FrameTime) {
        guard frame < end else { return }
        stretches.removeAll { $0.output.start >= frame }
        for index in stretches.indices {
            stretches[index].output.end = min(stretches[index].output.end, frame)
        }
        end = frame
    }

    private mutating func add(_ stretch: Stretch) {
        if let last = stretches.last, last.generation == stretch.generation,
            last.output.end == stretch.output.start, last.stream.end == stretch.sourceStart
        {
            stretches[stretches.count - 1].output.end = stretch.output.end
        } else {
            stretches.append(stretch)
        }
    }

    /// Drops the oldest frames over ``length``.
    private mutating func forget() {
        var surplus = stretches.reduce(-Self.length) { $0 + $1.output.count }
        while surplus > 0, let first = stretches.first {
            stretches.removeFirst()
            if first.output.count > surplus {
                let rest = FrameRange(first.output.start + surplus, first.output.end)
                stretches.insert(
                    Stretch(
                        generation: first.generation, output: rest,
                        sourceStart: first.sourceStart + surplus), at: 0)
            }
            surplus -= first.output.count
        }
    }
}

extension PlannedClip {
    /// Whether it is advertising audio, whose peaks are kept under the ceiling.
    var isSpot: Bool {
        switch voice {
        case .spot, .voiceOver: true
        case .stream, .muteMusic: false
        }
    }
}

extension FrameRange {
    /// The parts of it outside of `others`.
    func without(_ others: [FrameRange]) -> [FrameRange] {
        others.reduce(into: isEmpty ? [] : [self]) { rest, other in
            rest = rest.flatMap { part in
                [
                    FrameRange(part.start, min(part.end, max(other.start, part.start))),
                    FrameRange(max(part.start, min(other.end, part.end)), part.end),
                ].filter { !$0.isEmpty }
            }
        }
    }
}
