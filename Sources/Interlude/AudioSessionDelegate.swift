import AdPlayback
import Advertising

/// Receives the events of a session (rule M8).
///
/// The session calls it on its own thread, one call after the other. A delegate may call the
/// session, which carries out the call afterwards. Every method has an empty default
/// implementation.
///
/// ``HeardAudioDelegate/onAudioDataAvailable(_:)`` is called only with
/// ``SessionOptions/audioData``, and ``HeardAudioDelegate/onLevelMeasured(_:)`` only with
/// ``SessionOptions/levels``.
public protocol AudioSessionDelegate: HeardAudioDelegate {
    /// The state of the session has changed.
    func onSessionStateUpdate(_ state: SessionState)

    /// The listener can now fall this far behind live.
    func onAvailableDelayChanged(_ delay: Duration)

    /// A timed ID3 tag of an HLS stream is heard that is neither a title nor a marker of a break. At
    /// most 20 are reported for a second.
    func onStreamMetadata(_ metadata: StreamMetadata)

    /// The first spot of a break is heard, and the stream is not.
    func onAdPlayStarted()

    /// The last spot of the break is over. Called once for each ``onAdPlayStarted()``.
    ///
    /// The stream follows at once if it is available: its event `stream.resumed` comes after this
    /// call. After a stop in a break, nothing follows.
    func onAdPlayFinished()

    /// `advertisement` is heard now; its banner replaces the previous one.
    func showBanner(of advertisement: Advertisement)

    /// The banner must be removed.
    func removeBanner()

    /// A spot is finished. Called once for each that was heard or failed, not for one that was dropped
    /// before its turn (`slot.notUsed`).
    func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus)

    /// The listener has clicked the banner of `advertisement`.
    func onAdvertisementClicked(_ advertisement: Advertisement)

    /// An event of the interactive ad (rules E1 to E15). ``PlayerStatus/truex`` has what to show.
    func onTruexEvent(_ event: TruexEvent)

    /// A line of the event log.
    func onEvent(_ record: EventRecord)

    /// The status has changed.
    func onStatusUpdate(_ status: PlayerStatus)

    /// The session has accepted `command`: a source once it has audio. Scripted commands are not
    /// reported. The address of a source has no login.
    func onCommandAccepted(_ command: SessionCommand)

    /// The session is over.
    func onSessionEnd(_ end: SessionEnd)
}

extension AudioSessionDelegate {
    public func onSessionStateUpdate(_ state: SessionState) {}
    public func onAvailableDelayChanged(_ delay: Duration) {}
    public func onStreamMetadata(_ metadata: StreamMetadata) {}
    public func onAdPlayStarted() {}
    public func onAdPlayFinished() {}
    public func showBanner(of advertisement: Advertisement) {}
    public func removeBanner() {}
    public func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus) {}
    public func onAdvertisementClicked(_ advertisement: Advertisement) {}
    public func onTruexEvent(_ event: TruexEvent) {}
    public func onEvent(_ record: EventRecord) {}
    public func onStatusUpdate(_ status: PlayerStatus) {}
    public func onCommandAccepted(_ command: SessionCommand) {}
    public func onSessionEnd(_ end: SessionEnd) {}
}
