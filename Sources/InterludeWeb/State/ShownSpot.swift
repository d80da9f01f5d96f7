import Advertising
import HTTPAccess
import Interlude
import MediaTime

/// A spot whose banner is shown, and the path of the banner on this server.
struct ShownSpot: Hashable, Sendable {
    let advertisement: Advertisement
    /// Counts the banners since the player began.
    let number: Int

    var json: JSONValue {
        let banner = advertisement.bannerFileURL.map { _ in "/api/banners/\(number)" }
        return .present([
            "id": .string(String(advertisement.id)),
            "adId": JSONValue(advertisement.adID?.description),
            "title": .string(advertisement.title),
            "description": .string(advertisement.description),
            "duration": JSONValue(advertisement.duration?.inSeconds), "banner": JSONValue(banner),
            "target": JSONValue(target),
        ])
    }

    /// The http or https target of a click; `nil` if there is none.
    var target: String? {
        advertisement.bannerTargetURL.flatMap { WebAddress($0) == nil ? nil : $0 }
    }
}
