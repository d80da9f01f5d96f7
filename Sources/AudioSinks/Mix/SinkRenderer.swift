import AudioMixing
import CRealtimeSanitizer
import MediaTime
import PCMAudio
import Synchronization

/// A sink's side of a ``PublishedMix``: takes plans over, renders them, and says what was heard.
///
/// One for each sink. Used on the sink's thread only, but for the two frames
/// that are read from anywhere.
final class SinkRenderer: @unchecked Sendable {
    // @unchecked Sendable: all but the atomics belongs to the sink's thread.
    let mix: PublishedMix
    let report: @Sendable (SinkReport) -> Void

    /// The first frame that must not be rendered before a plan has come that is valid from it.
    private(set) var renderBarrier: FrameTime?

    /// Where a clip without an end has run out of samples, in virtual time.
    var exhausted: FrameTime?

    /// What became of the last plan that was dealt with.
    private var lastAdoption = Adoption.none

    private var scratch = MixScratch()
    private let renderedFrames = Atomic<Int64>(0)
    private let heardFrames = Atomic<Int64>(0)
    /// What was last said to be heard.
    private var reported = FrameTime(-1)

    init(mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void) {
        self.mix = mix
        self.report = report
    }

    /// The first output frame that has not been rendered yet. Callable from any thread.
    private(set) var rendered: FrameTime {
        get { FrameTime(renderedFrames.load(ordering: .acquiring)) }
        set { renderedFrames.store(newValue.frames, ordering: .releasing) }
    }

    /// The first output frame that nobody has heard yet. Callable from any thread.
    private(set) var heard: FrameTime {
        get { FrameTime(heardFrames.load(ordering: .acquiring)) }
        set { heardFrames.store(newValue.frames, ordering: .releasing) }
    }
}

// MARK: - Plans

extension SinkRenderer {
    /// What became of the newest plan.
    enum Adoption: Hashable {
        /// There is none that has not been dealt with, or it is not the one that a barrier waits for.
        case none
        /// It is rendered from now on; ``SinkRenderer/rendered`` went back to where it differs.
        case adopted
        /// It came too late. The sink has to set a barrier at a later frame.
        case refused
    }

    /// Whether a plan was refused, and another one has to come before anything else is decided.
    var awaitsAnotherPlan: Bool { lastAdoption == .refused }

    /// Takes the newest plan over, if sound from `earliest` on can still be changed as it wants.
    func adoptNewest(replacingFrom earliest: FrameTime) -> Adoption {
        let plan = mix.look()
        let changesFrom = plan.pointee.changesFrom
        guard mix.isUnsettled(plan), changesFrom <= renderBarrier ?? .distantFuture else {
            mix.lookAway()
            return .none
        }
        guard changesFrom >= earliest else {
            mix.settle(plan)
            lastAdoption = .refused
            return .refused
        }
        mix.adopt(plan)
        lastAdoption = .adopted
        renderBarrier = nil
        exhausted = nil
        scratch.forget()
        rendered = min(rendered, changesFrom)
        report(.adopted(plan: plan.pointee.sequence))
        return .adopted
    }

    /// Whether ``adoptNewest(replacingFrom:)`` would do something.
    var canSettlePlan: Bool {
        let plan = mix.look()
        defer { mix.lookAway() }
        return mix.isUnsettled(plan) && plan.pointee.changesFrom <= renderBarrier ?? .distantFuture
    }

    /// Renders nothing from `frame` on until a plan comes that is valid from there, and says so
    /// with `answer`.
    func setBarrier(at frame: FrameTime, answering answer: SinkReport) {
        renderBarrier = frame
        report(answer)
    }

    /// Makes the frames from `frame` on, which nobody has heard, be rendered again.
    func goBack(to frame: FrameTime) {
        rendered = min(rendered, frame)
        scratch.forget()
    }

    /// The frame before which may be rendered as things are.
    var limit: FrameTime { min(mix.outputEnd, renderBarrier ?? .distantFuture) }

    /// The output frame after which the plan has nothing but silence.
    var soundEnd: FrameTime {
        mix.adopted.pointee.clips.reduce(.zero) { max($0, $1.output.end) }
    }

    /// Goes on under the plan that is there: waiting longer would be heard.
    func dropBarrier() {
        renderBarrier = nil
    }
}

// MARK: - Rendering

extension SinkRenderer {
    /// How much of a source is kept behind what was rendered, to be rendered again: as much as may
    /// be queued at a sound server, or half of what its store holds.
    private static func keptFrameCount(of source: SampleHandle) -> Int {
        min(PulseSettings.latencies.upperBound.frameCount + FrameTime.rate / 4, source.capacity / 2)
    }

    /// The first frame from ``rendered`` on for which a clip has no samples yet;
    /// ``FrameTime/distantFuture`` if there is none.
    var suppliedEnd: FrameTime {
        let plan = mix.adopted
        var end = FrameTime.distantFuture
        for (index, clip) in plan.pointee.clips.enumerated() {
            var supply = plan.pointee.supplies[index]
            supply.refresh(for: clip)
            let missing = supply.firstMissing(
                of: clip, from: rendered, limited: plan.pointee.limited.span)
            end = min(end, missing)
        }
        return end
    }

    /// Renders the next frames, as many as fit `out`, and lets go of samples that are done with.
    ///
    /// The caller sees to it that they end before ``renderBarrier``. What is kept of them for those who want
    /// what was heard is as loud as `fade` makes them.
    func render(into out: UnsafeMutableBufferPointer<Float>, fade: Ramp? = nil) {
        let range = FrameRange(
            rendered, count: out.count / AudioFormat.pipelineChannelCount)
        let plan = mix.adopted
        CRealtimeSanitizer_realtime_enter()
        render(range, of: plan, into: out)
        fade?.apply(to: out, from: range.start)
        CRealtimeSanitizer_realtime_exit()
        rendered = range.end
        mix.heardAudio?.keep(UnsafeBufferPointer(out).span, from: range.start)
        reportStarvation(in: range, of: plan)
        if exhausted == nil { reportExhaustion(in: range, of: plan) }
        releaseSamples(of: plan)
    }

    @_noLocks @_noAllocation
    private func render(
        _ range: FrameRange, of plan: PublishedMix.Plan,
        into out: UnsafeMutableBufferPointer<Float>
    ) {
        let clips = plan.pointee.clips
        let supplies = plan.pointee.supplies
        for index in clips.indices {
            supplies[index].refresh(for: clips[index])
            let missing = supplies[index].starve(
                clips[index], in: range, limited: plan.pointee.limited.span)
            if case .some = missing { scratch.forget() }
        }
        var samples = out.mutableSpan
        AudioMixing.render(
            clips.span, limited: plan.pointee.limited.span, supplies: supplies.span, over: range,
            into: &samples, scratch: &scratch)
    }

    private func reportStarvation(in range: FrameRange, of plan: PublishedMix.Plan) {
        for (index, supply) in plan.pointee.supplies.enumerated()
        where range.contains(supply.silentFrom) {
            let clip = plan.pointee.clips[index]
            report(
                .starved(
                    at: supply.silentFrom, sourceFrame: clip.sourceFrame(at: supply.silentFrom),
                    clip: plan.pointee.name(ofClip: index)))
        }
    }

    /// Lets writers overwrite what lies further back than is kept, behind every clip of a source.
    private func releaseSamples(of plan: PublishedMix.Plan) {
        let clips = plan.pointee.clips
        let now = MonotonicTime.now
        for clip in clips where clip.output.start < rendered {
            let count = Self.keptFrameCount(of: clip.source)
            var first = FrameTime.distantFuture
            for other in clips
            where other.source == clip.source && other.output.end > rendered - count {
                first = min(first, other.sourceFrame(at: max(other.output.start, rendered)))
            }
            if first != .distantFuture {
                clip.source.advance(to: first, keeping: count, at: now)
            }
        }
    }
}

// MARK: - Hearing

extension SinkRenderer {
    /// Says what was heard so far, for what is reported next to have happened there.
    func tellHeard() { noteHeard(heard, reportingEvery: 1) }

    /// Notes that everything before `frame` was heard, and says so if that passed the mark, or if
    /// nothing was said for `interval` frames.
    func noteHeard(_ frame: FrameTime, reportingEvery interval: Int) {
        let now = max(frame, heard)
        heard = now
        mix.heardAudio?.pass(before: now)
        let mark = mix.nextMark
        if (mark > reported && mark <= now) || now - reported >= interval {
            reported = now
            report(.heard(now))
        }
    }
}

extension Ramp {
    /// Scales interleaved samples, the first of which are of output frame `start`.
    fileprivate func apply(to samples: UnsafeMutableBufferPointer<Float>, from start: FrameTime) {
        let channelCount = AudioFormat.pipelineChannelCount
        for index in samples.indices {
            samples[index] *= gain(at: start + index / channelCount)
        }
    }
}
