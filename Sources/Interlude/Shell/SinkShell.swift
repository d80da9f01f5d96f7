import AudioSinks
import MediaTime
import PCMAudio
import Playout

/// The sink of a session, the mix that it renders, and the plans that were published to it.
struct SinkShell {
    let sink: any AudioSink
    let mix: PublishedMix

    /// The voice of each clip, by plan number: for the plan that the sink renders, and for those
    /// published since.
    private var voices: [Int: [Voice]] = [:]
    /// The plan that the sink has neither adopted nor refused yet.
    private var offered: OfferedPlan?
    /// The reply for the first frame that can still change; `nil` if it was not requested.
    private var switchReply: SessionLoop.ReplyID?
    private(set) var underruns = 0
    /// The volume in the listener's mixer; `nil` until the sink reports one.
    private(set) var volume: SinkVolume?
    /// The stream's present name in the listener's mixer.
    private var streamTitle: MixerTitle?
    private var heardBreaks = HeardBreaks()

    /// A plan that was published, and that the sink has neither adopted nor refused yet.
    private struct OfferedPlan {
        var number: Int
        /// The first output frame that the plan may change.
        var start: FrameTime
        /// How far the listener has heard, if that is after ``start``. The shell withholds it until
        /// the sink has adopted or refused the plan.
        var heard: FrameTime?
    }

    /// A report for the loop.
    enum Report {
        case event(SessionEvent)
        /// The answer to the reply: the sink waits at this frame for a new plan.
        case switchable(FrameTime, SessionLoop.ReplyID)
        /// The listener has heard everything before the frame.
        case heard(FrameTime)
    }

    init(_ sink: any AudioSink, handingOnTo heardAudio: HeardAudio?) {
        self.sink = sink
        mix = PublishedMix(handingOnTo: heardAudio)
    }

    func start(_ mailbox: Mailbox<SessionLoop.Message>) {
        sink.start(rendering: mix) { mailbox.send(.sink($0)) }
    }

    /// Requests the first frame that can still change; `reply` is answered with it.
    mutating func requestSwitch(_ reply: SessionLoop.ReplyID) {
        switchReply = reply
        sink.requestSwitch()
    }

    /// Publishes `timeline` from output frame `frame` on. A voice without a store is left out.
    mutating func publish(
        _ timeline: OutputTimeline, validFrom frame: FrameTime, _ store: (Voice) -> SampleStore?
    ) {
        let plan = timeline.plan(validFrom: frame) { store($0)?.handle }
        let voices = timeline.clips.map(\.voice).filter { store($0) != nil }
        let stores = Set(voices).compactMap { store($0) }
        let number = mix.publish(plan, keeping: stores)
        self.voices[number] = voices
        let start = min(frame, offered?.start ?? frame)
        offered = OfferedPlan(number: number, start: start, heard: offered?.heard)
        sink.mixChanged()
    }

    /// Handles a report. A clip that runs dry or ends counts only if it is of `current`, the voice
    /// of the current stream, and not of a stream that this one replaced.
    mutating func take(_ report: SinkReport, current: () -> Voice?) -> [Report] {
        switch report {
        case .switchable(let frame):
            guard let reply = switchReply else { return [] }
            switchReply = nil
            return [.switchable(frame, reply)]
        case .refused(let frame):
            let heard = settleOffer()
            return [.event(.planRefused(frame))] + heard
        case .adopted(let plan):
            voices = voices.filter { $0.key >= plan }
            guard let offered, offered.number <= plan else { return [] }
            return settleOffer()
        case .heard(let frame): return [.heard(frame)]
        case .starved(let frame, let sourceFrame, let clip):
            guard let voice = voice(of: clip), voice == current() else { return [] }
            return [.event(.starved(at: frame, sourceFrame: sourceFrame))]
        case .exhausted(let frame, let clip):
            guard let voice = voice(of: clip), voice == current() else { return [] }
            return [.event(.exhausted(at: frame))]
        case .underrun(let count):
            underruns += count
            return [.event(.underrun(count: count))]
        case .late(let frame, let count):
            return [.event(.changedLate(from: frame, frameCount: count))]
        case .volume(let volume):
            self.volume = volume
            return [.event(.sinkVolume(percent: volume.percent, isMuted: volume.isMuted))]
        case .lost(let reason): return [.event(.sinkLost(reason: reason))]
        case .restored: return [.event(.sinkRestored)]
        case .listenersLost(let reason): return [.event(.listenersLost(reason: reason))]
        case .listenersBack: return [.event(.listenersBack)]
        case .held(let reason): return [.event(.sinkHeld(reason: reason))]
        case .released: return [.event(.sinkReleased)]
        case .failed(let reason): return [.event(.sinkFailed(reason: reason))]
        }
    }

    /// The output frame up to which the machine may be told that everything was heard, at most
    /// `frame`.
    ///
    /// Until the sink has adopted or refused the offered plan, frames from its start on may belong
    /// to it or to the plan before. The shell withholds them until that is known.
    mutating func settledEnd(ofHeard frame: FrameTime) -> FrameTime {
        guard let start = offered?.start, start < frame else { return frame }
        let heard = offered?.heard ?? frame
        offered?.heard = max(frame, heard)
        return start
    }

    /// Closes the offer, which the sink has adopted or refused, and returns the withheld report.
    private mutating func settleOffer() -> [Report] {
        defer { offered = nil }
        return offered?.heard.map { [.heard($0)] } ?? []
    }

    private func voice(of clip: PublishedClip) -> Voice? {
        guard let voices = voices[clip.plan], voices.indices.contains(clip.index) else {
            return nil
        }
        return voices[clip.index]
    }

    /// Sets the stream's name in the listener's mixer, and the title for listeners elsewhere.
    mutating func setStreamTitle(_ title: MixerTitle) {
        guard title != streamTitle else { return }
        streamTitle = title
        sink.setStreamTitle(title.text)
        sink.setProgrammeTitle(title.programmeText)
    }

    /// Marks the break that begins or ends with `record` for listeners elsewhere.
    mutating func note(_ record: EventRecord) {
        if let heard = heardBreaks.note(record) { sink.note(heard) }
    }

    /// Requests a report when the listener has heard everything before `mark`. In real time, wakes
    /// a sink that would sleep for longer.
    func setMark(_ mark: FrameTime, _ clock: SessionParts.Clock) {
        guard mark != mix.nextMark else { return }
        mix.nextMark = mark
        if clock == .real { sink.mixChanged() }
    }
}
