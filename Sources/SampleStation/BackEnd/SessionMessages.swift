import Advertising

/// Asks for a session (contract M1).
package struct SessionRequest: Codable, Sendable {
    package var apiKey: String
    package var customerToken: String

    package init(apiKey: String, customerToken: String) {
        self.apiKey = apiKey
        self.customerToken = customerToken
    }
}

/// A session that has started.
package struct SessionAnswer: Codable, Sendable {
    package var sessionId: String
    package var userId: Int
}

/// Asks to listen to a stream (contract M5).
package struct PlayRequest: Codable, Sendable {
    package var streamId: Int

    package init(streamId: Int) {
        self.streamId = streamId
    }
}

/// Where the audio is, and the spots that a push will name by their number only (contract 1.3).
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

/// Spots that are played together when a push names their group.
package struct SpotGroup: Codable, Sendable {
    package var id: Int
    package var name: String
    package var spots: [Advertisement]
}
