import MediaTime
import Playout

/// The rules of a sink as a value: the rendered and heard frames, and the wait for a plan.
struct ModelSink {
    private(set) var rendered = FrameTime.zero
    private(set) var heard = FrameTime.zero
    private(set) var isLost = false
    /// Whether a request to switch waits for its answer.
    var isAsked = false

    /// The plan in use, and a published one that would be too late.
    private(set) var plan = OutputTimeline()
    private(set) var hold: FrameTime?

    /// The output frames in which each spot was rendered, by the number of its play token.
    private(set) var renderedSpots: [UInt64: FrameRange] = [:]

    /// What was rendered of all voices.
    private(set) var parts = HeardParts()

    /// The clips of the plan that were reported as starved, and where. Nothing later counts as heard.
    private var told: [Int: FrameTime] = [:]

    /// A clip that has no samples from an output frame on.
    struct Miss {
        var frame: FrameTime
        var sourceFrame: FrameTime
        var clip: PlannedClip
    }

    /// The first frame that can still be changed, and the wait for the plan that answers.
    mutating func answer() -> FrameTime {
        isAsked = false
        return waitHere()
    }

    /// Waits for another plan after one that came too late, and gives the first changeable frame.
    mutating func waitHere() -> FrameTime {
        hold = rendered
        return rendered
    }

    mutating func take(_ timeline: OutputTimeline) {
        plan = timeline
        hold = nil
        told = [:]
    }

    /// The plan that a sink follows, and what it has reported of it.
    struct Course {
        let plan: OutputTimeline
        fileprivate let told: [Int: FrameTime]
    }

    var course: Course { Course(plan: plan, told: told) }

    /// Goes on as before, because the plan that it got has come too late.
    mutating func goOn(with course: Course) {
        take(course.plan)
        told = course.told
        parts.noteDisturbance(at: rendered)
    }

    /// Renders up to `end`, and reports where clips of `voice` first miss samples, which exist
    /// before `available`. Each clip of a plan is reported once.
    mutating func render(
        to end: FrameTime, _ voice: Voice?, available: FrameTime
    ) -> [Miss] {
        guard !isLost, end > rendered else { return [] }
        let range = FrameRange(rendered, min(end, hold ?? end))
        guard !range.isEmpty else { return [] }
        rendered = range.end
        noteSpots(in: range)
        var misses: [Miss] = []
        for (index, clip) in plan.clips.enumerated() where clip.voice == voice {
            let first = max(
                max(clip.output.start, range.start),
                clip.output.start + (available - clip.sourceStart))
            guard range.contains(first), clip.output.contains(first), told[index] == nil
            else { continue }
            told[index] = first
            parts.noteDisturbance(at: first)
            misses.append(
                Miss(frame: first, sourceFrame: clip.sourceFrame(at: first), clip: clip))
        }
        parts.note(plan, in: range, of: voice, until: told.values.min() ?? .distantFuture)
        return misses.sorted { $0.frame < $1.frame }
    }

    mutating func hear(to frame: FrameTime) -> FrameTime {
        if !isLost { heard = max(heard, min(frame, rendered)) }
        return heard
    }

    mutating func lose() {
        isLost = true
        rendered = heard
        parts.lose(from: heard)
        for (token, range) in renderedSpots {
            let range = FrameRange(range.start, min(range.end, heard))
            renderedSpots[token] = range.isEmpty ? nil : range
        }
    }

    private mutating func noteSpots(in range: FrameRange) {
        for clip in plan.clips where clip.role == .playing {
            guard case .spot(let token) = clip.voice else { continue }
            let part = clip.output.intersection(range)
            guard !part.isEmpty else { continue }
            let start = renderedSpots[token]?.start ?? part.start
            renderedSpots[token] = FrameRange(start, part.end)
        }
    }

    mutating func restore() { isLost = false }
}
