/// Who sends a stream.
package struct Streamer: Codable, Hashable, Sendable, Identifiable {
    package var id: Int
    package var name: String
    package var likes: Int
    package var dislikes: Int
}
