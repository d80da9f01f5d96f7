import AdPlayback
import Advertising

/// Hears what a session does (rule M8 and the seed's broadcasts).
///
/// Called on the session's thread, one call after the other; calls back into
/// the session are allowed, and are carried out afterwards. Every method has an
/// implementation that does nothing.
///
/// ``HeardAudioDelegate/onAudioDataAvailable(_:)`` is called only where
/// ``SessionOptions/audioData`` asks for it, and ``HeardAudioDelegate/onLevelMeasured(_:)`` where
/// ``SessionOptions/levels`` does.
public protocol AudioSessionDelegate: HeardAudioDelegate {
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

    /// The interactive advertisement that is shown, or looked for, has said this
    /// (rules E1 to E15). What is shown of it stands in ``PlayerStatus/truex``.
    func onTruexEvent(_ event: TruexEvent)

    /// A line of the event log.
    func onEvent(_ record: EventRecord)

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
    public func onStatusUpdate(_ status: PlayerStatus) {}
    public func onSessionEnd(_ end: SessionEnd) {}
}
