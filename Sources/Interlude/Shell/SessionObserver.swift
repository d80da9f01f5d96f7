import AdPlayback
import Advertising
import AudioSinks

/// Hears what a session does. All of it is called on the session's thread, and must not wait.
package protocol SessionObserver: AnyObject, Sendable {
    /// The machine is about to take in `event`: what a recording consists of.
    func received(_ event: SessionEvent)

    /// A line of the event log.
    func logged(_ record: EventRecord)

    func statusChanged(_ status: PlayerStatus)
    func stateChanged(_ state: SessionState)
    func availableDelayChanged(_ delay: Duration)

    func adPlayStarted()
    func adPlayFinished()
    func showBanner(_ advertisement: Advertisement)
    func removeBanner()
    func advertisementsAvailable()
    func finished(_ advertisement: Advertisement, _ status: FinishStatus)
    func clicked(_ advertisement: Advertisement)

    /// A renderer of true[X] has said something.
    func truexHappened(_ event: TruexEvent)

    /// Something was heard. Called on a thread of its own, and may wait.
    func audioHeard(_ audio: AudioPacket)

    /// How loud something is that was heard. Called on a thread of its own, and may wait.
    func levelMeasured(_ level: HeardLevel)

    /// The session is over, and the sink has let go of its device.
    func ended(_ end: SessionEnd)
}
