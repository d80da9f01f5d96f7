/// Something that a player tells the ad server of a session.
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
