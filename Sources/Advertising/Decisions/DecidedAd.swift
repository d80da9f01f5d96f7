import MediaTime
import PlainText

/// An ad that ad servers have decided on.
package struct DecidedAd: Hashable, Sendable {
    package let id: AdID?
    package let title: String?
    /// `nil` if the document gives none, or an impossible one.
    package let duration: Duration?
    package let media: VASTMedia
    package let clickThrough: String?
    /// The address of a square picture; `nil` if it has none.
    package let banner: String?
    package let tracking: AdTracking
    /// The addresses of the documents that have led to it, the ad tag's first.
    package let path: [String]

    init(
        _ ad: VASTAd, _ linear: VASTLinear, _ media: VASTMedia, _ tracking: AdTracking,
        path: [String]
    ) {
        id = ad.id.map { .text($0.shortened(to: AdID.textLimit)) }
        title = ad.title
        duration = linear.duration.flatMap { duration in
            // try?: an impossible length is as good as none. Servers write 0 for an unknown one.
            duration > .zero ? try? TimeBounds.length.check(duration) : nil
        }
        self.media = media
        clickThrough = ad.clickThrough
        banner = ad.companions.lazy.filter(\.isPicture).map(\.resource).first ?? nil
        self.tracking = tracking
        self.path = path
    }
}

extension VASTCompanion {
    /// Whether it is a square picture at an address, as pages show it beside a spot.
    fileprivate var isPicture: Bool {
        guard let resource, let width, width == height else { return false }
        return resource.hasPrefix("https://") || resource.hasPrefix("http://")
    }
}
