import AdPlayback
import Advertising
import AudioSinks

/// Receives the events of a session. Called on the session's thread unless noted otherwise; must
/// not block.
package protocol SessionObserver: AnyObject, Sendable {
    /// The machine is about to handle `event`. A recording consists of these events.
    func received(_ event: SessionEvent)

    /// A new line of the event log.
    func logged(_ record: EventRecord)

    func statusChanged(_ status: PlayerStatus)
    func stateChanged(_ state: SessionState)
    func availableDelayChanged(_ delay: Duration)

    /// A timed ID3 tag of the stream is heard.
    func metadataHeard(_ metadata: StreamMetadata)

    func adPlayStarted()
    func adPlayFinished()
    func showBanner(_ advertisement: Advertisement)
    func removeBanner()
    func advertisementsAvailable()
    func finished(_ advertisement: Advertisement, _ status: FinishStatus)
    func clicked(_ advertisement: Advertisement)

    /// A renderer of true[X] has sent an event.
    func truexHappened(_ event: TruexEvent)

    /// A packet of heard audio. Called on a thread of its own; may block.
    func audioHeard(_ audio: AudioPacket)

    /// The level of heard audio. Called on a thread of its own; may block.
    func levelMeasured(_ level: HeardLevel)

    /// A command that was sent to the session is accepted.
    func accepted(_ command: SessionCommand)

    /// The session is over, and the sink has released its device.
    func ended(_ end: SessionEnd)
}
