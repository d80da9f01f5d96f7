import Advertising

/// Asks for a session (rule M1).
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

/// Asks to listen to a stream (rule M5).
package struct PlayRequest: Codable, Sendable {
    package var streamId: Int

    package init(streamId: Int) {
        self.streamId = streamId
    }
}

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

/// Spots that are played together when a push names their group.
package struct SpotGroup: Codable, Sendable {
    package var id: Int
    package var name: String
    package var spots: [Advertisement]
}

/// "Play so many of the spots that you have been given".
package struct PlayInStreamAdInstruction: Codable, Hashable, Sendable {
    package var count: Int
    package var streamId: Int
    package var type: AdSource
}

/// "Play the spots of that group".
package struct PlayAdGroupInstruction: Codable, Hashable, Sendable {
    package var adGroupId: Int
    package var streamId: Int
    package var type: AdSource
}

/// The list that a spot comes from.
package enum AdSource: String, Codable, CaseIterable, Sendable {
    case preStream = "PreStream"
    case inStream = "InStream"
    case group = "AdGroup"
    case standard = "Default"
    case fallback = "Fallback"
}
