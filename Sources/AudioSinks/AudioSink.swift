import MediaTime

/// A destination of mixed audio: a sound server, a file, or nowhere.
///
/// A sink owns the render thread, and pulls from a ``PublishedMix`` at its own pace. It reports
/// events as ``SinkReport``s and never waits for their receiver.
package protocol AudioSink: AnyObject, Sendable {
    /// Starts pulling. Returns at once; call once.
    ///
    /// `report` is called on the sink's thread and must not block. If that thread cannot be started
    /// it is called at once, with ``SinkReport/failed(reason:)``.
    func start(rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void)

    /// Requests the first output frame whose audio can still be changed.
    ///
    /// The sink answers with ``SinkReport/switchable(_:)``. The session must then publish a plan
    /// that is valid from that frame, even if nothing changes. Until then the sink renders nothing
    /// at or after that frame. If waiting any longer would be audible, it continues under the old
    /// plan, refuses the late one, and reports a later frame. Callable from any thread; never
    /// blocks.
    func requestSwitch()

    /// Checks the plan, the marks and the ends of the mix again. Callable from any thread; never
    /// blocks.
    func mixChanged()

    /// Sets the stream's name in the listener's mixer, if there is one. Callable from any thread;
    /// never blocks.
    func setStreamTitle(_ title: String)

    /// Shows the title of what is heard to the listeners of a streaming server. Callable from any
    /// thread; never blocks.
    func setProgrammeTitle(_ title: String)

    /// Marks a break for listeners elsewhere: it has begun, or has ended. Callable from any thread;
    /// never blocks.
    func note(_ heard: HeardBreak)

    /// The first output frame that no listener has heard yet. Callable from any thread.
    var heardFrame: FrameTime { get }

    /// The first output frame that has not been rendered yet. Callable from any thread.
    var renderedFrame: FrameTime { get }

    /// Plays out what was rendered, then releases the device. Blocks for at most `limit`.
    ///
    /// Throws if what was rendered could not be delivered.
    func finish(within limit: Duration) throws
}

extension AudioSink {
    /// Does nothing: files and the like have no listener's mixer.
    package func setStreamTitle(_ title: String) {}

    /// Does nothing: only a streaming server has listeners elsewhere.
    package func setProgrammeTitle(_ title: String) {}

    /// Does nothing: only a stream for listeners elsewhere has marks.
    package func note(_ heard: HeardBreak) {}
}

/// An event that a sink reports from its thread.
package enum SinkReport: Hashable, Sendable {
    /// Answers ``AudioSink/requestSwitch()``: audio from `frame` on can still be changed.
    case switchable(FrameTime)

    /// The newest plan came too late for its first frame and was dropped. Audio from `frame` on can
    /// still be changed, and the sink waits there as after ``switchable(_:)``.
    case refused(FrameTime)

    /// The sink renders this plan from now on. No later report names a clip of an earlier plan.
    case adopted(plan: Int)

    /// The listener has now heard everything before `frame`.
    ///
    /// Sent when ``PublishedMix/nextMark`` is passed. Real-time sinks also send it several times a
    /// second, and sinks in virtual time also where they stop.
    case heard(FrameTime)

    /// A clip's source had no samples for programme frame `sourceFrame` at output frame `at`. The
    /// clip is silent from there until the next plan.
    case starved(at: FrameTime, sourceFrame: FrameTime, clip: PublishedClip)

    /// The source of a clip ends at output frame `at`, before the clip does: the clip has no end,
    /// or nothing else plays after its source's end. In virtual time the sink waits there for the
    /// next plan. Sent once for each clip of a plan.
    case exhausted(at: FrameTime, clip: PublishedClip)

    /// The device had `count` underruns since the last such report.
    case underrun(count: Int)

    /// A change from output frame `from` on came too late: the device had already read up to
    /// `frameCount` of the old frames.
    case late(from: FrameTime, frameCount: Int)

    /// The volume of the stream in the listener's mixer has changed, or is not full at the start.
    case volume(SinkVolume)

    /// The device was lost; output time stands still until it is back.
    case lost(reason: String)

    /// The device is back, and output time continues.
    case restored

    /// The streaming server was lost, and with it its listeners. Output time goes on, and they miss
    /// what is played until ``listenersBack``.
    case listenersLost(reason: String)

    /// The streaming server is back, with what is played from now on.
    case listenersBack

    /// The device has requested silence in favour of another stream. The audio has faded out, and
    /// output time stands still until ``released``. If the device is ``lost(reason:)`` meanwhile,
    /// it stands still until the device is back.
    case held(reason: String)

    /// The requested silence is over, and output time continues.
    case released

    /// Rendered audio could not be written; the sink writes nothing more.
    case failed(reason: String)
}

/// Describes what a sink could not do, and what to try.
package struct SinkFailure: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// The volume of a sink's stream in the listener's mixer. The session does not control it.
package struct SinkVolume: Hashable, Sendable, Codable {
    /// As mixers show it: 100 leaves the audio unchanged, and the scale is cubic.
    package var percent: Int
    package var isMuted: Bool

    package static let full = SinkVolume(percent: 100, isMuted: false)

    package init(percent: Int, isMuted: Bool) {
        self.percent = percent
        self.isMuted = isMuted
    }
}
