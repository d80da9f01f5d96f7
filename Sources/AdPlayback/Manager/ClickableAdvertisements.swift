import Advertising

/// The advertisements that a click may be about: the one whose banner is shown, or was until just
/// now, and the one that an app plays itself.
struct ClickableAdvertisements: Hashable {
    private var banner: Banner = .none

    /// What an app took last to play it itself.
    var takenByApp: QueuedAdvertisement?

    private enum Banner: Hashable {
        case none
        case shown(Advertisement)
        /// A click may still be on its way.
        case takenDown(Advertisement)

        var advertisement: Advertisement? {
            switch self {
            case .none: nil
            case .shown(let advertisement), .takenDown(let advertisement): advertisement
            }
        }
    }

    /// The advertisement of that id, if it has something to click.
    func advertisement(_ id: Int) -> Advertisement? {
        [banner.advertisement, takenByApp?.advertisement].compactMap { $0 }
            .first { $0.id == id && $0.bannerTargetURL != nil }
    }

    mutating func showBanner(of advertisement: Advertisement) { banner = .shown(advertisement) }

    /// Returns whether there was one to be taken down.
    mutating func takeBannerDown() -> Bool {
        guard case .shown(let advertisement) = banner else { return false }
        banner = .takenDown(advertisement)
        return true
    }
}
