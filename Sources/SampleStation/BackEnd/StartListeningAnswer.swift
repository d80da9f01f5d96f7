import Advertising

/// Where the audio is, and the spots that a push will name by their number only.
package struct StartListeningAnswer: Codable, Sendable {
    package var streamId: Int
    package var streamerId: Int
    package var mountPoint: String
    package var url: String
    package var needsToPlayPreStreamAd: Bool
    package var preStreamAdCount: Int
    package var preStreamAdList: [Advertisement]
    package var inStreamSpotList: [Advertisement]
    package var defaultSpotList: [Advertisement]
    package var fallbackSpotList: [Advertisement]
    package var spotGroups: [SpotGroup]
}
