import HLSPackaging
import HLSPlaylists
import MediaTime

/// A live programme in segments.
///
/// A segment is a function of its number: none is kept, and each request gets the same bytes.
package struct SegmentedProgramme: Sendable {
    package let programme: LiveProgramme
    package let grid: SegmentGrid

    /// The playlist lists this many segments.
    package let windowCount: Int

    /// Segments that have left the playlist are served for this many playlists, for slow players.
    private static let keptWindowCount = 3

    package init(
        _ programme: LiveProgramme, segmentLength: Duration, windowCount: Int,
        breaks: StationBreaks?
    ) {
        self.programme = programme
        self.windowCount = windowCount
        grid = SegmentGrid(
            segmentLength: segmentLength,
            onAir: Self.headStart(programme.timeline, segmentLength * (windowCount + 1)),
            breaks: breaks)
    }

    /// Whole rounds of the programme of at least `length`, which a starting station has behind it.
    private static func headStart(_ timeline: FrameTimeline, _ length: Duration) -> Duration {
        let round = timeline.roundDuration
        let count = length.attoseconds / round.attoseconds + 1
        return timeline.start(of: Int(clamping: count) * timeline.frameCount)
    }

    var timeline: FrameTimeline { programme.timeline }

    /// The frames of a segment.
    package func frames(of segment: Int) -> Range<Int> {
        firstFrame(of: segment)..<firstFrame(of: segment + 1)
    }

    package func firstFrame(of segment: Int) -> Int {
        timeline.firstFrame(notBefore: grid.boundary(before: segment))
    }

    /// The length of the segment's audio.
    package func duration(of segment: Int) -> SampleSpan {
        let frames = frames(of: segment)
        return span(from: frames.lowerBound, to: frames.upperBound)
    }

    /// The length of a break's audio: from its first frame to the first one after it.
    package func duration(ofBreak number: Int) -> SampleSpan {
        span(
            from: firstFrame(of: grid.firstSegment(of: number)),
            to: firstFrame(of: grid.segmentAfter(number)))
    }

    func span(from first: Int, to end: Int) -> SampleSpan {
        SampleSpan(
            count: timeline.samples(before: end) - timeline.samples(before: first),
            rate: timeline.sampleRate)
    }

    /// The number of segments that are complete `elapsed` after going on air.
    package func completeCount(at elapsed: Duration) -> Int {
        let now = grid.onAir + elapsed
        let isComplete = { (segment: Int) in
            timeline.start(of: firstFrame(of: segment + 1)) <= now
        }
        var low = 0
        var high = 1
        while isComplete(high - 1) {
            low = high
            high *= 2
        }
        while low < high {
            let middle = (low + high) / 2
            if isComplete(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The segments in the playlist `elapsed` after going on air.
    package func window(at elapsed: Duration) -> Range<Int> {
        let count = completeCount(at: elapsed)
        return max(0, count - windowCount)..<count
    }

    /// The segments that are served `elapsed` after going on air.
    package func served(at elapsed: Duration) -> Range<Int> {
        let count = completeCount(at: elapsed)
        return max(0, count - windowCount * Self.keptWindowCount)..<count
    }

    /// The time of the frame on the clock of the media, which is the same in all forms.
    ///
    /// It begins at 10 s, so that nothing before the first frame has a negative time.
    package func mediaTime(of frame: Int) -> MediaTimestamp {
        MediaTimestamp(
            samples: timeline.samples(before: frame) + 10 * timeline.sampleRate,
            rate: timeline.sampleRate)
    }

    /// When the frame is sent, after going on air. Negative for the frames before that.
    package func time(of frame: Int) -> Duration { timeline.start(of: frame) - grid.onAir }
}
