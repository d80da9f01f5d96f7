import Advertising

/// Where the audio of a stream is, and the spots that a push will only name.
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
