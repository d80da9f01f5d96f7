import AdPlayback
import Advertising
import AudioSinks

/// Hears what a session does (contract M8 and the seed's broadcasts).
///
/// Called on the session's thread, one call after the other; calls back into
/// the session are allowed, and are carried out afterwards. Every method has an
/// implementation that does nothing.
public protocol AudioSessionDelegate: AnyObject, Sendable {
    /// The session has come to another state.
    func onSessionStateUpdate(_ state: SessionState)

    /// The listener can fall so far behind live.
    func onAvailableDelayChanged(_ delay: Duration)

    /// The first spot of a burst is heard; the stream is silenced.
    func onAdPlayStarted()

    /// The burst is over; the stream is back. Once for each ``onAdPlayStarted()``.
    func onAdPlayFinished()

    /// `advertisement` is heard now: its banner takes the place of the one before.
    func showBanner(of advertisement: Advertisement)

    /// No banner is to be shown any more.
    func removeBanner()

    /// A spot that was handed out is over. Once for each.
    func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus)

    /// The listener has clicked the banner of `advertisement`.
    func onAdvertisementClicked(_ advertisement: Advertisement)

    /// The interactive advertisement that is shown, or looked for, has said this (contracts E1 to
    /// E15). What is shown of it stands in ``PlayerStatus/truex``.
    func onTruexEvent(_ event: TruexEvent)

    /// A line of the event log.
    func onEvent(_ record: EventRecord)

    /// The listener has heard this, 20 ms of the mix (contract M8).
    ///
    /// Only where ``SessionOptions/audioData`` asks for it. Called on a thread of its own, which may
    /// wait: playing goes on all the same, and what comes more than five seconds late is dropped.
    /// The last packets may come after ``onSessionEnd(_:)``.
    func onAudioDataAvailable(_ audio: AudioPacket)

    /// How loud what the listener has just heard is; ten times for a second of it.
    ///
    /// Only where ``SessionOptions/levels`` asks for it. Called on a thread of its own, in the order
    /// of frames. Playing goes on all the same; what comes more than five seconds late is not
    /// measured, unless time is virtual, which waits. All have come before ``onSessionEnd(_:)``.
    func onLevelMeasured(_ level: HeardLevel)

    /// The session looks different now.
    func onStatusUpdate(_ status: PlayerStatus)

    /// The session is over.
    func onSessionEnd(_ end: SessionEnd)
}

extension AudioSessionDelegate {
    public func onSessionStateUpdate(_ state: SessionState) {}
    public func onAvailableDelayChanged(_ delay: Duration) {}
    public func onAdPlayStarted() {}
    public func onAdPlayFinished() {}
    public func showBanner(of advertisement: Advertisement) {}
    public func removeBanner() {}
    public func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus) {}
    public func onAdvertisementClicked(_ advertisement: Advertisement) {}
    public func onTruexEvent(_ event: TruexEvent) {}
    public func onEvent(_ record: EventRecord) {}
    public func onAudioDataAvailable(_ audio: AudioPacket) {}
    public func onLevelMeasured(_ level: HeardLevel) {}
    public func onStatusUpdate(_ status: PlayerStatus) {}
    public func onSessionEnd(_ end: SessionEnd) {}
}
