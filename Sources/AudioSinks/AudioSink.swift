import MediaTime

/// Where mixed audio goes: a sound server, a file, or nowhere.
///
/// A sink owns the thread that renders, and pulls from a ``PublishedMix`` at
/// its own pace. All it has to tell comes as ``SinkReport``s, so that nobody
/// waits in its thread.
package protocol AudioSink: AnyObject, Sendable {
    /// Begins to pull. Returns at once; called once.
    ///
    /// `report` is called on the sink's thread and must not wait.
    func start(rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void)

    /// Asks for the first output frame whose sound can still be changed.
    ///
    /// It comes as ``SinkReport/switchable(_:)``, and has to be answered by a plan that is valid
    /// from that frame, even if nothing changes after all. Until then the sink renders nothing at
    /// or after that frame, unless so long has passed that waiting would be heard: then it goes on
    /// under the old plan, refuses the late one, and reports a later frame. Callable from any
    /// thread; never waits.
    func requestSwitch()

    /// Looks anew at the plan, the marks and the ends of the mix. Callable from any thread; never waits.
    func mixChanged()

    /// Gives what is heard another name in the listener's mixer, if there is one. Callable from any
    /// thread; never waits.
    func setStreamTitle(_ title: String)

    /// The first output frame that no listener has heard yet. Callable from any thread.
    var heardFrame: FrameTime { get }

    /// The first output frame that has not been rendered yet. Callable from any thread.
    var renderedFrame: FrameTime { get }

    /// Plays out what was rendered, then lets go of the device. Waits at most `limit`.
    ///
    /// Throws if what was rendered could not be put where it belongs.
    func finish(within limit: Duration) throws
}

extension AudioSink {
    /// Files and the like have no listener's mixer.
    package func setStreamTitle(_ title: String) {}
}

/// What a sink tells about itself. Plain values, sent from its thread.
package enum SinkReport: Hashable, Sendable {
    /// Answers ``AudioSink/requestSwitch()``: sound from `frame` on can still be changed.
    case switchable(FrameTime)

    /// The newest plan came too late for the frame that it is valid from, and was dropped. Sound
    /// from `frame` on can still be changed, and waits as after ``switchable(_:)``.
    case refused(FrameTime)

    /// That plan is rendered from now on; no later report speaks of a clip of an earlier one.
    case adopted(plan: Int)

    /// The listener has now heard everything before `frame`.
    ///
    /// Comes whenever a frame was passed that ``PublishedMix/nextMark`` names; from real-time
    /// sinks also several times a second, and from sinks in virtual time also where they stop.
    case heard(FrameTime)

    /// A clip's source had no samples at output frame `frame`, where programme frame
    /// `sourceFrame` should have been heard: silence is heard instead until the next plan.
    case starved(at: FrameTime, sourceFrame: FrameTime, clip: PublishedClip)

    /// The source of a clip has no more samples from output frame `frame` on, and the clip goes on:
    /// one without an end, or one after which nothing else is heard. In virtual time the sink waits
    /// there for the next plan. Comes once for each clip of a plan.
    case exhausted(at: FrameTime, clip: PublishedClip)

    /// The device ran dry `count` times since the last such report.
    case underrun(count: Int)

    /// Sound was changed from output frame `from` on, and of that the device had read at most
    /// `frameCount` frames as they were before.
    case late(from: FrameTime, frameCount: Int)

    /// Somebody has changed how loud the device plays the stream, or plays it so from the start.
    case volume(SinkVolume)

    /// The device went away; output time stands still until it is back.
    case lost(reason: String)

    /// The device is back, and output time goes on.
    case restored

    /// Somebody else is to be heard instead: the sound has faded out, and output time stands still
    /// until ``released``, or until the device is back if it is ``lost(reason:)`` meanwhile.
    case held(reason: String)

    /// What had to be silent is heard again, and output time goes on.
    case released

    /// What was rendered could not be written; nothing more will be.
    case failed(reason: String)
}

/// Says in words what a sink could not do, and what to try.
package struct SinkFailure: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// How loud the listener's mixer plays a sink's stream, which is no business of the session's.
package struct SinkVolume: Hashable, Sendable, Codable {
    /// As mixers show it: 100 leaves the sound as it is, and the scale is cubic.
    package var percent: Int
    package var isMuted: Bool

    package static let full = SinkVolume(percent: 100, isMuted: false)

    package init(percent: Int, isMuted: Bool) {
        self.percent = percent
        self.isMuted = isMuted
    }
}
