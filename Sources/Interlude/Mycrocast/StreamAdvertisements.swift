import Advertising

/// The advertisements of whatever stream is played (rules M10 to M14).
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

    private var current: (any Advertisements & Sendable)? {
        hub.listening?.audio?.advertisements
    }
}
