import Advertising
import HTTPAccess
import Interlude
import MediaTime

/// The spot whose banner is to be shown, and where this player serves the banner.
struct ShownSpot: Hashable, Sendable {
    let advertisement: Advertisement
    /// Which banner it is of those that were shown since the player began.
    let number: Int

    var json: JSONValue {
        let banner = advertisement.bannerFileURL.map { _ in "/api/banners/\(number)" }
        return .present([
            "id": .string(String(advertisement.id)), "title": .string(advertisement.title),
            "description": .string(advertisement.description),
            "duration": JSONValue(advertisement.duration?.inSeconds), "banner": JSONValue(banner),
            "target": JSONValue(target),
        ])
    }

    /// Where a click leads; `nil` if that is no address of the web, where nothing is to be clicked.
    var target: String? {
        advertisement.bannerTargetURL.flatMap { WebAddress($0) == nil ? nil : $0 }
    }
}

extension Advertisement {
    /// The spot while it waits.
    var queuedJSON: JSONValue {
        .present([
            "id": .string(String(id)), "title": .string(title),
            "description": .string(description), "duration": JSONValue(duration?.inSeconds),
        ])
    }
}
