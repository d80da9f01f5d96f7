import MediaTime

/// What a listener has lately heard of the programme alone, without spots: which stream frames, as
/// far back as its loudness is judged by.
package struct HeardProgramme: Hashable, Sendable {
    /// A stretch of output time in which one stream was heard.
    package struct Stretch: Hashable, Sendable {
        /// Which opening of the stream it was.
        package let generation: Int
        fileprivate var output: FrameRange
        fileprivate let sourceStart: FrameTime

        /// The stream frames that were heard.
        package var stream: FrameRange { FrameRange(sourceStart, count: output.count) }
    }

    package private(set) var stretches: [Stretch] = []

    /// The first output frame of which nothing was noted.
    private var end: FrameTime

    /// How much is kept.
    private static let length = 180 * FrameTime.rate

    /// Nothing was heard yet, and nothing counts that was heard before output frame `start`.
    package init(from start: FrameTime = .zero) {
        end = start
    }

    /// Notes what `timeline` says of output time from where the last note ended up to `frame`; what
    /// was noted of time from `frame` on did not come to be.
    package mutating func note(_ timeline: OutputTimeline, before frame: FrameTime) {
        takeBack(from: frame)
        let news = FrameRange(end, frame)
        let spots = timeline.clips.filter(\.isSpot).map { $0.output.intersection(news) }
            .filter { !$0.isEmpty }
        for clip in timeline.clips where clip.role == .playing && clip.envelope.level.to > 0 {
            guard case .stream(let generation) = clip.voice else { continue }
            for range in clip.output.intersection(news).without(spots) {
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

    /// Forgets what is further back than the rest of it is long.
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
    /// Whether it is an advertisement, made elsewhere and to be kept under the ceiling.
    var isSpot: Bool {
        switch voice {
        case .spot, .voiceOver: true
        case .stream, .muteMusic: false
        }
    }
}

extension FrameRange {
    /// What is left of it without `others`.
    fileprivate func without(_ others: [FrameRange]) -> [FrameRange] {
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
