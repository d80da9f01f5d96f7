import AdPlayback
import Advertising

/// The advertisements of the playing stream (rules M10 to M14).
final class StreamAdvertisements: Advertisements, Sendable {
    private let hub: ServiceSession

    init(_ hub: ServiceSession) {
        self.hub = hub
    }

    func addObserver(advertisementDelegate: any AdvertisementDelegate) {
        hub.observers.advertisements.add(ObjectIdentifier(advertisementDelegate)) {
            [weak advertisementDelegate] in advertisementDelegate
        }
    }

    func removeObserver(advertisementDelegate: any AdvertisementDelegate) {
        hub.observers.advertisements.remove(ObjectIdentifier(advertisementDelegate))
    }

    func getAdvertisement() -> Advertisement? {
        current?.getAdvertisement()
    }

    func ignoreReceivedAdvertisements() {
        current?.ignoreReceivedAdvertisements()
    }

    func onAdBannerClicked(advertisement: Advertisement) {
        current?.onAdBannerClicked(advertisement: advertisement)
    }

    func onAdBannerShown(advertisement: Advertisement) {
        current?.onAdBannerShown(advertisement: advertisement)
    }

    private var current: (any Advertisements & Sendable)? {
        hub.listening?.audio?.advertisements
    }
}

/// Receives the events of the playing stream (rule M8).
///
/// All delegates of one ``Mycrocast`` are called on a common queue, one call after the other,
/// except for audio and levels. A delegate may call the session. Every method has an empty default
/// implementation.
public protocol StreamSessionDelegate: HeardAudioDelegate {
    /// The state of the playback has changed.
    func onSessionStateUpdate(_ state: SessionState)

    /// The stream cannot be played, or was lost, with the reason.
    func onSessionFailure(_ error: SessionError)

    /// Something fails that the listener does not hear, such as keeping reports on disk. The line
    /// says what, where, and what to try.
    func onSessionWarning(_ line: String)

    /// A streamer has muted a stream.
    func streamerMuted(_ stream: LiveStream)
    func streamerUnMuted(_ stream: LiveStream)

    /// The listener can now fall this far behind live.
    func onAvailableDelayChanged(_ delay: Duration)
}

extension StreamSessionDelegate {
    public func onSessionStateUpdate(_ state: SessionState) {}
    public func onSessionFailure(_ error: SessionError) {}
    public func onSessionWarning(_ line: String) {}
    public func streamerMuted(_ stream: LiveStream) {}
    public func streamerUnMuted(_ stream: LiveStream) {}
    public func onAvailableDelayChanged(_ delay: Duration) {}
}
