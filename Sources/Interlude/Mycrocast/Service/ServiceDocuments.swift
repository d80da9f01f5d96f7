import Advertising

/// The address of the stream's audio, and the spots that pushes refer to.
struct StartListeningAnswer: Hashable, Sendable, Decodable {
    var streamerId: Int
    var mountPoint: String
    var url: String
    var needsToPlayPreStreamAd: Bool
    var preStreamAdCount: Int
    var preStreamAdList: [Advertisement]
    var inStreamSpotList: [Advertisement]
    var defaultSpotList: [Advertisement]
    var fallbackSpotList: [Advertisement]
    var spotGroups: [Group]

    struct Group: Hashable, Sendable, Decodable {
        var id: Int
        var spots: [Advertisement]
    }
}

/// A report that the player has finished a spot.
struct FinishReport: Hashable, Sendable, Codable {
    var advertisementId: AdID
    var streamerId: Int
    var mountPoint: String
    var finishStatus: FinishStatus

    /// What happens to the spot next; the service may omit both.
    struct Reply: Hashable, Sendable, Decodable {
        var canBePlayedAgain: Bool?

        /// Replaces a spot that must not play again.
        var advertisement: Advertisement?
    }
}

/// A report that the listener has clicked a banner (rule M14).
struct ClickReport: Hashable, Sendable, Codable {
    var userId: Int
    var adId: AdID
    var mountPoint: String
    var application: String
}

/// The credentials that start a session (rule M1).
struct Credentials: Hashable, Sendable, Encodable {
    var apiKey: String
    var customerToken: String
}

/// The list of the start answer from which spots are taken.
enum StartSpotList: String, Hashable, Sendable, Decodable {
    case preStream = "PreStream"
    case inStream = "InStream"
    case group = "AdGroup"
    case standard = "Default"
    case fallback = "Fallback"
}
