import AdPlayback
import MediaTime
import Playout

/// The parts of its plans that a sink has rendered, in the order in which they were heard, and the
/// rules that hold for them in every course.
struct HeardParts {
    private(set) var parts: [Part] = []

    /// Where a stream has run out of samples, or a plan has come too late.
    private var disturbances: [FrameTime] = []

    /// A part of a clip.
    struct Part {
        let clip: PlannedClip
        /// The output frames that were rendered of it.
        var output: FrameRange

        var isStream: Bool { if case .stream = clip.voice { true } else { false } }
        var isSpot: Bool { if case .spot = clip.voice { true } else { false } }

        /// Whether it is audible at `frame`, which lies in it.
        func isAudible(at frame: FrameTime) -> Bool {
            clip.envelope.gain(at: frame) * clip.gain > 0
        }
    }

    /// Adds what `plan` has in `range`, of `voice` before output frame `end`.
    mutating func note(
        _ plan: OutputTimeline, in range: FrameRange, of voice: Voice?, until end: FrameTime
    ) {
        for clip in plan.clips {
            var output = clip.output.intersection(range)
            if clip.voice == voice { output.end = min(output.end, end) }
            if !output.isEmpty { parts.append(Part(clip: clip, output: output)) }
        }
    }

    mutating func noteDisturbance(at frame: FrameTime) { disturbances.append(frame) }

    /// Forgets what was rendered from output frame `frame` on and is lost.
    mutating func lose(from frame: FrameTime) {
        parts = parts.compactMap { part in
            var part = part
            part.output.end = min(part.output.end, frame)
            return part.output.isEmpty ? nil : part
        }
    }

    /// The first rule that is broken; `nil` if none is. A stream is heard frame by frame if `inOrder`.
    /// Stream and spot may both be heard for `overlap` frames, or in all of a break that ducks the
    /// stream.
    func complaint(inOrder: Bool, overlap: Int, isDucked: Bool) -> String? {
        (inOrder ? orderComplaint : nil) ?? (isDucked ? nil : overlapComplaint(limit: overlap))
    }

    /// Whether one stream has played up to `range`, nothing has disturbed it, and no other one has
    /// taken its place.
    func isOnCourse(in range: FrameRange) -> Bool {
        let before = streams(in: FrameRange(range.start - 1, count: 1))
        return before.count == 1 && streams(in: range).isSubset(of: before)
            && !disturbances.contains(where: range.contains)
    }

    /// Whether spots play in all of `range`.
    func hasSpots(inAllOf range: FrameRange) -> Bool {
        var end = range.start
        for part in parts where part.isSpot && part.clip.role == .playing {
            if part.output.start <= end { end = max(end, part.output.end) }
        }
        return end >= range.end
    }

    /// The streams that play, heard or not, in `range`.
    private func streams(in range: FrameRange) -> Set<Voice> {
        Set(
            parts.filter { $0.isStream && !$0.output.intersection(range).isEmpty }
                .map(\.clip.voice))
    }

    /// Each stream is heard frame by frame: none is left out, and none is heard twice. Only where it
    /// has run out of samples, the sink follows the old plan until the next one is there.
    private var orderComplaint: String? {
        var ends: [Voice: (output: FrameTime, source: FrameTime)] = [:]
        for part in parts where part.isStream && part.clip.role == .playing {
            let start = part.clip.sourceFrame(at: part.output.start)
            if let end = ends[part.clip.voice], end.source != start {
                let isDisturbed = disturbances.contains {
                    $0 >= end.output && $0 <= part.output.start
                }
                guard isDisturbed else {
                    return "\(part.clip.voice) goes on at \(start), not at \(end.source), "
                        + "at output \(part.output.start)"
                }
            }
            ends[part.clip.voice] = (part.output.end, start + part.output.count)
        }
        return nil
    }

    /// A spot and the stream are heard together in a fade only.
    private func overlapComplaint(limit: Int) -> String? {
        let streams = parts.filter { $0.isStream }
        for spot in parts where spot.isSpot {
            for stream in streams {
                let both = spot.output.intersection(stream.output)
                guard !both.isEmpty else { continue }
                let planned = spot.clip.output.intersection(stream.clip.output)
                // The last frame before which both are planned for as long as a fade.
                let frame = both.end - 1
                guard frame - limit >= planned.start,
                    [frame - limit, frame].allSatisfy({
                        spot.isAudible(at: $0) && stream.isAudible(at: $0)
                    })
                else { continue }
                return "\(spot.clip.voice) and \(stream.clip.voice) are both heard at \(frame)"
            }
        }
        return nil
    }
}
