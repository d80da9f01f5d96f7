import AudioMixing
import CRealtimeSanitizer
import MediaTime
import PCMAudio
import Synchronization

/// A sink's side of a ``PublishedMix``: adopts plans, renders them, and reports what was heard.
///
/// One for each sink. Used on the sink's thread only, except ``rendered`` and ``heard``, which any
/// thread may read.
final class SinkRenderer: @unchecked Sendable {
    // @unchecked Sendable: everything except the atomics belongs to the sink's thread.
    let mix: PublishedMix
    let report: @Sendable (SinkReport) -> Void

    /// The first frame that must not be rendered before a plan that is valid from it arrives.
    private(set) var renderBarrier: FrameTime?

    /// Where a clip's source has ended and the sink waits for a plan, in virtual time.
    var exhausted: FrameTime?

    /// The result for the last plan that was adopted or refused.
    private var lastAdoption = Adoption.none

    private var scratch = MixScratch()
    private let renderedFrames = Atomic<Int64>(0)
    private let heardFrames = Atomic<Int64>(0)
    /// The last reported ``heard``.
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

    /// The first output frame that has not been heard yet. Callable from any thread.
    private(set) var heard: FrameTime {
        get { FrameTime(heardFrames.load(ordering: .acquiring)) }
        set { heardFrames.store(newValue.frames, ordering: .releasing) }
    }
}

// MARK: - Plans

extension SinkRenderer {
    /// The result of adopting the newest plan.
    enum Adoption: Hashable {
        /// There is no new plan, or it is not the one that the barrier waits for.
        case none
        /// It is rendered from now on. ``SinkRenderer/rendered`` was set back to where it differs.
        case adopted
        /// It came too late. The sink must set a barrier at a later frame.
        case refused
    }

    /// Whether a plan was refused and its replacement has not arrived yet.
    var awaitsAnotherPlan: Bool { lastAdoption == .refused }

    /// Adopts the newest plan, or refuses it if it changes audio before `earliest`.
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

    /// Whether ``adoptNewest(replacingFrom:)`` would adopt or refuse a plan.
    var canSettlePlan: Bool {
        let plan = mix.look()
        defer { mix.lookAway() }
        return mix.isUnsettled(plan) && plan.pointee.changesFrom <= renderBarrier ?? .distantFuture
    }

    /// Stops rendering at `frame` until a plan that is valid from there arrives, and reports
    /// `answer`.
    func setBarrier(at frame: FrameTime, answering answer: SinkReport) {
        renderBarrier = frame
        report(answer)
    }

    /// Renders the frames from `frame` on again. They must not have been heard.
    func goBack(to frame: FrameTime) {
        rendered = min(rendered, frame)
        scratch.forget()
    }

    /// The frame up to which the sink may render now.
    var limit: FrameTime { min(mix.outputEnd, renderBarrier ?? .distantFuture) }

    /// The output frame after which the plan contains only silence.
    var soundEnd: FrameTime {
        mix.adopted.pointee.clips.reduce(.zero) { max($0, $1.output.end) }
    }

    /// Continues under the present plan, because waiting longer would be audible.
    func dropBarrier() {
        renderBarrier = nil
    }
}

// MARK: - Rendering

extension SinkRenderer {
    /// How many frames of a source are kept behind the rendered position, to render them again. As
    /// many as may be queued at a sound server, but at most half of its store's capacity.
    private static func keptFrameCount(of source: SampleHandle) -> Int {
        min(PulseSettings.latencies.upperBound.frameCount + FrameTime.rate / 4, source.capacity / 2)
    }

    /// The first frame from ``rendered`` on for which a clip has no samples yet;
    /// ``FrameTime/distantFuture`` if none is missing.
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

    /// Renders the next frames, as many as fit `out`, and releases samples that are not needed
    /// again.
    ///
    /// The caller must end the block before ``renderBarrier``. `fade` also applies to the copy that
    /// is kept for ``PublishedMix/heardAudio``.
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
        reportEnds(in: range, of: plan)
        releaseSamples(of: plan)
    }

    /// Reports which clips run dry or end in `range`.
    private func reportEnds(in range: FrameRange, of plan: PublishedMix.Plan) {
        reportStarvation(in: range, of: plan)
        if exhausted == nil { reportExhaustion(in: range, of: plan) }
    }

    /// Whether anything receives the rendered audio but the sink itself.
    var isRenderingNeeded: Bool { mix.heardAudio != nil }

    /// Does what ``render(into:fade:)`` does for the next `count` frames, without their audio: for a
    /// sink that discards it, and never renders a frame again.
    func passOver(_ count: Int) {
        let range = FrameRange(rendered, count: count)
        let plan = mix.adopted
        for (index, clip) in plan.pointee.clips.enumerated() {
            plan.pointee.supplies[index].refresh(for: clip)
            _ = plan.pointee.supplies[index].starve(
                clip, in: range, limited: plan.pointee.limited.span)
        }
        scratch.forget()
        rendered = range.end
        reportEnds(in: range, of: plan)
        releasePassed(of: plan)
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

    /// Lets writers overwrite the samples that no clip of a source needs, beyond those that are
    /// kept.
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

    /// Lets writers overwrite all rendered samples, for a sink that never renders a frame again.
    func releaseRendered() { releasePassed(of: mix.adopted) }

    /// Lets writers overwrite all samples that were passed over. A clip that has run dry stands
    /// still: what comes meanwhile is played by the next plan.
    private func releasePassed(of plan: PublishedMix.Plan) {
        let clips = plan.pointee.clips
        let now = MonotonicTime.now
        for clip in clips where clip.output.start < rendered {
            var first = FrameTime.distantFuture
            for (index, other) in clips.enumerated()
            where other.source == clip.source && other.output.end > rendered {
                let reached = min(rendered, plan.pointee.supplies[index].silentFrom)
                first = min(first, other.sourceFrame(at: max(other.output.start, reached)))
            }
            if first != .distantFuture { clip.source.advance(to: first, keeping: 0, at: now) }
        }
    }
}

// MARK: - Hearing

extension SinkRenderer {
    /// Reports what was heard so far, to give the next report its position.
    func tellHeard() { noteHeard(heard, reportingEvery: 1) }

    /// Records that everything before `frame` was heard. Reports it if that passes the mark, or if
    /// the last report is `interval` frames ago.
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
    /// Scales interleaved samples; the first ones are output frame `start`.
    fileprivate func apply(to samples: UnsafeMutableBufferPointer<Float>, from start: FrameTime) {
        let channelCount = AudioFormat.pipelineChannelCount
        for index in samples.indices {
            samples[index] *= gain(at: start + index / channelCount)
        }
    }
}
