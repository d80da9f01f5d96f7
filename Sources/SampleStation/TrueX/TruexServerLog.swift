/// Everything the ad server answered and received since the start of the station, in order.
package struct TruexServerLog: Codable, Sendable {
    package var answers: [Answer] = []
    package var beacons: [TruexBeacon] = []

    /// The publisher's replies to credit reports.
    package var callbacks: [Callback] = []

    /// The credits accepted by the publisher.
    package var credits: [Credit] = []

    package struct Answer: Codable, Hashable, Sendable {
        package var answer: TruexOfferKind
        package var placement: TruexPlacement
        package var product: TruexProduct
        package var sessionId: String?
        package var streamId: String?
        package var userId: String
    }

    package struct Callback: Codable, Hashable, Sendable {
        package var engagementId: String?
        package var reply: CreditReply
    }

    package struct Credit: Codable, Hashable, Sendable {
        package var engagementId: String
        package var userId: String
    }
}

/// A player's tracking event for a session.
package struct TruexBeacon: Codable, Hashable, Sendable {
    package var sessionId: String
    package var name: String
    package var category: String?
    package var value: String?
    package var step: String?
    package var userInitiated: String?

    init(_ fields: QueryFields) throws(RequestRefusal) {
        sessionId = try fields.required("session_id")
        name = try fields.required("name")
        category = fields["category"]
        value = fields["value"]
        step = fields["step"]
        userInitiated = fields["user_initiated"]
    }
}
