import Advertising

/// The advertisements that a click can refer to: the one whose banner is or was last shown, and the
/// one that an app plays itself.
struct ClickableAdvertisements: Hashable {
    private var banner: Banner = .none

    /// The last advertisement that an app took.
    var takenByApp: QueuedAdvertisement?

    private enum Banner: Hashable {
        case none
        case shown(Advertisement)
        /// A click may still arrive.
        case takenDown(Advertisement)

        var advertisement: Advertisement? {
            switch self {
            case .none: nil
            case .shown(let advertisement), .takenDown(let advertisement): advertisement
            }
        }
    }

    /// The advertisement with that id; `nil` if it is not clickable.
    func advertisement(_ id: Int) -> Advertisement? {
        [banner.advertisement, takenByApp?.advertisement].compactMap { $0 }
            .first { $0.id == id && $0.bannerTargetURL != nil }
    }

    /// The advertisement whose banner is shown; `nil` if none is.
    var shownBanner: Advertisement? {
        if case .shown(let advertisement) = banner { advertisement } else { nil }
    }

    mutating func showBanner(of advertisement: Advertisement) { banner = .shown(advertisement) }

    /// Returns whether a banner was shown.
    mutating func takeBannerDown() -> Bool {
        guard case .shown(let advertisement) = banner else { return false }
        banner = .takenDown(advertisement)
        return true
    }
}
