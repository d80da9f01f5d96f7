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
    /// The address of the picture beside it; `nil` if it has none.
    package let banner: String?
    /// From where on a listener may skip it; `nil` if never.
    package let skipOffset: VASTOffset?
    /// How long after the answer it may be heard, in seconds; `nil` for always.
    package let expires: Int?
    /// In which it competes with other ads.
    package let categories: [AdCategory]
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
        clickThrough = ad.clickThrough ?? ad.bestPicture?.clickThrough
        banner = ad.bestPicture?.resource
        skipOffset = linear.skipOffset
        expires = ad.expires
        categories = ad.competition
        var tracking = tracking
        tracking.add(ad, media)
        self.tracking = tracking
        self.path = path
    }
}
