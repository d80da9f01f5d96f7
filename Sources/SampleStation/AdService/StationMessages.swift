import Advertising

/// Requests a session (rule M1).
package struct SessionRequest: Codable, Sendable {
    package var apiKey: String
    package var customerToken: String

    package init(apiKey: String, customerToken: String) {
        self.apiKey = apiKey
        self.customerToken = customerToken
    }
}

/// A started session.
package struct SessionAnswer: Codable, Sendable {
    package var sessionId: String
    package var userId: Int
}

/// Requests to listen to a stream (rule M5).
package struct PlayRequest: Codable, Sendable {
    package var streamId: Int

    package init(streamId: Int) {
        self.streamId = streamId
    }
}

/// The address of the audio, and the spots that pushes name by number only.
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

/// Spots that a push plays together.
package struct SpotGroup: Codable, Sendable {
    package var id: Int
    package var name: String
    package var spots: [Advertisement]
}

/// Plays a number of the spots sent with the start answer.
package struct PlayInStreamAdInstruction: Codable, Hashable, Sendable {
    package var count: Int
    package var streamId: Int
    package var type: SpotListName
}

/// Plays the spots of a group.
package struct PlayAdGroupInstruction: Codable, Hashable, Sendable {
    package var adGroupId: Int
    package var streamId: Int
    package var type: SpotListName
}

/// The list of a spot.
package enum SpotListName: String, Codable, CaseIterable, Sendable {
    case preStream = "PreStream"
    case inStream = "InStream"
    case group = "AdGroup"
    case standard = "Default"
    case fallback = "Fallback"
}
