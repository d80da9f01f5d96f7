/// A session that has started.
package struct SessionAnswer: Codable, Sendable {
    package var sessionId: String
    package var userId: Int
}
